import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import type { Campaign } from './campaigns.ts';

/** A saved character of a user in one server. */
export interface Character {
  readonly id: string;
  readonly owner: string;
  /** The server. Undefined at the practice table and in direct messages. */
  readonly guild: string | undefined;
  readonly system: string;
  /** Unique for owner, server and system, ignoring letter case. */
  readonly name: string;
  readonly sheet: unknown;
  /** The edition of the sheet. */
  readonly edition: number;
  readonly updatedAt: number;
  /** The name of its owner if all in the server may copy it. Only `share` writes it. */
  readonly sharedBy?: string;
}

/** Maximum number of characters and warbands of a user in one server. */
export const maxCharacters = 1000;

const gone = 'deleted ';

/** The owner under which a deleted character is saved. */
export const formatDeletedOwner = (owner: string): string => `${gone}${owner}`;

/** The original owner. Undefined if it is no owner of deleted characters. */
export const parseDeletedOwner = (owner: string): string | undefined =>
  owner.startsWith(gone) ? owner.slice(gone.length) : undefined;

export interface CharacterStore {
  /** Saves a character, replacing one of the same owner, server, system and name. */
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
  /** Lets all in its server copy the character. `undefined` stops that. */
  readonly share: (
    character: Pick<Character, 'id' | 'owner'>,
    by: string | undefined,
    said?: PlacedMessage,
  ) => Promise<void>;
  /** Lists the characters that may be copied in a server. */
  readonly listShared: (guild: string) => Promise<readonly Character[]>;
  readonly remove: (id: string, said?: PlacedMessage) => Promise<void>;
}

/** The kinds of history events, and their words in lists. */
export const historyEventKinds = {
  joined: 'joined',
  kept: 'finished',
  restored: 'was fully restored after',
  unchanged: 'fought in, unharmed',
  'taken-back': 'the end of the battle was undone',
  rested: 'rested',
  revived: 'was revived',
  edited: 'was changed',
} as const;
const kinds = z.enum(['joined', 'kept', 'restored', 'unchanged', 'taken-back', 'rested', 'revived', 'edited']);

/** An event in the life of a character. The edition of its sheet is saved separately. */
export const historyEventSchema = z.strictObject({
  /** Makes a repeated event equal to the first. */
  id: z.string(),
  character: z.string(),
  kind: kinds,
  /** Milliseconds since 1970. */
  at: z.int(),
  campaign: z.string().optional(),
  battle: z.strictObject({ id: z.string(), name: z.string() }).optional(),
  /** What changed, in a few words: `HP 45 → 12`. */
  changes: z.array(z.string()),
  /** True if the character is dead after it. */
  dead: z.boolean(),
  /** The sheet before the change. */
  before: z.unknown().optional(),
});

export interface HistoryEvent extends z.output<typeof historyEventSchema> {
  /** The edition of the sheet before. */
  readonly edition: number;
}

/** The event as it is saved, without the edition. */
export const toHistoryEventJson = ({ edition: _, ...happening }: HistoryEvent): z.input<typeof historyEventSchema> =>
  happening;

/** The sheet after an event, and its time. */
export interface SheetAfterEvent {
  readonly sheet: unknown;
  readonly updatedAt: number;
}

/** Saves the histories of characters. Has one implementation in memory and one on Postgres, with the same tests. */
export interface HistoryStore {
  /** Saves an event and the new sheet together, once. False if the event exists or the character does not. */
  readonly add: (happening: HistoryEvent, after?: SheetAfterEvent, said?: PlacedMessage) => Promise<boolean>;
  /** Lists events, oldest first. */
  readonly list: (character: string) => Promise<readonly HistoryEvent[]>;
  /** The last event of each character. */
  readonly last: (characters: readonly string[]) => Promise<ReadonlyMap<string, HistoryEvent>>;
  /** The characters that have an event in this campaign. */
  readonly inCampaign: (characters: readonly string[], campaign: string) => Promise<ReadonlySet<string>>;
  readonly forget: (character: string) => Promise<void>;
}

/** Kinds of roster sheets. Characters start a battle with their wounds, foes start unharmed. */
export const rosterKinds = ['character', 'foe'] as const;
export type RosterKind = (typeof rosterKinds)[number];

/** The owner of a campaign's roster sheets. */
export const formatRosterOwner = ({ id }: Campaign, kind: RosterKind): string => `campaign ${id} ${kind}s`;

/** The campaign of a roster's owner. Undefined for other owners. */
export const parseRosterOwner = (owner: string): string | undefined =>
  /^campaign (\S+) (?:character|foe)s$/.exec(owner)?.[1];

/** A sheet on the roster of a campaign. */
export interface RosterSheet extends Character {
  readonly kind: RosterKind;
}
