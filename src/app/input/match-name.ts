import MiniSearch from 'minisearch';
import { joinKnownNames, splitUnspaced } from '../../core/letters.ts';
import { listed, normalizeName, phrase, worded } from '../../core/message.ts';
import { ownWords } from '../../core/own-words.ts';

/** Splits a text, trims the parts and drops empty ones. Default: at commas, semicolons and line ends. */
export const splitList = (text: string, by = /[,;\n]/): readonly string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Splits a list of names. A known name with a comma stays whole. */
export const splitNames = (text: string, names: readonly string[]): readonly string[] => {
  const whole = new Map(names.map((name) => [joinKnownNames(name, [name]), name]));
  return splitList(joinKnownNames(text, names)).map((part) => whole.get(part) ?? part);
};

/** The result of a name search: the value with the name, or similar names. */
export type NameMatch<T> =
  | { readonly found: T }
  | { readonly found: undefined; readonly suggestions: readonly string[] };

/** Minimum length of a typed text that may match in the middle of a word. */
const minPartLength = 3;

const matchRules: readonly ((name: string, key: string) => boolean)[] = [
  (name, key) => name === key,
  (name, key) => name.startsWith(key),
  (name, key) => name.split(/[^\p{L}\p{N}]+/u).some((_, at, words) => words.slice(at).join(' ').startsWith(key)),
  (name, key) => key.length >= minPartLength && name.includes(key),
];

const maxSuggestions = 5;

/** Normalizes a name for comparison. Apostrophes become straight, as keyboards type them. */
const typedKey = (text: string): string => normalizeName(text).replaceAll('’', "'");

const splitWords: (text: string) => readonly string[] = MiniSearch.getDefault('tokenize');

/** Finds names that differ from the text by one or two typing errors. */
const findSimilar = (text: string, names: readonly string[]): readonly string[] => {
  const index = new MiniSearch<{ id: number; name: string }>({
    fields: ['name'],
    tokenize: (name) => splitWords(name).flatMap((word) => [...new Set([word, ...splitUnspaced(word)])]),
  });
  index.addAll(names.map((name, id) => ({ id, name: [name, ...ownWords(name)].join(' ') })));
  return index.search(text, { fuzzy: 0.34, prefix: true }).flatMap(({ id }) => names[Number(id)] ?? []);
};

/**
 * Finds a value by its full name, else by a unique beginning, word or part. English names come before names in the
 * user's language. Otherwise suggests similar names.
 */
export const matchName = <T>(
  text: string,
  all: readonly T[],
  namesOf: (each: T) => readonly string[],
): NameMatch<T> => {
  const key = typedKey(text);
  const shown = (each: T): string => namesOf(each)[0] ?? '';
  if (key !== '')
    for (const namesIn of [namesOf, (each: T) => namesOf(each).flatMap(ownWords)])
      for (const [at, holds] of matchRules.entries()) {
        const fitting = all.filter((each) => namesIn(each).some((name) => holds(typedKey(name), key)));
        const [only] = fitting;
        if (only !== undefined && (at === 0 || fitting.length === 1)) return { found: only };
        if (fitting.length > 1) return { found: undefined, suggestions: fitting.slice(0, maxSuggestions).map(shown) };
      }
  return { found: undefined, suggestions: findSimilar(text, [...new Set(all.map(shown))]).slice(0, maxSuggestions) };
};

/** Asks `Did you mean Ann or Anna?`. If there are no similar names, returns `otherwise`. */
export const didYouMean = (near: readonly string[], otherwise: string): string =>
  near.length === 0 ? worded(otherwise) : phrase`Did you mean ${listed(near, 'or')}?`;
