import { z } from 'zod';
import { backdropSchema, rollModes } from '../battle/saved/session.ts';
import { ok, type Refusal, type Result, refuse } from '../core/message.ts';
import { isPlainObject, type PlainObject } from '../core/plain-object.ts';
import { type Ruleset, upcastSheet } from '../rules/ruleset.ts';
import type { LibraryItem, LibraryKind, LibraryStore } from './library.ts';

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
export const remapBackgroundHash = <Thing extends object>(thing: Thing, hashes: ReadonlyMap<string, string>): Thing => {
  const backdrop = 'backdrop' in thing ? thing.backdrop : undefined;
  if (!isPlainObject(backdrop)) return thing;
  const { backdrop: _, ...rest } = thing as Thing & { backdrop: unknown };
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

const upcastAs = <Kind extends LibraryKind>(kind: Kind, ruleset: Ruleset, edition: number, thing: unknown): unknown => {
  const { schema, upcast } = itemKinds[kind];
  const read = schema.safeParse(thing);
  try {
    return read.success && upcast !== undefined ? upcast(ruleset, edition, read.data) : thing;
  } catch {
    return thing;
  }
};

/** The content in the present edition of its rulebook. What cannot be upcast is returned as it is, and refused when it is used. */
export const upcastItemContent = (
  ruleset: Ruleset,
  { kind, edition, thing }: Pick<LibraryItem, 'kind' | 'edition' | 'thing'>,
): unknown => upcastAs(kind, ruleset, edition, thing);

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
