import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import type { Campaign } from './campaigns.ts';

/** A character as its owner keeps it in one server, apart from any battle. */
export interface Character {
  readonly id: string;
  readonly owner: string;
  /** The server, or none at the practice table and in direct messages. */
  readonly guild: string | undefined;
  readonly system: string;
  /** Unique for owner, server and system; letter case does not count. */
  readonly name: string;
  readonly sheet: unknown;
  /** The edition of its rulebook under which the sheet is written. */
  readonly edition: number;
  readonly updatedAt: number;
  /** How its owner was called who lets everybody in the server copy it; `share` alone writes it, and what is deleted is shared no more. */
  readonly sharedBy?: string;
}

/** So many characters and warbands one person keeps in one server. */
export const maxCharacters = 1000;

const gone = 'deleted ';

/** Under which owner a character stands once it is deleted: there it can be brought back for a while, and is nobody’s otherwise. */
export const formatDeletedOwner = (owner: string): string => `${gone}${owner}`;

/** Whose such an owner’s characters were; nothing for one who is none. */
export const parseDeletedOwner = (owner: string): string | undefined =>
  owner.startsWith(gone) ? owner.slice(gone.length) : undefined;

export interface CharacterStore {
  /** Writes a character, over one of the same owner, server, system and name. */
  readonly save: (character: Character, said?: PlacedMessage) => Promise<void>;
  readonly find: (
    owner: string,
    guild: string | undefined,
    name: string,
    system?: string,
  ) => Promise<Character | undefined>;
  readonly list: (owner: string, guild: string | undefined) => Promise<readonly Character[]>;
  /** Those of an owner in all servers. */
  readonly listInAllServers: (owner: string) => Promise<readonly Character[]>;
  /** Not one that is deleted. */
  readonly byId: (id: string) => Promise<Character | undefined>;
  /** Lets everybody in its server copy it, under the name of its owner; left out: nobody any more. */
  readonly share: (
    character: Pick<Character, 'id' | 'owner'>,
    by: string | undefined,
    said?: PlacedMessage,
  ) => Promise<void>;
  /** Those that may be copied in a server. */
  readonly listShared: (guild: string) => Promise<readonly Character[]>;
  readonly remove: (id: string, said?: PlacedMessage) => Promise<void>;
}

/** Every kind of thing that happens to a character, and how it is told. */
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

/** One thing that happened to a character, but for the edition of the sheet in it: that is kept beside it. */
export const historyEventSchema = z.strictObject({
  /** Whatever happens once has one id, however often it is written. */
  id: z.string(),
  character: z.string(),
  kind: kinds,
  /** Milliseconds since 1970. */
  at: z.int(),
  campaign: z.string().optional(),
  battle: z.strictObject({ id: z.string(), name: z.string() }).optional(),
  /** What changed, a few words each: `HP 45 → 12`. */
  changes: z.array(z.string()),
  /** Is it dead from then on? */
  dead: z.boolean(),
  /** The sheet before, where this changed it. */
  before: z.unknown().optional(),
});

export interface HistoryEvent extends z.output<typeof historyEventSchema> {
  /** The edition of its rulebook under which the sheet before is written. */
  readonly edition: number;
}

/** What happened as it is written, without what is kept beside it. */
export const toHistoryEventJson = ({ edition: _, ...happening }: HistoryEvent): z.input<typeof historyEventSchema> =>
  happening;

/** A character after what happened to it. */
export interface SheetAfterEvent {
  readonly sheet: unknown;
  readonly updatedAt: number;
}

/** What happened to characters, kept for ever. One implementation in memory, one on Postgres; one suite tests both. */
export interface HistoryStore {
  /**
   * Writes what happened, and the character after it, its sheet of the same edition, together and once: false where it is written
   * already, or where there is no such character any more.
   */
  readonly add: (happening: HistoryEvent, after?: SheetAfterEvent, said?: PlacedMessage) => Promise<boolean>;
  /** Oldest first. */
  readonly list: (character: string) => Promise<readonly HistoryEvent[]>;
  /** The last thing that happened to each of these, by character. */
  readonly last: (characters: readonly string[]) => Promise<ReadonlyMap<string, HistoryEvent>>;
  /** Which of these characters something happened to in this campaign. */
  readonly inCampaign: (characters: readonly string[], campaign: string) => Promise<ReadonlySet<string>>;
  readonly forget: (character: string) => Promise<void>;
}

/** What a GM keeps in a campaign: characters that live on, and foes that begin afresh each time. */
export const rosterKinds = ['character', 'foe'] as const;
export type RosterKind = (typeof rosterKinds)[number];

/** Under which owner the sheets of a campaign's roster are kept among all characters. */
export const formatRosterOwner = ({ id }: Campaign, kind: RosterKind): string => `campaign ${id} ${kind}s`;

/** The campaign whose roster such an owner is. */
export const parseRosterOwner = (owner: string): string | undefined =>
  /^campaign (\S+) (?:character|foe)s$/.exec(owner)?.[1];
