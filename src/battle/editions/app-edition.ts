import { z } from 'zod';
import { diceEditions } from '../../dice/order-dice.ts';

/**
 * What one edition of the app changed in what it saves of battles, apart from the rulebook's data. Each step converts the shape
 * of the edition before. A part that is not listed did not change.
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

/** The editions under which something of a battle was written: of the app and of its rulebook. */
export const editionStampSchema = z.strictObject({ house: z.int().min(1), rules: z.int().min(1) });
export type EditionStamp = z.output<typeof editionStampSchema>;

/** True if both were written under the same editions of app and rulebook. */
export const isSameEdition = (a: EditionStamp, b: EditionStamp): boolean => a.house === b.house && a.rules === b.rules;

/** Under which editions a battle is saved, and by which its dice fall, from its first to its last. */
export const editionSchema = editionStampSchema.extend({ dice: z.literal(diceEditions) });
export type Edition = z.output<typeof editionSchema>;

/** In order: the first leads from edition 1 to 2. */
const steps: readonly AppUpcaster[] = [];

/** The current edition of the app's own shapes. */
export const appEdition = steps.length + 1;

/** Upcasts a saved part of the app to the current edition. The result is still to be parsed. */
export const upcastApp = (part: keyof AppUpcaster, from: number, saved: unknown, through = steps): unknown =>
  through.slice(from - 1).reduce((value, step) => step[part]?.(value) ?? value, saved);
