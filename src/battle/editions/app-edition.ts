import { z } from 'zod';
import { diceEditions } from '../../dice/order-dice.ts';

/** Converts the app's saved data of battles from one edition to the next. Parts without a function stay unchanged. */
export interface AppUpcaster {
  readonly table?: (table: unknown) => unknown;
  /** Converts a log entry, except the rulebook's events in it. */
  readonly entry?: (entry: unknown) => unknown;
  readonly pending?: (pending: unknown) => unknown;
  /** Converts an alarm of the turn clock. */
  readonly alarm?: (alarm: unknown) => unknown;
  /** Converts the content of an outbox message. */
  readonly outboxContent?: (saying: unknown) => unknown;
}

/** The editions of the app (`house`) and the rulebook under which something was saved. */
export const editionStampSchema = z.strictObject({ house: z.int().min(1), rules: z.int().min(1) });
export type EditionStamp = z.output<typeof editionStampSchema>;

/** True if both stamps have the same editions of app and rulebook. */
export const isSameEdition = (a: EditionStamp, b: EditionStamp): boolean => a.house === b.house && a.rules === b.rules;

/** The editions under which a battle is saved, and the edition of its dice. */
export const editionSchema = editionStampSchema.extend({ dice: z.literal(diceEditions) });
export type Edition = z.output<typeof editionSchema>;

/** The conversions between editions, in order. The first converts edition 1 to edition 2. */
const steps: readonly AppUpcaster[] = [];

/** The current edition of the app's saved data. */
export const appEdition = steps.length + 1;

/** Converts a saved part of the app's data to the current edition. The caller parses the result. */
export const upcastApp = (part: keyof AppUpcaster, from: number, saved: unknown, through = steps): unknown =>
  through.slice(from - 1).reduce((value, step) => step[part]?.(value) ?? value, saved);
