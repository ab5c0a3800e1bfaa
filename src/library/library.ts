import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { normalizeName } from '../core/message.ts';

/** What is kept on a shelf: foes, several of them as a group, whole encounters, tables of rows, rolls under a name, and maps. */
export const libraryKinds = ['foe', 'group', 'encounter', 'table', 'roll', 'map'] as const;
export type LibraryKind = (typeof libraryKinds)[number];

/** Whose a shelf is. A person has one for all servers. */
export const libraryScopes = ['person', 'campaign', 'server'] as const;
export type LibraryScope = (typeof libraryScopes)[number];

/** One shelf. `owner` is the id of the person, the campaign or the server. */
export interface Library {
  readonly scope: LibraryScope;
  readonly owner: string;
  /** The server it lies in; none for a person’s, and for a campaign’s outside servers. */
  readonly guild: string | undefined;
}

/** Something kept, but for what it is. */
export interface LibraryItemHead {
  readonly id: string;
  readonly shelf: Library;
  /** Who put it there. */
  readonly keeper: string;
  readonly kind: LibraryKind;
  /** Its rulebook; none for what belongs to no rulebook. */
  readonly system: string | undefined;
  /** Unique on its shelf for kind and rulebook; letter case does not count. */
  readonly name: string;
  /** The edition of its rulebook under which it is written; 1 where it has none. */
  readonly edition: number;
  /** Counts its changes; a save must name the version it read. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** When it was deleted; it can be brought back for a while. */
  readonly deletedAt?: number | undefined;
}

/** Something kept. What stands in `thing` is checked as it is read: see `content.ts`. */
export interface LibraryItem extends LibraryItemHead {
  readonly thing: unknown;
}

/** How a save went: `stale` where another change got in first, `taken` where something else of its kind is called so. */
export type SaveOutcome = 'kept' | 'stale' | 'taken';

/** Where shelves live; what is to be said of a change is written with it. One implementation in memory, one on Postgres; one suite tests both. */
export interface LibraryStore {
  /** Writes something: new where `version` is 1. */
  readonly save: (item: LibraryItem, said?: PlacedMessage) => Promise<SaveOutcome>;
  /** Those that are not deleted, by name. */
  readonly list: (shelf: Library, kind?: LibraryKind) => Promise<readonly LibraryItemHead[]>;
  /** Those that are deleted and can be brought back, the last first. */
  readonly listDeleted: (shelf: Library, kind: LibraryKind) => Promise<readonly LibraryItemHead[]>;
  /** Whole, deleted ones too, in the order of the ids. */
  readonly findMany: (ids: readonly string[]) => Promise<readonly LibraryItem[]>;
  /** Drops for good what was deleted before a moment, and of the rest all but the last so many. */
  readonly sweep: (shelf: Library, before: number, most: number) => Promise<void>;
  /** What is a person’s, and what they put on shelves of others; deleted things too. */
  readonly listByUser: (user: string) => Promise<readonly LibraryItem[]>;
  /** Deletes what is a person’s for good; what they put on shelves of others stays, under a pseudonym. */
  readonly eraseUser: (user: string, gone: string) => Promise<void>;
}

/** What somebody is to a shelf: whose it is, who leads its campaign, who put the thing there, who manages its server, who is in it. */
export type LibraryRole = 'owner' | 'leader' | 'keeper' | 'manager' | 'member';
type LibraryRight = 'read' | 'keep' | 'change';

/** Who may read what stands on a shelf and use it, put something there, and change or delete it, in one table. */
export const libraryRights = {
  person: { read: ['owner'], keep: ['owner'], change: ['owner'] },
  campaign: { read: ['leader'], keep: ['leader'], change: ['leader'] },
  server: { read: ['member', 'manager'], keep: ['member', 'manager'], change: ['keeper', 'manager'] },
} as const satisfies Record<LibraryScope, Record<LibraryRight, readonly LibraryRole[]>>;

export const hasLibraryRight = (scope: LibraryScope, right: LibraryRight, roles: readonly LibraryRole[]): boolean =>
  libraryRights[scope][right].some((role) => roles.some((each) => each === role));

/** So much of the shelf of a server one person may fill: a part of this many. */
export const serverLibraryShareDivisor = 4;

/** What was deleted can be brought back for so many milliseconds, and of one shelf so many things. */
export const deletedItemLifetime = { milliseconds: 30 * 86_400_000, most: 20 };

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By name, and where names are the same by rulebook; the same whatever a database thinks of letters. */
export const compareLibraryItems = (a: LibraryItemHead, b: LibraryItemHead): number =>
  inOrder(normalizeName(a.name), normalizeName(b.name)) || inOrder(a.system ?? '', b.system ?? '');
