import { z } from 'zod';
import { diceEditions } from '../../dice/order-dice.ts';

/**
 * What one edition of the house changed in what it saves of battles beside the rulebook's own: each step makes a shape of the
 * edition before into one of its own. What is left out stayed as it was.
 */
export interface AppUpcaster {
  readonly table?: (table: unknown) => unknown;
  /** A whole entry of the log, but for the rulebook's events in it. */
  readonly entry?: (entry: unknown) => unknown;
  readonly pending?: (pending: unknown) => unknown;
  /** An alarm of the clock. */
  readonly alarm?: (alarm: unknown) => unknown;
  /** What is still to be said. */
  readonly outboxContent?: (saying: unknown) => unknown;
}

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
