import { cutLetters } from '../../../core/letters.ts';
import { normalizeText } from '../../../core/message.ts';

/** Code point of ➀. NFKC leaves ➀ to ➉ unchanged, so we replace them. */
const ringed = 0x2780;

/** Replaces special digits and dashes by plain ones. */
const plainDigits = (words: string): string =>
  words
    .normalize('NFKC')
    .replace(/[➀-➉]/g, (digit) => String((digit.codePointAt(0) ?? ringed) - ringed + 1))
    .replace(/−/g, '-');

/** Removes escapes, ruby text and links. Line breaks stay. */
export const parseLines = (value: unknown): string => {
  const words = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  return words
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/<br\s*\/?>/g, '\n')
    .replace(/[|｜]([^《》|｜]{1,100})《[^《》]{0,100}》/g, '$1')
    .replace(/\[([^[\]#]{1,100})#[^[\]]{0,100}\]/g, '$1');
};

/** Removes escapes, ruby text and links, and joins all lines. */
export const parseText = (value: unknown): string => normalizeText(parseLines(value));

/** Parses a name, cut to 60 characters. */
export const parseName = (value: unknown): string => cutLetters(parseText(value), 60);

/** Parses a whole number or a sum like `40+5`. Undefined for anything else. */
export const parseNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) : undefined;
  const words = typeof value === 'string' ? plainDigits(value).replace(/\s/g, '') : '';
  if (!/^[+-]?\d{1,9}(?:[+-]\d{1,9}){0,9}$/.test(words)) return undefined;
  return (words.match(/[+-]?\d+/g) ?? []).reduce((sum, part) => sum + Number(part), 0);
};

/** Parses a whole number. 0 for anything else. */
export const parseCount = (value: unknown): number => parseNumber(value) ?? 0;

/** True if the text is empty or only dashes. */
export const isBlank = (value: unknown): boolean => /^[-ー―—–\s]*$/.test(plainDigits(parseText(value)));

/** Normalizes digits and brackets, so that search patterns match them. */
export const normalizeDigits = (value: unknown): string => plainDigits(parseText(value));

/** Row numbers from 1 to the number in the text, at most `most`. */
export const listRowNumbers = (value: unknown, most: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.min(parseCount(value), most)) }, (_, index) => index + 1);

/** Removes keys whose value is undefined. */
export const omitUndefined = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** The key with its number. Empty if our sheet calculates the same number, and can update it with levels. */
export const omitDerived = (key: string, value: number | undefined, derived: number | undefined) =>
  value === undefined || value === derived ? {} : { [key]: value };

/** Sheet fields of HP or MP: the maximum, and the points left if below the maximum. */
export const poolSheet = (key: 'hp' | 'mp', most: number, now: number | undefined) => ({
  [key]: Math.max(0, most),
  ...(now !== undefined && now < most && { [`${key}Left`]: key === 'mp' ? Math.max(0, now) : now }),
});

/** The key with its number. Empty if the number is 0. */
export const omitZero = (key: string, value: number) => omitDerived(key, value, 0);
