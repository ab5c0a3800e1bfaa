import { normalizeText } from '../../../core/text.ts';

/** The whole number that stands there, as a number or a text; 0 where none does. */
export const parseWholeNumber = (value: unknown): number => {
  const given = typeof value === 'string' && /^\s*[+-]?\d{1,6}\s*$/.test(value) ? Number(value) : value;
  return typeof given === 'number' && Number.isFinite(given) ? Math.trunc(given) : 0;
};

/** A name of at most 100 characters. */
export const parseName = (value: unknown): string =>
  typeof value === 'string' ? normalizeText(value).slice(0, 100).trim() : '';

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));

/** A rating from 0 to 10. */
export const clampRating = (value: number): number => between(0, value, 10);
