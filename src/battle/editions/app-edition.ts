import { z } from 'zod';
import { diceEditions } from '../../dice/order-dice.ts';
import type { AppUpcaster } from './step.ts';

/** Under which editions something of a battle was written: the house's own shapes, and its rulebook's. */
export const editionStampSchema = z.strictObject({ house: z.int().min(1), rules: z.int().min(1) });
export type EditionStamp = z.output<typeof editionStampSchema>;

/** Were both written under the same editions, whatever their dice fall by? */
export const isSameEdition = (a: EditionStamp, b: EditionStamp): boolean => a.house === b.house && a.rules === b.rules;

/** Under which editions a battle is saved, and by which its dice fall, from its first to its last. */
export const editionSchema = editionStampSchema.extend({ dice: z.literal(diceEditions) });
export type Edition = z.output<typeof editionSchema>;

/** In order: the first leads from edition 1 to 2. */
const steps: readonly AppUpcaster[] = [];

/** The edition of the house's own shapes that is written now. */
export const appEdition = steps.length + 1;

/** Something of the house that was saved under an edition, in its present shape; it is still to be parsed. */
export const upcastApp = (part: keyof AppUpcaster, from: number, saved: unknown, through = steps): unknown =>
  through.slice(from - 1).reduce((value, step) => step[part]?.(value) ?? value, saved);
