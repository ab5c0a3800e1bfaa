import { z } from 'zod';
import { type Refusal, refuse } from '../core/refusal.ts';
import { ok, type Result } from '../core/result.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { presentSheet } from './campaign-lift.ts';
import type { ShelfItem, ShelfStore } from './shelf.ts';

const note = z.string().max(2000).optional();

/** A foe: a sheet of its rulebook. */
const foeSchema = z.strictObject({ sheet: z.unknown(), note });
export type KeptFoe = z.output<typeof foeSchema>;

/** Where the sheet of a group’s member comes from: a foe on the same shelf, or a ready-made sheet by its key. */
const sourceSchema = z.union([z.strictObject({ foe: z.string() }), z.strictObject({ preset: z.string() })]);

const memberSchema = z.strictObject({ name: z.string(), count: z.int().min(1).max(20), of: sourceSchema });
export type GroupMember = z.output<typeof memberSchema>;

/** Foes that come together. */
const groupSchema = z.strictObject({ members: z.array(memberSchema).min(1).max(20), note });
export type KeptGroup = z.output<typeof groupSchema>;

/** Every shape that is kept on shelves, by kind. */
export const shelfThingSchemas = { foe: foeSchema, group: groupSchema };

/** Reads something on a shelf. Refuses what a newer release wrote, and what does not read any more. */
const reading =
  <Thing>(schema: z.ZodType<Thing>) =>
  ({ name, thing, edition, system }: ShelfItem, rulesets: readonly Ruleset[]): Result<Thing, Refusal> => {
    const present = system === undefined ? 1 : rulesets.find(({ id }) => id === system)?.editions.present;
    if (present !== undefined && edition > present) return refuse('thing-newer', { name });
    const read = schema.safeParse(thing);
    return read.success ? ok(read.data) : refuse('thing-unreadable', { name });
  };

export const foeOf = reading(foeSchema);
export const groupOf = reading(groupSchema);

const liftedThing = (ruleset: Ruleset, { kind, edition, thing }: ShelfItem): unknown => {
  if (kind !== 'foe') return thing;
  const read = foeSchema.safeParse(thing);
  return read.success ? { ...read.data, sheet: presentSheet(ruleset, edition, read.data.sheet) } : thing;
};

/** Shelves on which everything comes in the present edition of its rulebook. */
export const presentShelf = (rulesets: readonly Ruleset[], store: ShelfStore): ShelfStore => {
  const present = (item: ShelfItem): ShelfItem => {
    const ruleset = rulesets.find(({ id }) => id === item.system);
    return ruleset === undefined || item.edition >= ruleset.editions.present
      ? item
      : { ...item, thing: liftedThing(ruleset, item), edition: ruleset.editions.present };
  };
  return {
    ...store,
    of: async (ids) => (await store.of(ids)).map(present),
    keptBy: async (user) => (await store.keptBy(user)).map(present),
  };
};
