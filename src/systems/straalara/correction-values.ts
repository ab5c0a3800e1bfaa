import { z } from 'zod';

/** A whole number as a GM types it. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(/^[-−]?\d{1,6}$/, 'a whole number is needed')
    .transform((text) => Number(text.replace('−', '-')))
    .pipe(z.int().min(min).max(max));

/** One of a few words. */
export const word = <const T extends readonly [string, ...string[]]>(words: T) =>
  z
    .string()
    .trim()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(words));

/** `strength 4`. */
export const namedFigure = (min: number, max: number) =>
  z
    .string()
    .trim()
    .regex(/^.+\s[-−]?\d{1,6}$/, 'a name and a whole number are needed, like strength 4')
    .transform((text) => {
      const at = text.search(/\s\S+$/);
      return { name: text.slice(0, at).trim().toLowerCase(), n: Number(text.slice(at).trim()) };
    })
    .pipe(z.object({ name: z.string(), n: z.int().min(min).max(max) }));

/** Yes or no. */
export const yes = z
  .string()
  .trim()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(['yes', 'no', 'true', 'false']))
  .transform((text) => text === 'yes' || text === 'true');
