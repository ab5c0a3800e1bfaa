import { z } from 'zod';
import { splitUnspaced } from '../../core/letters.ts';
import { loadTables } from '../../rules/presets.ts';

const data = loadTables(
  new URL('./everyday-words.json', import.meta.url),
  z.strictObject({
    /** Words that a search ignores, because they say nothing about a question's subject. */
    ignored: z.array(z.string()),
    /** Everyday phrases, as patterns, and the words that the rulebooks and commands use for them. */
    phrases: z.record(z.string(), z.string()),
    /** Words that mean nearly the same. A search for one also finds the others, but these count less. */
    synonyms: z.array(z.string()),
  }),
);
const stopWords = new Set(data.ignored.flatMap((row) => row.split(' ')));
const phrases = Object.entries(data.phrases).map(
  ([said, meant]) => [new RegExp(`\\b(?:${said})\\b`, 'g'), meant] as const,
);

/** Reduces a word to its stem: charges, charged and charging to the same text. */
export const stemWord = (word: string): string => {
  const bare = word.replace(/['’]s$/, '');
  if (bare.length < 5) return bare.length === 4 ? bare.replace(/(?<=.[^s])s$|e$/, '') : bare;
  return bare
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=.[^s])s$/, '')
    .replace(/(?<=...)(?:ing|ed)$/, '')
    .replace(/([bdgmnprt])\1$/, '$1')
    .replace(/(?<=...)e$/, '');
};

const wordPattern = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** Matches Japanese endings and particles, which say nothing about a question's subject. */
const particlePattern = /^\p{sc=Hiragana}{1,2}$/u;

const wordsIn = (text: string): readonly string[] =>
  (
    phrases
      .reduce((said, [wording, meant]) => said.replace(wording, ` ${meant} `), text.toLowerCase())
      .match(wordPattern) ?? []
  )
    .flatMap(splitUnspaced)
    .filter((word) => !particlePattern.test(word));

/** The words of a text: in lower case, phrases replaced, stemmed. */
export const toStems = (text: string): readonly string[] => wordsIn(text).map(stemWord);

/** The words of a text that say something about its subject, as `toStems`. */
export const searchTerms = (text: string): readonly string[] =>
  wordsIn(text)
    .filter((word) => !stopWords.has(word))
    .map(stemWord);

const synonymsByStem = new Map<string, readonly string[]>();
for (const group of data.synonyms.map((each) => each.split(' ').map(stemWord)))
  for (const stem of group) synonymsByStem.set(stem, [...(synonymsByStem.get(stem) ?? []), ...group]);

/** Stems that mean nearly the same as a stem, without the stem itself. */
export const synonymsOf = (stem: string): readonly string[] =>
  (synonymsByStem.get(stem) ?? []).filter((each) => each !== stem && each !== '');
