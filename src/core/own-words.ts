import { memoizeByObject } from './memoize.ts';
import { currentDictionary, type Dictionary, normalizeName } from './message.ts';

/** Maximum length of English texts whose translations users type (characters). */
const maxLength = 60;

/** The translations of short texts, by the English text without its context. */
const translationsOf = memoizeByObject((dictionary: Dictionary): ReadonlyMap<string, readonly string[]> => {
  const { sentences, fallback } = dictionary;
  const found = new Map<string, readonly string[]>(fallback && translationsOf(fallback));
  for (const [key, translation] of Object.entries(sentences)) {
    const english = key.slice(key.indexOf('\u0004') + 1);
    if (typeof translation !== 'string' || english.length > maxLength || translation.includes('{')) continue;
    const name = normalizeName(english);
    found.set(name, [...(found.get(name) ?? []), translation]);
  }
  return found;
});

/** The translations of an English name into the language of the current reader. Empty for English. */
export const ownWords = (english: string): readonly string[] => {
  const dictionary = currentDictionary();
  if (dictionary === undefined) return [];
  const names = new Set([normalizeName(english), normalizeName(english.replaceAll('-', ' '))]);
  return [...names].flatMap((name) => translationsOf(dictionary).get(name) ?? []);
};

const keysOf = memoizeByObject(({ sentences }: Dictionary) =>
  Map.groupBy(Object.keys(sentences), (key) => normalizeName(String(sentences[key]))),
);

/** The English texts with the translation that a user typed. Empty for English. */
export const meaningsOf = (typed: string): readonly string[] => {
  const dictionary = currentDictionary();
  const keys = dictionary && keysOf(dictionary).get(normalizeName(typed));
  return keys?.map((key) => key.slice(key.indexOf('\u0004') + 1)) ?? [];
};

/** Finds the English value that a user typed in another language. Returns other texts unchanged. */
export const toEnglish = (typed: string, values: readonly string[]): string => {
  if (currentDictionary() === undefined) return typed;
  const key = normalizeName(typed);
  const isTyped = (name: string): boolean => normalizeName(name) === key;
  return values.some(isTyped) ? typed : (values.find((value) => ownWords(value).some(isTyped)) ?? typed);
};
