import { z } from 'zod';

/** DS-TRIG-2. The moments at which an effect may be set off. */
export const windows = [
  'round.start',
  'tactics.roll',
  'turn.start',
  'activation.start',
  'weapons.select',
  'action.spend',
  'mp.gain',
  'move.cost',
  'move.step',
  'zone.enter',
  'attack.declare',
  'attack.modifiers',
  'dice.rolled',
  'attack.count',
  'damage',
  'armour',
  'injury',
  'condition.gain',
  'condition.lose',
  'warrior.removed',
  'activation.end',
  'turn.end',
  'round.end',
] as const;
export type Window = (typeof windows)[number];

/** DS-TRIG-1. */
export const moments = ['before', 'during', 'after'] as const;
export type WhenFired = (typeof moments)[number];

/** What an effect does. `amount` and `cancel` work on the phase it belongs to; the rest on its warrior or player. */
export const deedSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('cancel') }),
  z.strictObject({ do: z.literal('amount'), by: z.int() }),
  z.strictObject({ do: z.literal('mp'), by: z.int() }),
  z.strictObject({ do: z.literal('actions'), by: z.int() }),
  z.strictObject({ do: z.literal('vp'), by: z.int() }),
  z.strictObject({ do: z.literal('damage'), by: z.int().min(1) }),
  z.strictObject({ do: z.literal('gain'), condition: z.enum(['stunned', 'wounded', 'distracted']) }),
  z.strictObject({ do: z.literal('clear'), condition: z.enum(['stunned', 'wounded', 'distracted']) }),
  z.strictObject({ do: z.literal('say'), says: z.string() }),
]);
export type Deed = z.output<typeof deedSchema>;

export const triggerSchema = z.strictObject({
  name: z.string(),
  when: z.enum(moments),
  window: z.enum(windows),
  /** `scenario` or the seat whose effect it is (DS-TRIG-3). */
  owner: z.string(),
  /** Only when it happens to this warrior or seat; absent: to anybody. */
  who: z.string().optional(),
  /** Whom it strikes; absent: the one it happens to. */
  on: z.string().optional(),
  /** A player's own effects go by this number, then by name. */
  order: z.int(),
  /** How often it still works; absent: always. */
  uses: z.int().min(1).optional(),
  does: deedSchema,
});
export type Trigger = z.output<typeof triggerSchema>;
