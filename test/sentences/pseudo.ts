import { runInLanguage, worded } from '../../src/core/message.ts';
import { rulesets } from '../../src/systems/index.ts';
import { dictionaryOf, sentenceTable } from './table.ts';

const letters = 'áƀçđéƒğĥíĵķłɱñóþɋřšŧúṽŵẋýž';
const capitals = 'ÁɃÇĐÉƑĞĤÍĴĶŁⱮÑÓÞɊŘŠŦÚṼŴẊÝŽ';

const marked = (text: string): string =>
  text
    .replaceAll(/[a-z]/g, (letter) => letters[letter.charCodeAt(0) - 97] ?? letter)
    .replaceAll(/[A-Z]/g, (letter) => capitals[letter.charCodeAt(0) - 65] ?? letter);

const hasWords = (template: string): boolean => /\p{L}{2}/u.test(template.replaceAll(/\{\d+\}/g, ' '));

/** Names that combatants get from presets. Transcripts type them in English. */
const names = new Set(rulesets.flatMap(({ presets }) => Object.values(presets).map(({ title, name = title }) => name)));

/**
 * A dictionary that brackets every sentence with words and accents every letter, so that plain letters reveal an
 * untranslated text.
 */
export const pseudoLanguage = dictionaryOf('en-XA', sentenceTable(), (template) =>
  hasWords(template) && !names.has(template) ? `⟦${marked(template)}⟧` : template,
);

/** The words of a text in plain letters. */
export const plainWords = (text: string): readonly string[] =>
  [...text.matchAll(/[A-Za-z][A-Za-z’']*[A-Za-z]/g)].map(([word]) => word.toLowerCase());

/** A sentence without placeholders in the pseudo-language. */
export const inPseudo = (english: string): string => runInLanguage(pseudoLanguage, () => worded(english));
