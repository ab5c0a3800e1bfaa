import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { backdropSchema, rollModes } from '../battle/saved/session.ts';
import { normalizeName, ok, type Result, refuse } from '../core/message.ts';
import { isPlainObject, type PlainObject } from '../core/plain-object.ts';
import { type Ruleset, upcastSheet } from '../rules/ruleset.ts';

export const libraryKinds = ['foe', 'group', 'encounter', 'table', 'roll', 'map', 'preset', 'ability'] as const;
export type LibraryKind = (typeof libraryKinds)[number];

/** The kinds of items that a campaign's players may see and use too. */
export const playerKinds: readonly LibraryKind[] = ['preset', 'ability'];

/** Who owns a library. A user has one library for all servers. */
export const libraryScopes = ['person', 'campaign', 'server'] as const;
export type LibraryScope = (typeof libraryScopes)[number];

/** A library. `owner`: the id of the user, campaign or server. */
export interface Library {
  readonly scope: LibraryScope;
  readonly owner: string;
  /** The server. Undefined for a user's library, and outside servers. */
  readonly guild: string | undefined;
}

/** A library item without its content. */
export interface LibraryItemHead {
  readonly id: string;
  readonly shelf: Library;
  /** The user who saved the item. */
  readonly keeper: string;
  readonly kind: LibraryKind;
  /** The item's rulebook. Undefined if it belongs to none. */
  readonly system: string | undefined;
  /** The name, unique in the library for its kind and rulebook, ignoring letter case. */
  readonly name: string;
  /** The rulebook's edition under which the content is saved. 1 for items without a rulebook. */
  readonly edition: number;
  /** Counts changes. A save must name the version that was read. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** When the item was deleted (milliseconds since 1970). Undefined if it is not deleted. */
  readonly deletedAt?: number | undefined;
}

/** A library item with its content, which `parseContent` checks. */
export interface LibraryItem extends LibraryItemHead {
  readonly thing: unknown;
}

/** Result of saving. `stale`: another change came first. `taken`: another item has the name. */
export type SaveOutcome = 'kept' | 'stale' | 'taken';

/** Saves library items with their messages. Has one implementation in memory and one on Postgres. */
export interface LibraryStore {
  /** Saves an item. Inserts it if `version` is 1. */
  readonly save: (item: LibraryItem, said?: PlacedMessage) => Promise<SaveOutcome>;
  /** Lists a library's items by name, without deleted ones. */
  readonly list: (shelf: Library, kind?: LibraryKind) => Promise<readonly LibraryItemHead[]>;
  /** Lists the deleted items that can be restored, latest first. */
  readonly listDeleted: (shelf: Library, kind: LibraryKind) => Promise<readonly LibraryItemHead[]>;
  /** Finds items by id, including deleted ones, in the order of the ids. */
  readonly findMany: (ids: readonly string[]) => Promise<readonly LibraryItem[]>;
  /** Purges items that were deleted before a moment, and all but the `most` last deleted items. */
  readonly sweep: (shelf: Library, before: number, most: number) => Promise<void>;
  /** Lists a user's items, in their own library and in others, including deleted items. */
  readonly listByUser: (user: string) => Promise<readonly LibraryItem[]>;
  /** Deletes a user's library. Their items in other libraries get a pseudonym as keeper. */
  readonly eraseUser: (user: string, gone: string) => Promise<void>;
}

/** The role of a user in a library or for an item. */
export type LibraryRole = 'owner' | 'leader' | 'keeper' | 'manager' | 'member';
type LibraryRight = 'read' | 'keep' | 'change';

/** Which roles may read a library, save in it, and change or delete an item. */
export const libraryRights = {
  person: { read: ['owner'], keep: ['owner'], change: ['owner'] },
  campaign: { read: ['leader'], keep: ['leader'], change: ['leader'] },
  server: { read: ['member', 'manager'], keep: ['member', 'manager'], change: ['keeper', 'manager'] },
} as const satisfies Record<LibraryScope, Record<LibraryRight, readonly LibraryRole[]>>;

export const hasLibraryRight = (scope: LibraryScope, right: LibraryRight, roles: readonly LibraryRole[]): boolean =>
  libraryRights[scope][right].some((role) => roles.some((each) => each === role));

/** One user may fill at most the capacity of a server's library divided by this number. */
export const serverLibraryShareDivisor = 4;

/** How long deleted items can be restored (milliseconds), and how many per library. */
export const deletedItemLifetime = { milliseconds: 30 * 86_400_000, most: 20 };

type NamedThing = Pick<LibraryItemHead, 'name' | 'system'>;

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares things by name, then by rulebook, in the same order as every database. */
export const compareByName = (a: NamedThing, b: NamedThing): number =>
  inOrder(normalizeName(a.name), normalizeName(b.name)) || inOrder(a.system ?? '', b.system ?? '');

const note = z.string().max(2000).optional();

/** The content of a foe: a sheet of its rulebook. */
const foeSchema = z.strictObject({ sheet: z.unknown(), note });
export type SavedFoe = z.output<typeof foeSchema>;

/** Where a group member's sheet comes from: a foe of the same library, or a preset. */
const sourceSchema = z.union([z.strictObject({ foe: z.string() }), z.strictObject({ preset: z.string() })]);

const memberSchema = z.strictObject({ name: z.string(), count: z.int().min(1).max(20), of: sourceSchema });
export type GroupMember = z.output<typeof memberSchema>;

/** The content of a group of foes. */
const groupSchema = z.strictObject({ members: z.array(memberSchema).min(1).max(20), note });
export type SavedGroup = z.output<typeof groupSchema>;

const word = z.string().max(300);

/** One foe of an encounter: the corrections that place it, and whether the foe is hidden. */
const placeSchema = z.strictObject({
  at: z.array(z.strictObject({ field: word, value: word })).max(5),
  hidden: z.enum(['until-acts', 'until-revealed']).optional(),
});

const encounterFoeSchema = z.strictObject({
  name: z.string().min(1).max(28),
  side: z.string().min(1).max(32),
  sheet: z.unknown(),
  each: z.array(placeSchema).min(1).max(20),
  /** The hash of the foe's portrait. */
  face: z.string().max(64).optional(),
});
export type EncounterFoe = z.output<typeof encounterFoeSchema>;

/** The content of an encounter: foes with positions, map and settings, for a number of heroes. */
export const encounterSchema = z.strictObject({
  foes: z.array(encounterFoeSchema).min(1).max(20),
  heroes: z.int().min(1).max(20),
  settings: z.record(z.string(), z.unknown()).optional(),
  ground: z.strictObject({ verb: z.string(), params: z.unknown() }).optional(),
  /** The background picture. */
  backdrop: backdropSchema.optional(),
  note,
});
export type SavedEncounter = z.output<typeof encounterSchema>;

/** The hash of a map's or encounter's background picture. Empty if there is none. */
export const backgroundHashes = (thing: unknown): readonly string[] =>
  isPlainObject(thing) && isPlainObject(thing.backdrop) && typeof thing.backdrop.picture === 'string'
    ? [thing.backdrop.picture]
    : [];

/** The hashes of all pictures that an item shows. */
export const pictureHashes = (thing: unknown): readonly string[] => [
  ...(isPlainObject(thing) && Array.isArray(thing.foes)
    ? thing.foes.flatMap((foe: unknown) => (isPlainObject(foe) && typeof foe.face === 'string' ? [foe.face] : []))
    : []),
  ...backgroundHashes(thing),
];

/** Replaces the hash of a background picture by the hash of its saved copy. Removes an unknown hash. */
export const remapBackgroundHash = <Thing>(thing: Thing, hashes: ReadonlyMap<string, string>): Thing => {
  const { backdrop, ...rest }: PlainObject = isPlainObject(thing) ? thing : {};
  if (!isPlainObject(backdrop)) return thing;
  const picture = hashes.get(String(backdrop.picture));
  return (picture === undefined ? rest : { ...rest, backdrop: { ...backdrop, picture } }) as Thing;
};

/** The content of a table: rows, and the dice to roll. */
const tableSchema = z.strictObject({
  dice: z.string().min(1).max(40),
  rows: z
    .array(z.strictObject({ from: z.int(), to: z.int(), text: z.string().min(1).max(300) }))
    .min(1)
    .max(100),
  note,
});
export type SavedTable = z.output<typeof tableSchema>;

/** The content of a saved roll: its notation and roll mode. */
const rollSchema = z.strictObject({
  notation: z.string().min(1).max(100),
  comment: z.string().max(80).optional(),
  rolls: z.enum(rollModes).optional(),
});
export type SavedRoll = z.output<typeof rollSchema>;

/** The content of a map: its text form and background picture. */
const mapSchema = z.strictObject({ map: z.string().min(3), note, backdrop: backdropSchema.optional() });
export type SavedMap = z.output<typeof mapSchema>;

/** The content of an ability: an entry as the user wrote it, for one list of a rulebook's sheets (`spells`). */
const abilitySchema = z.strictObject({ list: z.string().min(1).max(40), entry: z.record(z.string(), z.unknown()) });

/** The content type of each kind of item. */
export interface ItemContent {
  readonly foe: SavedFoe;
  readonly group: SavedGroup;
  readonly encounter: SavedEncounter;
  readonly table: SavedTable;
  readonly roll: SavedRoll;
  readonly map: SavedMap;
  /** A sheet to start from: a class, or a character that players may pick. */
  readonly preset: SavedFoe;
  readonly ability: z.output<typeof abilitySchema>;
}

/** The schema and limits of one kind of item. */
interface ItemKind<Content> {
  readonly schema: z.ZodType<Content>;
  /** Maximum number of items of the kind in one library. */
  readonly max: number;
  /** Maximum length of an item (characters of JSON). */
  readonly maxLength: number;
  /** Converts the content to the rulebook's current edition. May throw. Undefined if the kind has no rulebook data. */
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

const foeKind: ItemKind<SavedFoe> = {
  ...{ schema: foeSchema, max: 200, maxLength: 65_536 },
  upcast: (ruleset, edition, foe) => ({ ...foe, sheet: upcastSheet(ruleset, edition, foe.sheet) }),
};

export const itemKinds: { readonly [Kind in LibraryKind]: ItemKind<ItemContent[Kind]> } = {
  foe: foeKind,
  group: { schema: groupSchema, max: 50, maxLength: 8192 },
  encounter: { schema: encounterSchema, max: 50, maxLength: 262_144, upcast: upcastEncounter },
  table: { schema: tableSchema, max: 100, maxLength: 16_384 },
  roll: { schema: rollSchema, max: 50, maxLength: 1024 },
  map: { schema: mapSchema, max: 50, maxLength: 65_536 },
  preset: foeKind,
  ability: { schema: abilitySchema, max: 200, maxLength: 4096 },
};

/** Parses the content of an item. Refuses with THING-NEWER or THING-UNREADABLE. */
export const parseContent = <Kind extends LibraryKind>(
  kind: Kind,
  { name, thing, edition, system }: Pick<LibraryItem, 'name' | 'thing' | 'edition' | 'system'>,
  rulesets: readonly Ruleset[],
): Result<ItemContent[Kind]> => {
  const present = system === undefined ? 1 : rulesets.find(({ id }) => id === system)?.editions.present;
  if (present !== undefined && edition > present) return refuse('thing-newer', { name });
  const read = itemKinds[kind].schema.safeParse(thing);
  return read.success ? ok(read.data) : refuse('thing-unreadable', { name });
};

/** Converts an item's content to the current edition. Unchanged if that fails, so that using the item is refused. */
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

/** Wraps a store so that items are converted to the current edition when read. */
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
