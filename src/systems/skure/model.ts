import { z } from 'zod';
import { effectSchema } from '../../rules/effects.ts';
import { squareSchema } from '../../rules/grid/square.ts';
import { sheetSchema } from './sheet.ts';
import { combatantSchema, conditionSchema, facingSchema, list, name, nextSchema, turnSchema } from './state.ts';

const on = <const T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape });

export const eventSchema = z.discriminatedUnion('type', [
  on('joined', { who: name, team: z.string().min(1), sheet: sheetSchema }),
  on('placed', { who: name, at: squareSchema, facing: facingSchema, lot: z.int().optional() }),
  on('started', { order: list(name) }),
  on('ordered', { order: list(name), place: z.int() }),
  on('round-began', { round: z.int(), order: list(name) }),
  on('turn-began', { who: name }),
  on('turn-skipped', { who: name, why: z.enum(['down', 'disrupted']), conditions: list(conditionSchema) }),
  /** `passedOn`: by the BM, with nothing done in it. */
  on('turn-ended', { who: name, conditions: list(conditionSchema), passedOn: z.boolean().optional() }),
  on('halted', {}),
  on('said', { who: name, text: z.string(), asking: z.boolean() }),
  on('stunt-proposed', { who: name, target: name.optional(), text: z.string(), sizeWarning: z.boolean() }),
  on('stunt-ruled', {
    who: name,
    text: z.string(),
    approved: z.boolean(),
    effect: z.string(),
    chance: z.int().optional(),
    natural: z.int().optional(),
    next: nextSchema,
  }),
  on('corrected', { what: z.string(), combatant: combatantSchema }),
  on('battle-corrected', { what: z.string(), objective: z.string(), round: z.int(), blocked: list(squareSchema) }),
  on('turn-corrected', { what: z.string(), turn: turnSchema }),
  on('effects-changed', {
    effects: list(effectSchema),
    hung: effectSchema.optional(),
    ended: list(z.strictObject({ who: name, name: z.string() })),
  }),
  on('ended', { winner: z.string().optional(), reason: z.string() }),
]);
export type LegacyEvent = z.output<typeof eventSchema>;
type Event = LegacyEvent;
export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;
