import { normalizeText } from '../../../core/message.ts';

/** The numbers in rings from 1 to 10 that NFKC leaves as they are. */
const ringed = 0x2780;

/** Full-width and ringed digits as plain ones, every minus as a hyphen. */
const plainDigits = (words: string): string =>
  words
    .normalize('NFKC')
    .replace(/[➀-➉]/g, (digit) => String((digit.codePointAt(0) ?? ringed) - ringed + 1))
    .replace(/−/g, '-');

/** Escapes, rubies and links undone, line breaks kept: what a person wrote. */
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

/** The same on one line. */
export const parseText = (value: unknown): string => normalizeText(parseLines(value));

/** A name of at most 60 characters. */
export const parseName = (value: unknown): string => [...parseText(value)].slice(0, 60).join('');

/** The number a text says, a sum such as `40+5` reckoned; nothing where it is empty, a dash or words. */
export const parseNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) : undefined;
  const words = typeof value === 'string' ? plainDigits(value).replace(/\s/g, '') : '';
  if (!/^[+-]?\d{1,9}(?:[+-]\d{1,9}){0,9}$/.test(words)) return undefined;
  return (words.match(/[+-]?\d+/g) ?? []).reduce((sum, part) => sum + Number(part), 0);
};

/** The same, 0 where there is none. */
export const parseCount = (value: unknown): number => parseNumber(value) ?? 0;

/** Is there nothing but a dash, or nothing at all? */
export const isBlank = (value: unknown): boolean => /^[-ー―—–\s]*$/.test(plainDigits(parseText(value)));

/** The text as plain digits and brackets, for patterns. */
export const normalizeDigits = (value: unknown): string => plainDigits(parseText(value));

/** From 1 to a number a text says, at most so many: the rows of a numbered list. */
export const listRowNumbers = (value: unknown, most: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.min(parseCount(value), most)) }, (_, index) => index + 1);

/** What has a value. */
export const omitUndefined = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** The key with a number where it differs from what the sheet would derive: a later level then still counts. */
export const omitDerived = (key: string, value: number | undefined, derived: number | undefined) =>
  value === undefined || value === derived ? {} : { [key]: value };

/** HP or MP of a sheet: the maximum, and what is left where it is less. */
export const poolSheet = (key: 'hp' | 'mp', most: number, now: number | undefined) => ({
  [key]: Math.max(0, most),
  ...(now !== undefined && now < most && { [`${key}Left`]: key === 'mp' ? Math.max(0, now) : now }),
});

/** Only what says something: no zeros, no empty lists. */
export const omitZero = <Key extends string>(key: Key, value: number): { readonly [K in Key]?: number } => {
  const only: { [K in Key]?: number } = {};
  if (value !== 0) only[key] = value;
  return only;
};
