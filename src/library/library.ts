import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { backdropSchema, rollModes } from '../battle/saved/session.ts';
import { normalizeName } from '../core/message.ts';
import { isPlainObject, type PlainObject } from '../core/plain-object.ts';
import { ok, type Refusal, type Result, refuse } from '../core/result.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { upcastSheet } from '../rules/upcast-sheet.ts';

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

type NamedThing = Pick<LibraryItemHead, 'name' | 'system'>;

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By name, and where names are the same by rulebook; the same whatever a database thinks of letters. */
export const compareByName = (a: NamedThing, b: NamedThing): number =>
  inOrder(normalizeName(a.name), normalizeName(b.name)) || inOrder(a.system ?? '', b.system ?? '');

const note = z.string().max(2000).optional();

/** A foe: a sheet of its rulebook. */
const foeSchema = z.strictObject({ sheet: z.unknown(), note });
export type SavedFoe = z.output<typeof foeSchema>;

/** Where the sheet of a group’s member comes from: a foe on the same shelf, or a ready-made sheet by its key. */
const sourceSchema = z.union([z.strictObject({ foe: z.string() }), z.strictObject({ preset: z.string() })]);

const memberSchema = z.strictObject({ name: z.string(), count: z.int().min(1).max(20), of: sourceSchema });
export type GroupMember = z.output<typeof memberSchema>;

/** Foes that come together. */
const groupSchema = z.strictObject({ members: z.array(memberSchema).min(1).max(20), note });
export type SavedGroup = z.output<typeof groupSchema>;

const word = z.string().max(300);

/** One of an encounter’s foes: where it stands, as corrections put it there, and whether it comes unseen. */
const placeSchema = z.strictObject({
  at: z.array(z.strictObject({ field: word, value: word })).max(5),
  hidden: z.enum(['until-acts', 'until-revealed']).optional(),
});

const encounterFoeSchema = z.strictObject({
  name: z.string().min(1).max(28),
  side: z.string().min(1).max(32),
  sheet: z.unknown(),
  each: z.array(placeSchema).min(1).max(20),
  /** The hash of the picture that is the face of these. */
  face: z.string().max(64).optional(),
});
export type EncounterFoe = z.output<typeof encounterFoeSchema>;

/** Foes with their places, the ground and the settings they are met on; made for so many heroes. */
export const encounterSchema = z.strictObject({
  foes: z.array(encounterFoeSchema).min(1).max(20),
  heroes: z.int().min(1).max(20),
  settings: z.record(z.string(), z.unknown()).optional(),
  ground: z.strictObject({ verb: z.string(), params: z.unknown() }).optional(),
  /** The picture behind the board. */
  backdrop: backdropSchema.optional(),
  note,
});
export type SavedEncounter = z.output<typeof encounterSchema>;

/** The picture that something on a shelf lays behind a board: that of a map, or of an encounter. */
export const backgroundHashes = (thing: unknown): readonly string[] =>
  isPlainObject(thing) && isPlainObject(thing.backdrop) && typeof thing.backdrop.picture === 'string'
    ? [thing.backdrop.picture]
    : [];

/** The pictures that something on a shelf shows by itself: those of an encounter’s foes, and what lies behind the board. */
export const pictureHashes = (thing: unknown): readonly string[] => [
  ...(isPlainObject(thing) && Array.isArray(thing.foes)
    ? thing.foes.flatMap((foe: unknown) => (isPlainObject(foe) && typeof foe.face === 'string' ? [foe.face] : []))
    : []),
  ...backgroundHashes(thing),
];

/** Something of a shelf whose backdrop is called as it is kept here; one that has none here has none. */
export const remapBackgroundHash = <Thing>(thing: Thing, hashes: ReadonlyMap<string, string>): Thing => {
  const { backdrop, ...rest }: PlainObject = isPlainObject(thing) ? thing : {};
  if (!isPlainObject(backdrop)) return thing;
  const picture = hashes.get(String(backdrop.picture));
  return (picture === undefined ? rest : { ...rest, backdrop: { ...backdrop, picture } }) as Thing;
};

/** A table of rows and the dice it is rolled by. */
const tableSchema = z.strictObject({
  dice: z.string().min(1).max(40),
  rows: z
    .array(z.strictObject({ from: z.int(), to: z.int(), text: z.string().min(1).max(300) }))
    .min(1)
    .max(100),
  note,
});
export type SavedTable = z.output<typeof tableSchema>;

/** A roll under a name: what is rolled, and who sees it. */
const rollSchema = z.strictObject({
  notation: z.string().min(1).max(100),
  comment: z.string().max(80).optional(),
  rolls: z.enum(rollModes).optional(),
});
export type SavedRoll = z.output<typeof rollSchema>;

/** A map in its text form, and the picture behind it. */
const mapSchema = z.strictObject({ map: z.string().min(3), note, backdrop: backdropSchema.optional() });
export type SavedMap = z.output<typeof mapSchema>;

/** What is saved of each kind. */
export interface ItemContent {
  readonly foe: SavedFoe;
  readonly group: SavedGroup;
  readonly encounter: SavedEncounter;
  readonly table: SavedTable;
  readonly roll: SavedRoll;
  readonly map: SavedMap;
}

/** What is known of one kind of item. */
interface ItemKind<Content> {
  readonly schema: z.ZodType<Content>;
  /** The most items of the kind in one library. */
  readonly max: number;
  /** The longest item, in characters of JSON. */
  readonly maxLength: number;
  /** The content in the present edition of its rulebook. May throw where a step does. */
  readonly upcast?: (ruleset: Ruleset, edition: number, content: Content) => Content;
}

const upcastEncounter = ({ editions }: Ruleset, edition: number, encounter: SavedEncounter): SavedEncounter => {
  const { foes, settings, ground } = encounter;
  const doing = ground && editions.doing(edition, { do: 'verb', ...ground });
  return {
    ...encounter,
    foes: foes.map((foe) => ({ ...foe, sheet: editions.sheet(edition, foe.sheet) })),
    ...(settings && { settings: editions.settings(edition, settings) as PlainObject }),
    ...(isPlainObject(doing) && { ground: { verb: String(doing.verb), params: doing.params } }),
  };
};

/** Every kind of item. */
export const itemKinds: { readonly [Kind in LibraryKind]: ItemKind<ItemContent[Kind]> } = {
  foe: {
    ...{ schema: foeSchema, max: 200, maxLength: 65_536 },
    upcast: (ruleset, edition, foe) => ({ ...foe, sheet: upcastSheet(ruleset, edition, foe.sheet) }),
  },
  group: { schema: groupSchema, max: 50, maxLength: 8192 },
  encounter: { schema: encounterSchema, max: 50, maxLength: 262_144, upcast: upcastEncounter },
  table: { schema: tableSchema, max: 100, maxLength: 16_384 },
  roll: { schema: rollSchema, max: 50, maxLength: 1024 },
  map: { schema: mapSchema, max: 50, maxLength: 65_536 },
};

/** The content of an item of this kind. Refuses what a newer release wrote, and what cannot be read any more. */
export const parseContent = <Kind extends LibraryKind>(
  kind: Kind,
  { name, thing, edition, system }: Pick<LibraryItem, 'name' | 'thing' | 'edition' | 'system'>,
  rulesets: readonly Ruleset[],
): Result<ItemContent[Kind], Refusal> => {
  const present = system === undefined ? 1 : rulesets.find(({ id }) => id === system)?.editions.present;
  if (present !== undefined && edition > present) return refuse('thing-newer', { name });
  const read = itemKinds[kind].schema.safeParse(thing);
  return read.success ? ok(read.data) : refuse('thing-unreadable', { name });
};

/** The content in the present edition of its rulebook. What cannot be upcast is returned as it is, and refused when it is used. */
export const upcastItemContent = <Kind extends LibraryKind>(
  ruleset: Ruleset,
  { kind, edition, thing }: Pick<LibraryItem, 'edition' | 'thing'> & { readonly kind: Kind },
): unknown => {
  const { schema, upcast } = itemKinds[kind];
  const read = schema.safeParse(thing);
  try {
    return read.success && upcast !== undefined ? upcast(ruleset, edition, read.data) : thing;
  } catch {
    return thing;
  }
};

/** A library store whose items come in the present edition of their rulebook. */
export const upcastingLibrary = (rulesets: readonly Ruleset[], store: LibraryStore): LibraryStore => {
  const present = (item: LibraryItem): LibraryItem => {
    const ruleset = rulesets.find(({ id }) => id === item.system);
    return ruleset === undefined || item.edition >= ruleset.editions.present
      ? item
      : { ...item, thing: upcastItemContent(ruleset, item), edition: ruleset.editions.present };
  };
  return {
    ...store,
    findMany: async (ids) => (await store.findMany(ids)).map(present),
    listByUser: async (user) => (await store.listByUser(user)).map(present),
  };
};
