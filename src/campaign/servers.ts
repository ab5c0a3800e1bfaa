import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import type { Theme } from '../core/theme.ts';

/** A rule variant of a server: named settings of one rulebook. */
export interface NamedRuleVariant {
  readonly name: string;
  readonly system: string;
  /** The edition of the settings. */
  readonly edition: number;
  readonly settings: unknown;
}

export interface ServerSettings {
  readonly guild: string;
  /** Ids of the rulebooks whose commands the server shows. Empty means all. */
  readonly systems: readonly string[];
  /** Default roll mode of new battles. */
  readonly rolls: 'public' | 'private' | 'blind' | 'self';
  /** House rules by rulebook, for new battles. */
  readonly houseRules: Readonly<Record<string, unknown>>;
  /** The editions of the house rules, by rulebook. */
  readonly editions: Readonly<Record<string, number>>;
  /** The server's rule variants. */
  readonly readings: readonly NamedRuleVariant[];
  /** The GM channel of battles without their own. */
  readonly desk?: string | undefined;
  /** Theme of public pictures. Default: light. */
  readonly pictures?: Theme | undefined;
  /** True if spoken messages show their author. */
  readonly authors?: boolean | undefined;
}

/** The message of a past turn, with its log range and the number of undone entries shown. */
const closedTurnSchema = z.strictObject({
  ...{ channel: z.string(), message: z.string(), from: z.int(), to: z.int(), taken: z.int() },
});
export type ClosedTurn = z.output<typeof closedTurnSchema>;

/** What the panel shows of the turn. */
export const panelStorySchema = z.strictObject({
  /** The id of its panel. An older release may have posted another since. */
  message: z.string(),
  /** The first entry of the log that it shows. */
  from: z.int(),
  closed: z.array(closedTurnSchema),
  /** The message with a question to someone in another's turn. */
  question: z.strictObject({ channel: z.string(), message: z.string(), key: z.string() }).optional(),
});
export type PanelStory = z.output<typeof panelStorySchema>;

/** The last posted panel of a battle. */
export interface PostedPanel {
  readonly battle: string;
  readonly channel: string;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly postedAt: number;
  readonly story?: PanelStory | undefined;
}

/** How a server shows pictures and authors. */
export type ServerPresentation = Pick<ServerSettings, 'pictures' | 'authors'>;

export interface ServerStore {
  readonly settings: (guild: string) => Promise<ServerSettings | undefined>;
  /** The presentation of a server. May be some seconds old. */
  readonly presentation: (guild: string) => Promise<ServerPresentation>;
  /** Saves settings together with a message. */
  readonly saveSettings: (settings: ServerSettings, said?: PlacedMessage) => Promise<void>;
  readonly panel: (battle: string) => Promise<PostedPanel | undefined>;
  /** Records the panel's message. False if a message other than `instead` is recorded now. */
  readonly placePanel: (panel: PostedPanel, instead: string | undefined) => Promise<boolean>;
}
