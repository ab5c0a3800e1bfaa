import { lazyValue } from './memoize.ts';
import { buildNamePattern, normalizeText } from './message.ts';

const segmenter = lazyValue(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** Splits a text into visible letters. A flag, or an emoji of several joined ones, is one. */
export const splitLetters = (text: string): readonly string[] =>
  /^[ -~]*$/.test(text) ? [...text] : Array.from(segmenter().segment(text), ({ segment }) => segment);

/** Matches wide letters: Chinese, Japanese and Korean ones, full-width forms, and emoji. */
const wideLetter =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{RGI_Emoji})/v;

/** The number of columns that a visible letter fills in a terminal: 2 for a wide letter. */
export const letterColumns = (letter: string): number => (wideLetter.test(letter) ? 2 : 1);

/** The number of columns that a text fills in a terminal. */
export const columnsOf = (text: string): number =>
  splitLetters(text).reduce((sum, letter) => sum + letterColumns(letter), 0);

/** Matches letters of scripts without blanks between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const wordSegmenter = lazyValue(() => new Intl.Segmenter('en', { granularity: 'word' }));

/** Splits a text into words if its script has no blanks between words, as in Japanese. */
export const splitUnspaced = (text: string): readonly string[] =>
  unspaced.test(text)
    ? Array.from(wordSegmenter().segment(text)).flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []))
    : [text];

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
