import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import type { Campaign } from './campaigns.ts';

/** A saved character of a user in one server. */
export interface Character {
  readonly id: string;
  readonly owner: string;
  /** The server. Undefined in direct messages and at the practice table. */
  readonly guild: string | undefined;
  readonly system: string;
  /** The name, unique among the owner's characters of the server and rulebook, ignoring letter case. */
  readonly name: string;
  readonly sheet: unknown;
  /** The edition under which the sheet is saved. */
  readonly edition: number;
  readonly updatedAt: number;
}

/** Maximum number of characters and warbands of a user in one server. */
export const maxCharacters = 1000;

const gone = 'deleted ';

/** The owner id under which a user's deleted characters are saved. */
export const formatDeletedOwner = (owner: string): string => `${gone}${owner}`;

/** The user id from the owner id of a deleted character. Undefined for other owner ids. */
export const parseDeletedOwner = (owner: string): string | undefined =>
  owner.startsWith(gone) ? owner.slice(gone.length) : undefined;

export interface CharacterStore {
  /** Saves a character. Replaces a character of the same owner, server, rulebook and name. */
  readonly save: (character: Character, said?: PlacedMessage) => Promise<void>;
  readonly find: (
    owner: string,
    guild: string | undefined,
    name: string,
    system?: string,
  ) => Promise<Character | undefined>;
  readonly list: (owner: string, guild: string | undefined) => Promise<readonly Character[]>;
  /** Lists the characters of an owner in all servers. */
  readonly listInAllServers: (owner: string) => Promise<readonly Character[]>;
  /** Finds a character that is not deleted. */
  readonly byId: (id: string) => Promise<Character | undefined>;
  readonly remove: (id: string, said?: PlacedMessage) => Promise<void>;
}

/** The kinds of history events, with their words in lists. */
export const historyEventKinds = {
  joined: 'joined',
  kept: 'finished',
  restored: 'was fully restored afterwards',
  unchanged: 'fought, unharmed',
  'taken-back': 'the end of the battle was undone',
  rested: 'rested',
  revived: 'was revived',
  edited: 'was changed',
} as const;
const kinds = z.enum(['joined', 'kept', 'restored', 'unchanged', 'taken-back', 'rested', 'revived', 'edited']);

/** An event in a character's history. */
export const historyEventSchema = z.strictObject({
  /** The event's id. A repeated event has the same id and is saved once. */
  id: z.string(),
  character: z.string(),
  kind: kinds,
  /** Milliseconds since 1970. */
  at: z.int(),
  campaign: z.string().optional(),
  battle: z.strictObject({ id: z.string(), name: z.string() }).optional(),
  /** What changed, in a few words: `HP 45 → 12`. */
  changes: z.array(z.string()),
  /** True if the character was dead afterwards. */
  dead: z.boolean(),
  /** The sheet before the change. */
  before: z.unknown().optional(),
});

export interface HistoryEvent extends z.output<typeof historyEventSchema> {
  /** The edition under which the sheet from before the change is saved. */
  readonly edition: number;
}

/** Converts an event to its saved form, without the edition. */
export const toHistoryEventJson = ({ edition: _, ...happening }: HistoryEvent): z.input<typeof historyEventSchema> =>
  happening;

/** A character's sheet after an event, and the time of the event. */
export interface SheetAfterEvent {
  readonly sheet: unknown;
  readonly updatedAt: number;
}

/** Saves the histories of characters. Has one implementation in memory and one on Postgres, with the same tests. */
export interface HistoryStore {
  /** Saves an event and the new sheet. False if the event exists already, or the character does not exist. */
  readonly add: (happening: HistoryEvent, after?: SheetAfterEvent, said?: PlacedMessage) => Promise<boolean>;
  /** Lists the events of a character, oldest first. */
  readonly list: (character: string) => Promise<readonly HistoryEvent[]>;
  /** The last event of each character. */
  readonly last: (characters: readonly string[]) => Promise<ReadonlyMap<string, HistoryEvent>>;
  /** Finds which of the given characters have events in a campaign. */
  readonly inCampaign: (characters: readonly string[], campaign: string) => Promise<ReadonlySet<string>>;
  readonly forget: (character: string) => Promise<void>;
}

/** The kinds of roster sheets. Characters start battles with their wounds, foes unharmed. */
export const rosterKinds = ['character', 'foe'] as const;
export type RosterKind = (typeof rosterKinds)[number];

/** The owner id under which a campaign's roster sheets are saved. */
export const formatRosterOwner = ({ id }: Campaign, kind: RosterKind): string => `campaign ${id} ${kind}s`;

/** The campaign id from the owner id of a roster sheet. Undefined for other owner ids. */
export const parseRosterOwner = (owner: string): string | undefined =>
  /^campaign (\S+) (?:character|foe)s$/.exec(owner)?.[1];

/** A sheet on the roster of a campaign. */
export interface RosterSheet extends Character {
  readonly kind: RosterKind;
}
