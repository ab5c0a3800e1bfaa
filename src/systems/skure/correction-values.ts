import { z } from 'zod';

/** A text that reads as one of these words. */
export const word = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.string().transform((text, context): T[number] => {
    const found = words.find((each) => each.toLowerCase() === text.trim().toLowerCase());
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: `one of ${words.join(', ')}` });
    return z.NEVER;
  });

/** A text that reads as a whole number between two others. */
export const number = (min: number, max: number) =>
  z.string().transform((text, context): number => {
    const value = /^\s*[+-−]?\s*\d{1,6}\s*$/.test(text)
      ? Number(text.replace('−', '-').replace(/\s/g, ''))
      : Number.NaN;
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    context.addIssue({ code: 'custom', message: `a whole number from ${min} to ${max}` });
    return z.NEVER;
  });
