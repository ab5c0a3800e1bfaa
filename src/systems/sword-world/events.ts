import { z } from 'zod';
import { effectSchema as hungSchema } from '../../rules/effects.ts';
import {
  fieldSchema,
  groundSchema,
  moveTypes,
  offerSchema,
  outcomeSchema,
  skirmishSchema,
  stateSchema,
  turnSchema,
  unitSchema,
} from './model.ts';
import { areas, bulletSchema, damageTypes, effectSchema, grips, sides, weaponSchema } from './sheet.ts';

/** What the GM hung on somebody, all of it; left out where time changed nothing of it. */
const hungSince = z.array(hungSchema).optional();

const id = z.string();
const pair = z.tuple([z.int(), z.int()]);
/** One addend of a sum, with the rule it stands on. */
export const partSchema = z.strictObject({ rule: z.string(), says: z.string(), value: z.int() });
const parts = z.array(partSchema);

/** A check as it fell: dice (none for a fixed value), what was added, the sum. */
export const rolledSchema = z.strictObject({
  dice: pair.optional(),
  parts,
  total: z.int(),
  auto: z.enum(['success', 'failure']).nullable(),
});

/** SW section 12: from the power roll to the applied damage. */
export const damageSchema = z.strictObject({
  type: z.enum(damageTypes),
  attributes: z.array(z.string()),
  /** The row of the power table; absent for `2d + X` and flat damage. */
  power: z.int().optional(),
  c: z.int().optional(),
  canCrit: z.boolean(),
  rolls: z.array(z.strictObject({ dice: pair, total: z.int(), value: z.int().nullable() })),
  criticals: z.int(),
  powerTotal: z.int(),
  extra: z.int(),
  half: z.boolean(),
  calculated: z.int(),
  increases: parts,
  increase: z.int(),
  total: z.int(),
  reductions: parts,
  reduction: z.int(),
  applied: z.int(),
  autoFail: z.boolean(),
});

const place = { area: z.enum(areas).optional(), pos: z.int().optional() };
const placedAt = z.strictObject({ unit: id, ...place });
const at = z.strictObject({ unit: id, pos: z.int() });
const drawSchema = z.strictObject({ candidates: z.array(id), dice: z.array(z.int()), target: id });
const gearOf = z.strictObject({
  unit: id,
  held: z.array(id),
  grips: z.record(id, z.enum(grips)),
  weapons: z.array(weaponSchema),
  luggage: z.array(id),
  accessories: z.array(z.strictObject({ slot: id, item: id.nullable() })),
  offer: offerSchema.optional(),
});

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

export const eventSchema = z.discriminatedUnion('type', [
  event('entered', { unit: unitSchema, sideNames: z.strictObject({ allies: id.optional(), enemies: id.optional() }) }),
  event('combat-began', {}),
  event('initiative', {
    winner: z.enum(sides),
    /** The number to reach against monsters; absent in a contest. */
    target: z.int().optional(),
    rolls: z.array(z.strictObject({ unit: id, rolled: rolledSchema, counts: z.boolean() })),
  }),
  event('ambushed', { side: z.enum(sides), surprised: z.array(id) }),
  event('knowledge', { unit: id, monster: id, rolled: rolledSchema, revealed: z.boolean(), weakness: z.boolean() }),
  event('weakness', {
    rider: id,
    mount: id,
    enemy: id.optional(),
    riderRoll: rolledSchema.optional(),
    enemyRoll: rolledSchema.optional(),
    usable: z.boolean(),
  }),
  event('placed', { places: z.array(placedAt) }),
  event('overran', { side: z.enum(sides), units: z.array(id) }),
  event('time-passed', {
    round: z.int(),
    ended: z.array(z.strictObject({ unit: id, effect: id })),
    hung: hungSince,
  }),
  event('round-opened', { restricted: z.array(id) }),
  event('phase', { phase: z.enum(['winner', 'loser']) }),
  event('turn-began', {
    unit: id,
    turns: z.array(z.strictObject({ unit: id, turn: turnSchema })),
    ended: z.array(z.strictObject({ unit: id, effect: id })),
    hung: hungSince,
  }),
  event('turn-ended', { unit: id, units: z.array(id), joins: z.array(id), hung: hungSince }),
  event('spent', { turns: z.array(z.strictObject({ unit: id, turn: turnSchema })) }),
  event('moved', {
    unit: id,
    units: z.array(id),
    moveType: z.enum(moveTypes),
    from: z.strictObject(place),
    to: z.strictObject(place),
    distance: z.int().optional(),
    altitude: z.int().optional(),
    blockedBy: z.array(id),
    retreated: z.boolean(),
  }),
  event('blocked', { mover: id, point: z.int(), skirmish: id.optional(), blockers: z.array(at) }),
  event('joined', {
    skirmish: id,
    units: z.array(id),
    why: z.enum(['declared', 'attacked', 'time', 'blocked', 'helping']),
  }),
  event('broke-out', { skirmish: skirmishSchema }),
  event('skirmishes', {
    skirmishes: z.array(skirmishSchema),
    moved: z.array(at),
    dropped: z.array(id),
    ended: z.array(id),
  }),
  event('retreated', { units: z.array(id), friends: z.int(), hostiles: z.int(), penalty: z.int(), ready: z.boolean() }),
  event('attacked', {
    unit: id,
    /** The section or the unit itself. */
    body: id,
    intended: id,
    target: id,
    draw: drawSchema.optional(),
    weapon: id.optional(),
    mode: z.enum(['melee', 'throw', 'shoot', 'gun']),
    grip: z.enum(grips).optional(),
    accuracy: rolledSchema,
    evasion: rolledSchema.optional(),
    /** Why no Evasion was rolled. */
    noEvasion: z.enum(['failed', 'helpless', 'full-metal']).optional(),
    hit: z.boolean(),
    damage: damageSchema.optional(),
  }),
  event('ammo', { unit: id, weapon: id, ammo: z.int().optional(), bullet: bulletSchema.optional() }),
  event('lost', {
    body: id,
    pool: z.enum(['hp', 'mp']),
    amount: z.int(),
    from: z.int(),
    to: z.int(),
    felled: z.boolean(),
  }),
  event('death-checked', { body: id, rolled: rolledSchema, tn: z.int(), result: z.enum(['unconscious', 'dead']) }),
  event('experienced', { unit: id, amount: z.int() }),
  event('status', { who: id, of: z.enum(['unit', 'body']), add: z.array(id), remove: z.array(id) }),
  event('cast', {
    unit: id,
    /** The body whose MP are spent. */
    body: id,
    spell: id,
    cost: z.int(),
    minor: z.boolean(),
    rolled: rolledSchema.optional(),
    failed: z.boolean(),
    draw: drawSchema.optional(),
    areas: z.array(z.enum(areas)),
    main: id.optional(),
    affected: z.array(id),
    chances: z.array(z.strictObject({ body: id, die: z.int() })),
    drawn: z.array(z.int()),
    /** SW-AREA-4: who was drawn among, where fewer are affected than are in the area. */
    among: z.array(id).optional(),
  }),
  event('spell-took', {
    unit: id,
    spell: id,
    body: id,
    resist: rolledSchema.optional(),
    resisted: z.boolean(),
    damage: damageSchema.optional(),
  }),
  event('recovered', {
    body: id,
    by: id,
    what: id,
    pool: z.enum(['hp', 'mp']),
    power: z.int(),
    dice: pair,
    value: z.int().nullable(),
    extra: z.int(),
    amount: z.int(),
    from: z.int(),
    to: z.int(),
    woke: z.boolean(),
    minutes: z.int(),
  }),
  event('effects', { unit: id, effects: z.array(effectSchema), why: z.string() }),
  event('geared', { unit: id, what: z.string(), item: id, gear: z.array(gearOf), ground: z.array(groundSchema) }),
  event('feat', { unit: id, feat: id, effects: z.array(effectSchema) }),
  event('mounted', { rider: id, mount: id }),
  event('dismounted', { rider: id, mount: id, passengers: z.array(id), forced: z.boolean() }),
  event('fell', {
    unit: id,
    height: z.int(),
    mods: parts,
    distance: z.int(),
    damage: z.int(),
    tumbles: z.array(z.strictObject({ unit: id, rolled: rolledSchema, subtracts: z.int() })),
    tumble: z.int(),
    catcher: id.optional(),
    applied: z.array(z.strictObject({ body: id, defense: z.int(), amount: z.int() })),
  }),
  event('relocated', {
    why: z.enum(['breakthrough', 'forced', 'air', 'together']),
    places: z.array(z.strictObject({ unit: id, ...place, altitude: z.int().optional() })),
  }),
  event('breath', { unit: id, rounds: z.int(), drowning: z.int().optional() }),
  event('checked', { unit: id, what: z.string(), rolled: rolledSchema, tn: z.int(), success: z.boolean() }),
  event('improvised', { unit: id, kind: z.enum(['major', 'minor']), text: z.string() }),
  event('method', { unit: id, useFixed: z.boolean() }),
  event('field', { field: fieldSchema }),
  event('combat-ended', { outcome: outcomeSchema, ended: z.array(z.strictObject({ unit: id, effect: id })) }),
  event('pursued', { side: z.enum(sides) }),
  event('looted', {
    looters: z.array(z.strictObject({ unit: id, monsters: z.array(id), minutes: z.int() })),
    minutes: z.int(),
  }),
  event('closed', { outcome: outcomeSchema }),
  event('effect-hung', { effect: hungSchema }),
  event('effect-lifted', { who: id, name: id }),
  // Written before those two were.
  event('hung', { who: id, name: id, effects: z.array(hungSchema) }),
  event('corrected', {
    field: z.string(),
    who: id,
    value: z.string(),
    unit: unitSchema.optional(),
    battle: stateSchema.partial().optional(),
  }),
]);

export type Event = z.output<typeof eventSchema>;
export type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;
export type Part = z.output<typeof partSchema>;
export type Rolled = z.output<typeof rolledSchema>;
export type Damage = z.output<typeof damageSchema>;
export type Draw = z.output<typeof drawSchema>;
