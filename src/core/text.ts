import { fillTemplate, worded } from './language.ts';
import { BoundedCache } from './memoize.ts';

/** Control characters, bidirectional marks, zero-width characters and lone surrogates: nothing a name needs. */
const invisibleCharacters =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Variation_Selector}|\u2028|\u2029|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;

/** Nearly every name: nothing in it is to be changed. */
const plainNamePattern = /^[!-~]+(?: [!-~]+)*$/;

/** A text without invisible characters, its runs of white space made one blank each. */
export const normalizeText = (text: string): string =>
  plainNamePattern.test(text) ? text : text.replace(/\s+/gu, ' ').replace(invisibleCharacters, '').trim();

/** The same name for comparing: letter case and width do not count. */
export const isSameName = (a: string, b: string): boolean => normalizeName(a) === normalizeName(b);

/** The keys of names that were looked for lately: the same few are, again and again. */
const normalizedNames = new BoundedCache<string, string>(1000);

export const normalizeName = (name: string): string =>
  normalizedNames.get(name) ?? normalizedNames.put(name, normalizeText(name).normalize('NFKC').toLowerCase());

const escapeForPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Where a person has typed one of these names: whole, in any letter case, and the longest that fits. */
export const buildNamePattern = (names: readonly string[]): RegExp => {
  const longestFirst = [...new Set(names)].toSorted((a, b) => b.length - a.length).map(escapeForPattern);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
};

/** A name and the number it ends with, of three digits at most: `Zombie 12`. Nothing where it is no more than a number, or has none. */
export const splitNumberedName = (name: string): { readonly stem: string; readonly number: number } | undefined => {
  const [, stem, number] = /^(.*?)\s*(\d{1,3})$/.exec(name) ?? [];
  return stem === undefined || stem === '' ? undefined : { stem, number: Number(number) };
};

/** `a, b and c`. */
export const listed = (names: readonly string[], word = 'and'): string =>
  names.length < 2
    ? names.map(worded).join('')
    : fillTemplate(['', ...names.slice(2).map(() => ', '), ` ${word} `, ''], names);

/** A number with its sign, the minus as a typographer sets it: +15, −5, 0. */
export const formatSigned = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

/** A number as a typographer sets it, its minus no hyphen: 5, −5. */
export const formatNumber = (value: number): string => (value < 0 ? `−${-value}` : `${value}`);

/** What went wrong, as whatever threw it says. */
export const errorMessage = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem);

/** What people read if the disk of the bot's data is full. */
export const diskFullSentence =
  'The bot’s disk is full, so nothing was saved. Ask the person who runs the bot to free space, then try again.';

/** True if a failure comes from a full disk. */
export const isFromFullDisk = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'DiskFull' || isFromFullDisk(error.cause));
