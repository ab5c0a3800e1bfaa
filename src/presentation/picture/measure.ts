import { kindOf } from './font-coverage.ts';

/**
 * How wide our font sets a text, near enough to cut names and to keep labels apart without asking a font: hundredths of
 * the size, for the characters from blank to tilde, regular and bold.
 */
const regular =
  '29 36 41 75 57 85 70 25 35 35 45 75 29 32 29 30 57 57 57 57 57 57 57 57 57 57 30 30 75 75 75 48 90 62 62 63 69 57 52 70 68 27 27 59 50 78 67 71 54 71 63 57 55 66 62 89 62 55 62 35 30 35 75 45 45 55 57 49 57 55 32 57 57 25 25 52 25 88 57 55 57 57 37 47 35 57 53 74 53 53 47 57 30 57 75';
const bold =
  '31 41 47 75 63 90 78 28 41 41 47 75 34 37 34 33 63 63 63 63 63 63 63 63 63 63 36 36 75 75 75 52 90 70 69 66 75 61 61 74 75 33 33 70 57 90 75 76 66 76 69 65 61 73 70 99 69 65 65 41 33 41 75 45 45 61 64 53 64 61 39 64 64 31 31 60 31 94 64 62 64 64 44 54 43 64 59 83 58 59 52 64 33 64 75';
const tables = {
  regular: regular.split(' ').map(Number),
  bold: bold.split(' ').map(Number),
};
/** Wider than nearly every letter that is not in the tables: a label may turn out short, never long. */
const other = { regular: 72, bold: 80 };
/** Those of Noto Sans are as wide as they are high, those of Noto Emoji a quarter wider. */
const wide = { own: undefined, 'east-asian': 100, emoji: 128 };
const narrow = new Set(['·', '’', '‘', 'ı', 'í', 'ì', 'î', 'ï']);

type Weight = 'regular' | 'bold';

const hundredthsOf = (letter: string, weight: Weight): number =>
  tables[weight][(letter.codePointAt(0) ?? 0) - 32] ??
  wide[kindOf(letter) ?? 'own'] ??
  (narrow.has(letter) ? 36 : other[weight]);

export const textWidth = (text: string, size: number, weight: Weight = 'regular'): number => {
  let hundredths = 0;
  for (const letter of text) hundredths += hundredthsOf(letter, weight);
  return (hundredths * size) / 100;
};

/** The text, or as much of its beginning as fits, with `…`; empty where not even one letter fits. */
export const fitted = (text: string, width: number, size: number, weight: Weight = 'regular'): string => {
  if (textWidth(text, size, weight) <= width) return text;
  let all = hundredthsOf('…', weight);
  let cut = '';
  let begun = '';
  for (const letter of text) {
    all += hundredthsOf(letter, weight);
    begun += letter;
    // Blanks at the end are left out: only a letter makes the cut longer.
    if (letter.trim() === '') continue;
    if ((all * size) / 100 > width) break;
    cut = begun;
  }
  return cut === '' ? '' : `${cut}…`;
};

/** What our fonts can show of a text: nothing for one in signs they do not have, for one such sign would blank the whole text. */
export const drawable = (text: string): string =>
  [...text]
    .filter((letter) => kindOf(letter) !== undefined)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
