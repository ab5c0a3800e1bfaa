import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import type { Theme } from '../core/theme.ts';

/** A rule variant of a server: a name for settings of one rulebook. */
export interface NamedRuleVariant {
  readonly name: string;
  readonly system: string;
  /** The edition of the rulebook under which the settings are saved. */
  readonly edition: number;
  readonly settings: unknown;
}

export interface ServerSettings {
  readonly guild: string;
  /** Ids of the rulebooks whose commands the server shows. Empty for all. */
  readonly systems: readonly string[];
  /** The roll mode of new battles. */
  readonly rolls: 'public' | 'private' | 'blind' | 'self';
  /** House rules for new battles, by rulebook. */
  readonly houseRules: Readonly<Record<string, unknown>>;
  /** The editions of the house rules, by rulebook. */
  readonly editions: Readonly<Record<string, number>>;
  /** The server's rule variants. */
  readonly readings: readonly NamedRuleVariant[];
  /** The GM channel of battles that have no GM channel of their own. Undefined if there is none. */
  readonly desk?: string | undefined;
  /** Theme of public pictures. Default: light. */
  readonly pictures?: Theme | undefined;
  /** True if messages spoken as a character show their user. */
  readonly authors?: boolean | undefined;
  /** The language of public texts in new battles, by its tag. Default: the locale of the community or the creator. */
  readonly language?: string | undefined;
}

/** The message of a past turn, with its log range and the number of undone entries that it shows. */
const closedTurnSchema = z.strictObject({
  ...{ channel: z.string(), message: z.string(), from: z.int(), to: z.int(), taken: z.int() },
});
export type ClosedTurn = z.output<typeof closedTurnSchema>;

/** The log range that a battle's panel shows, with past turn messages and the open question. */
export const panelStorySchema = z.strictObject({
  /** The id of the panel's message. If another panel was posted since, this data is outdated. */
  message: z.string(),
  /** Number of the first log entry that the panel shows. */
  from: z.int(),
  closed: z.array(closedTurnSchema),
  /** The message with a question to a user whose turn it is not. */
  question: z.strictObject({ channel: z.string(), message: z.string(), key: z.string() }).optional(),
});
export type PanelStory = z.output<typeof panelStorySchema>;

/** The panel of a battle, as it was last posted. */
export interface PostedPanel {
  readonly battle: string;
  readonly channel: string;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly postedAt: number;
  readonly story?: PanelStory | undefined;
}

/** A server's choices of how pictures and speakers are shown, and in which language. */
export type ServerPresentation = Pick<ServerSettings, 'pictures' | 'authors' | 'language'>;

export interface ServerStore {
  readonly settings: (guild: string) => Promise<ServerSettings | undefined>;
  /** A server's choices of how pictures and speakers are shown, and in which language. May be outdated by some seconds. */
  readonly presentation: (guild: string) => Promise<ServerPresentation>;
  /** Saves settings together with a message. */
  readonly saveSettings: (settings: ServerSettings, said?: PlacedMessage) => Promise<void>;
  readonly panel: (battle: string) => Promise<PostedPanel | undefined>;
  /** Records the message of a battle's panel in place of `instead`. False if another message is recorded. */
  readonly placePanel: (panel: PostedPanel, instead: string | undefined) => Promise<boolean>;
}
