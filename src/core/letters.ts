import { lazyValue } from './memoize.ts';
import { buildNamePattern, normalizeText } from './message.ts';

const segmenter = lazyValue(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** Splits a text into visible letters. A flag, or an emoji of several joined ones, is one. */
export const splitLetters = (text: string): readonly string[] =>
  /^[ -~]*$/.test(text) ? [...text] : Array.from(segmenter().segment(text), ({ segment }) => segment);

/** Maximum length of one visible letter (UTF-16 code units). Joined emoji have up to 35. */
export const maxLetterLength = 64;

/** Cuts a text between visible letters. `longest`: in UTF-16 code units, as schemas count. */
export const cutBetweenLetters = (text: string, longest: number): string => {
  let end = 0;
  for (const { length } of splitLetters(text.slice(0, longest + maxLetterLength)))
    if (end + length > longest) break;
    else end += length;
  return text.slice(0, end).trim();
};

/** Normalizes a text and cuts it between visible letters. `longest`: in UTF-16 code units. */
export const cutLetters = (typed: string, longest: number): string => cutBetweenLetters(normalizeText(typed), longest);

/** Marks the commas and semicolons inside of known names, so that a list is not split there: `Ann, Bob` is one. */
export const joinKnownNames = (text: string, names: readonly string[]): string => {
  const divided = names.filter((name) => /[,;]/.test(name));
  const join = (name: string): string => name.replaceAll(',', '，').replaceAll(';', '；');
  return divided.length === 0 ? text : text.replaceAll(buildNamePattern(divided), join);
};
