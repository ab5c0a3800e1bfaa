import { z } from 'zod';
import { modifierSchema, nominationSchema, slotNumber, stances } from './model.ts';

const who = z.string();
const change = <const T extends string, Shape extends z.core.$ZodLooseShape>(set: T, shape: Shape) =>
  z.strictObject({ set: z.literal(set), ...shape });

/** Everything the GM may put right by hand. */
export const changeSchema = z.discriminatedUnion('set', [
  change('lost', { who, n: z.int() }),
  change('overflow', { who, n: z.int() }),
  change('life', { who, life: z.enum(['up', 'incapacitated', 'dead']) }),
  change('dazed', { who, on: z.boolean() }),
  change('rating', { who, n: z.int() }),
  change('score', { who, n: z.int() }),
  change('stance', { who, stance: z.enum(['none', ...stances]) }),
  change('action', { who, slot: slotNumber, as: nominationSchema }),
  change('moved', { who, n: z.int() }),
  change('defenses-used', { who, n: z.int() }),
  change('progress', { who, n: z.int() }),
  change('no-extended', { who }),
  change('no-botch', { who }),
  change('modifiers', { who, modifiers: z.array(modifierSchema) }),
  change('attribute', { who, name: z.string(), n: z.int() }),
  change('ability', { who, name: z.string(), n: z.int() }),
  change('armor', { who, n: z.int() }),
  change('walk', { who, n: z.int() }),
  change('weapon', { who, weapon: z.string(), ready: z.boolean(), broken: z.boolean() }),
  change('next', { who }),
  change('turn', { n: z.int() }),
  change('seconds', { n: z.int() }),
  change('stage', { stage: z.enum(['INITIATIVE', 'DECLARE', 'END']) }),
  change('no-attack', {}),
]);
export type Change = z.output<typeof changeSchema>;
