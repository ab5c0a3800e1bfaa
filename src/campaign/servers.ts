import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import type { Theme } from '../core/theme.ts';

/** What a server (guild) has chosen. */
/** A set of settings of one rulebook that a server has named. */
export interface NamedRuleVariant {
  readonly name: string;
  readonly system: string;
  /** Under which edition of the rulebook it is written. */
  readonly edition: number;
  readonly settings: unknown;
}

export interface ServerSettings {
  readonly guild: string;
  /** Ids of the systems whose commands this server shows; empty means all. */
  readonly systems: readonly string[];
  /** How rolls are shown in new battles. */
  readonly rolls: 'public' | 'private' | 'blind' | 'self';
  /** House rules: settings by system that new battles begin with. */
  readonly houseRules: Readonly<Record<string, unknown>>;
  /** Under which edition of each rulebook they are written. */
  readonly editions: Readonly<Record<string, number>>;
  /** Sets of settings that battles can be begun by. */
  readonly readings: readonly NamedRuleVariant[];
  /** The channel or thread in which its game masters are told things in private, where a battle has none of its own. */
  readonly desk?: string | undefined;
  /** How pictures look that everybody sees: light, where it is left out. */
  readonly pictures?: Theme | undefined;
  /** True where everybody reads under a spoken message who spoke it. */
  readonly authors?: boolean | undefined;
}

/** The message of a turn that has passed: which entries of the log it tells, and how many of them were taken back as it was shown last. */
const closedTurnSchema = z.strictObject({
  ...{ channel: z.string(), message: z.string(), from: z.int(), to: z.int(), taken: z.int() },
});
export type ClosedTurn = z.output<typeof closedTurnSchema>;

/** What the panel tells beside how the battle stands. */
export const panelStorySchema = z.strictObject({
  /** The panel it belongs to: an older release may have posted another one since. */
  message: z.string(),
  /** The first entry of the log that it tells. */
  from: z.int(),
  closed: z.array(closedTurnSchema),
  /** The message by which somebody is asked something in the turn of another. */
  question: z.strictObject({ channel: z.string(), message: z.string(), key: z.string() }).optional(),
});
export type PanelStory = z.output<typeof panelStorySchema>;

/** Where a battle's panel was posted last. */
export interface PostedPanel {
  readonly battle: string;
  readonly channel: string;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly postedAt: number;
  readonly story?: PanelStory | undefined;
}

/** How a server has things told and shown. */
export type ServerPresentation = Pick<ServerSettings, 'pictures' | 'authors'>;

export interface ServerStore {
  readonly settings: (guild: string) => Promise<ServerSettings | undefined>;
  /** The same of its settings; what another process saved may take some seconds to be seen. */
  readonly presentation: (guild: string) => Promise<ServerPresentation>;
  /** What is to be said of it is written with it. */
  readonly saveSettings: (settings: ServerSettings, said?: PlacedMessage) => Promise<void>;
  readonly panel: (battle: string) => Promise<PostedPanel | undefined>;
  /** Writes down where a panel stands, unless another message than `instead` is known for it by now: then nothing, and false. */
  readonly placePanel: (panel: PostedPanel, instead: string | undefined) => Promise<boolean>;
}
