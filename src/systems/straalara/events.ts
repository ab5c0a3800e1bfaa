import { z } from 'zod';
import { effectSchema } from '../../rules/effects.ts';
import { textSchema } from '../../rules/message-schema.ts';
import { changeSchema } from './change.ts';
import {
  extendedSchema,
  heldSchema,
  intentSchema,
  modifierSchema,
  nominationSchema,
  pendingSchema,
  queuedSchema,
  slotNumber,
  stances,
  stepSchema,
} from './model.ts';
import { settingsSchema } from './settings.ts';
import { maneuvers, sheetSchema } from './sheet.ts';

const who = z.string();
const part = z.strictObject({ says: z.string(), n: z.int() });
export type Part = z.output<typeof part>;

/** A pool as it fell: every part of the sum, every die, what counted and what cancelled. */
const rollSchema = z.strictObject({
  pool: z.int(),
  parts: z.array(part),
  difficulty: z.int(),
  marks: z.array(part),
  dice: z.array(z.int().min(1).max(10)),
  hits: z.int(),
  ones: z.int(),
  successes: z.int(),
  outcome: z.enum(['success', 'failure', 'botch']),
});
export type Roll = z.output<typeof rollSchema>;

const damageRoll = z.strictObject({
  base: z.int(),
  extra: z.int(),
  dice: z.array(z.int().min(1).max(10)),
  successes: z.int(),
});
export type DamageRoll = z.output<typeof damageRoll>;

/** Damage and soak of one source, and what they come to (ST-RES steps 5 to 8). */
const blow = {
  damage: damageRoll,
  soak: rollSchema.optional(),
  healthLost: z.int().min(0),
  dazes: z.boolean(),
};
const blowSchema = z.strictObject(blow);
export type Blow = z.output<typeof blowSchema>;

const progress = z.strictObject({ ...extendedSchema.shape, completed: z.boolean() });

const event = <const T extends string, Shape extends z.core.$ZodLooseShape>(type: T, shape: Shape) =>
  z.strictObject({ type: z.literal(type), ...shape });

export const eventSchema = z.discriminatedUnion('type', [
  event('entered', { who, side: z.string().optional(), sheet: sheetSchema }),
  event('begun', { settings: settingsSchema }),
  event('initiative', { who, die: z.int(), rating: z.int(), score: z.int() }),
  event('nominations-opened', { order: z.array(who) }),
  event('sealed', { who, intent: intentSchema }),
  event('seal-broken', { who, slot: slotNumber, code: z.string(), says: textSchema }),
  event('declared', { who, stance: z.enum(stances), as: nominationSchema, opened: z.boolean(), sealed: z.boolean() }),
  event('nominated', { who, as: nominationSchema, opened: z.boolean(), sealed: z.boolean() }),
  event('opened', { who: z.array(who), slot: slotNumber }),
  event('actions-opened', { steps: z.array(stepSchema) }),
  event('step-lost', { who, slot: slotNumber }),
  event('step-opened', { members: z.array(z.strictObject({ combatant: who, slot: slotNumber })) }),
  event('taken', {
    who,
    slot: slotNumber,
    move: z.int().min(0),
    as: nominationSchema,
    /** A fresh target for the extended action that goes on (ST-NOM-8). */
    retarget: who.optional(),
  }),
  event('passed', { who, slot: slotNumber, move: z.int().min(0) }),
  event('lapsed', { who, slot: slotNumber, move: z.int().min(0), code: z.string() }),
  event('attacked', {
    who,
    target: who,
    maneuver: z.enum(maneuvers),
    weapon: z.string().optional(),
    spell: z.string().optional(),
    base: z.int(),
    roll: rollSchema,
    extended: progress.optional(),
    /** There where the target is asked for a defense (ST-DEF-1). */
    pending: pendingSchema.optional(),
  }),
  event('defended', {
    who,
    maneuver: z.enum(['block', 'parry', 'dodge', 'spell', 'none']),
    with: z.string().optional(),
    roll: rollSchema.optional(),
  }),
  event('struck', {
    who,
    target: who,
    attack: z.int(),
    defense: z.int(),
    net: z.int(),
    blow: blowSchema.optional(),
  }),
  event('attack-dropped', { who, target: who }),
  event('acted', {
    who,
    target: who.optional(),
    what: z.string(),
    roll: rollSchema,
    oppose: rollSchema.optional(),
    extended: progress.optional(),
    /** None while an extended action goes on. */
    net: z.int().optional(),
    blow: blowSchema.optional(),
  }),
  event('queued', { entry: queuedSchema }),
  event('held', { what: heldSchema }),
  event('step-closed', {}),
  event('wounded', {
    who,
    healthLost: z.int().min(0),
    dazed: z.boolean(),
    cause: z.enum(['attack', 'action', 'end', 'botch', 'gm']),
  }),
  event('readied', { who, weapon: z.string(), ready: z.boolean() }),
  event('end-reached', {}),
  event('took-effect', { entry: queuedSchema, blow: blowSchema.optional() }),
  event('turn-ended', {}),
  event('modified', { who, modifier: modifierSchema }),
  event('botch-settled', {
    who,
    consequence: z.enum(['none', 'weapon-broken', 'hits-ally']),
    weapon: z.string().optional(),
    victim: who.optional(),
    blow: blowSchema.optional(),
    says: z.string().optional(),
  }),
  event('healed', { who, levels: z.int().min(1) }),
  event('life-set', { who, life: z.enum(['up', 'incapacitated', 'dead']) }),
  event('removed', { who }),
  event('corrected', { change: changeSchema }),
  event('effect-hung', { effect: effectSchema }),
  event('effect-lifted', { who, name: z.string() }),
  event('effects-ticked', { left: z.array(effectSchema), ended: z.array(z.strictObject({ who, name: z.string() })) }),
  event('ended', { winner: z.string().optional(), reason: z.string() }),
]);
export type Event = z.output<typeof eventSchema>;
export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;
