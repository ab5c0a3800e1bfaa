import { z } from 'zod';
import { effectSchema } from '../../rules/effects.ts';
import { squareSchema } from '../../rules/grid/square.ts';
import { activationSchema, conditions, fieldSchema, scenarioSchema, seatSchema, warriorSchema } from './model.ts';
import { faces, settingsSchema } from './settings.ts';
import { triggerSchema } from './windows.ts';

const face = z.enum(faces);

/** One roll of skull dice as it fell and as it counts. */
export const rollSchema = z.strictObject({
  base: z.int(),
  step: z.int(),
  /** The d6 as they fell. */
  values: z.array(z.int()),
  faces: z.array(face),
  chooser: z.enum(['none', 'roller', 'opponent', 'auto']),
  /** The seat that removed dice, if a player did. */
  by: z.string().optional(),
  dropped: z.array(z.int()),
  kept: z.array(face),
});
export type SkullRoll = z.output<typeof rollSchema>;

const results = ['none', 'stunned', 'wounded', 'incapacitated', 'killed'] as const;
export type HarmResult = (typeof results)[number];

/** What becomes of damage: armour, injury and the result (DS-ATK-7, steps 8 to 12). */
export const harmSchema = z.strictObject({
  damage: z.int(),
  armour: rollSchema.extend({ negated: z.int(), steps: z.record(z.string(), z.int()).default({}) }).optional(),
  injury: rollSchema.extend({ count: z.int() }).optional(),
  /** What the injury roll's step is made of, by name. */
  steps: z.record(z.string(), z.int()),
  final: z.int(),
  result: z.enum(results),
});
export type Harm = z.output<typeof harmSchema>;

const steps = z.record(z.string(), z.int());
const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });
const name = z.string();

const setup = [
  event('entered', { seat: seatSchema, warriors: z.array(warriorSchema), midway: z.boolean() }),
  event('scenario-chosen', { scenario: scenarioSchema }),
  event('ground-drawn', { ground: fieldSchema }),
  event('settings-set', { key: name, value: name, settings: settingsSchema }),
  event('policy-set', { seat: name, policy: z.enum(['auto', 'ask']) }),
  event('trigger-set', { trigger: triggerSchema }),
  event('trigger-lifted', { name }),
  event('triggered', { name, who: name.optional(), says: name }),
  event('began', {
    holder: name,
    rolls: z.array(z.record(z.string(), z.int())),
    ground: fieldSchema,
  }),
  event('deployed', { warrior: name, at: squareSchema }),
] as const;

const rounds = [
  event('current-set', { seat: name.optional() }),
  event('round-began', { round: z.int() }),
  event('token-moved', { from: name.optional(), to: name, why: z.enum(['skull', 'cleanup', 'eliminated']) }),
  event('tactics-tested', {
    seat: name,
    level: z.int().optional(),
    roll: rollSchema,
    kept: face,
    stored: z.enum(['HIT', 'ADV']).optional(),
    lost: z.boolean(),
  }),
  event('resolution-began', { current: name.optional() }),
  event('cleanup-began', { round: z.int() }),
  event('round-ended', { round: z.int() }),
  event('scored', { seat: name, vp: z.int(), why: name, about: name.optional() }),
  event('ending', { why: name }),
  event('game-over', { winners: z.array(name), says: name }),
] as const;

const activations = [
  event('activated', {
    activation: activationSchema,
    lost: z.array(z.enum(conditions)),
    stunned: z.int(),
    wounded: z.int(),
    /** Of somebody hidden: what is drawn on the board stays, as if nobody's activation had begun. */
    unseen: z.literal(true).optional(),
  }),
  event('activation-prevented', { warrior: name }),
  event('toll-paid', { warrior: name, stunned: z.int(), wounded: z.int(), actions: z.int() }),
  event('action-spent', { warrior: name, on: z.enum(['move', 'attack', 'interact']) }),
  event('mp-gained', {
    warrior: name,
    source: z.enum(['action', 'tacticsAdv', 'effect']),
    base: z.int(),
    fast: z.int(),
    slow: z.int(),
    other: z.int(),
    amount: z.int(),
  }),
  event('actions-changed', { warrior: name, by: z.int() }),
  event('attacks-gained', {
    warrior: name,
    ordinal: z.int(),
    gains: z.record(z.string(), z.int()),
    free: z.boolean(),
    /** The attack that is made with it at once. */
    opens: z.boolean().optional(),
  }),
  event('symbol-spent', { seat: name, warrior: name, symbol: z.enum(['HIT', 'ADV']) }),
  event('stepped', { warrior: name, to: squareSchema, cost: z.int() }),
  event('moved', {
    warrior: name,
    from: squareSchema,
    path: z.array(squareSchema),
    costs: z.array(steps),
    /** How many steps were made. */
    made: z.int(),
    at: squareSchema,
    mpLeft: z.int(),
  }),
  event('morale-tested', {
    warrior: name,
    against: name,
    why: z.enum(['fearsome', 'awe']),
    steps,
    roll: rollSchema,
    count: z.int(),
    passed: z.boolean(),
  }),
  event('activation-ended', { warrior: name, why: z.enum(['command', 'nothing-left', 'wounded', 'removed']) }),
] as const;

/** A shot as it was taken; `chosen`: its corner was the shooter's choice, not the best one. */
const shotSchema = z.strictObject({
  corner: name,
  count: z.int(),
  distance: z.int(),
  band: z.int(),
  chosen: z.literal(true).optional(),
});

const fights = [
  event('attack-paid', { warrior: name, weapon: name, pool: name }),
  event('attacked', {
    warrior: name,
    target: name,
    weapon: name,
    mode: z.enum(['melee', 'ranged']),
    modifiers: steps,
    sight: shotSchema.optional(),
    roll: rollSchema,
    grip: z.boolean(),
    hits: z.int(),
    advSpent: z.int(),
    harm: harmSchema.optional(),
    result: z.enum(['miss', ...results]),
    surprised: z.boolean(),
    flanked: z.boolean(),
  }),
  event('blasted', {
    warrior: name,
    weapon: name,
    space: squareSchema,
    modifiers: steps,
    sight: shotSchema,
    opponent: name.optional(),
    roll: rollSchema,
  }),
  event('blast-struck', {
    warrior: name,
    target: name,
    distance: z.int(),
    dice: z.array(face),
    hits: z.int(),
    cover: z.int(),
    harm: harmSchema.optional(),
  }),
  event('harmed', { target: name, source: name, harm: harmSchema }),
  event('condition-gained', { warrior: name, condition: z.enum(conditions), quiet: z.boolean() }),
  event('condition-lost', { warrior: name, condition: z.enum(conditions), quiet: z.boolean().optional() }),
  event('removed', { warrior: name, how: z.enum(['incapacitated', 'killed']), credit: name.optional() }),
] as const;

const deeds = [
  event('door-toggled', { warrior: name, a: squareSchema, b: squareSchema, open: z.boolean() }),
  event('thing-taken', { warrior: name, thing: name }),
  event('thing-given', { warrior: name, thing: name, to: name }),
  event('thing-dropped', { warrior: name, thing: name, at: squareSchema }),
  event('thing-used', { warrior: name, thing: name, roll: rollSchema.optional(), passed: z.boolean() }),
  event('treated', {
    warrior: name,
    target: name,
    condition: z.enum(conditions),
    steps,
    roll: rollSchema,
    count: z.int(),
    passed: z.boolean(),
  }),
  event('tested', {
    seat: name,
    warriors: z.array(name),
    skill: name,
    steps,
    roll: rollSchema,
    count: z.int(),
    passed: z.boolean(),
  }),
] as const;

/** What the GM puts right: each part takes the place of the one before. */
export const patchSchema = z.strictObject({
  warrior: warriorSchema.optional(),
  seat: seatSchema.optional(),
  seats: z.array(name).optional(),
  activation: activationSchema.optional(),
  noActivation: z.boolean().optional(),
  battle: z
    .strictObject({
      round: z.int().min(1),
      phase: z.enum(['deploy', 'preparation', 'resolution']),
      current: name,
      initiative: name,
      ending: z.boolean(),
      settings: settingsSchema,
    })
    .partial()
    .optional(),
  ground: fieldSchema.optional(),
});
export type Patch = z.output<typeof patchSchema>;

const byHand = [
  event('corrected', { who: name, field: name, value: name, patch: patchSchema }),
  event('effect-hung', { effect: effectSchema }),
  event('effect-lifted', { who: name, name, ended: z.boolean() }),
  event('effects-ticked', { left: z.array(effectSchema) }),
] as const;

export const eventSchema = z.discriminatedUnion('type', [
  ...setup,
  ...rounds,
  ...activations,
  ...fights,
  ...deeds,
  ...byHand,
]);
export type Event = z.output<typeof eventSchema>;
