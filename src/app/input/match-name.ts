import MiniSearch from 'minisearch';
import { listed, normalizeName, phrase } from '../../core/message.ts';

/** The parts of a text, trimmed and without empty ones. Default: what commas, semicolons and line ends separate. */
export const splitList = (text: string, by = /[,;\n]/): readonly string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** What a text can mean of a list: one of it, or none, and what then comes near it, by name. */
export type NameMatch<T> =
  | { readonly found: T }
  | { readonly found: undefined; readonly suggestions: readonly string[] };

/** A part in the middle of a word means something from so many letters on: an x stands in many names. */
const minPartLength = 3;

const matchRules: readonly ((name: string, key: string) => boolean)[] = [
  (name, key) => name === key,
  (name, key) => name.startsWith(key),
  (name, key) => name.split(/[^\p{L}\p{N}]+/u).some((_, at, words) => words.slice(at).join(' ').startsWith(key)),
  (name, key) => key.length >= minPartLength && name.includes(key),
];

const maxSuggestions = 5;

/** As a name is compared with what somebody types: keyboards have but one apostrophe. */
const typedKey = (text: string): string => normalizeName(text).replaceAll('’', "'");

/** Names with a slip of the pen or two in them. */
const findSimilar = (text: string, names: readonly string[]): readonly string[] => {
  const index = new MiniSearch<{ id: number; name: string }>({ fields: ['name'] });
  index.addAll(names.map((name, id) => ({ id, name })));
  return index.search(text, { fuzzy: 0.34, prefix: true }).flatMap(({ id }) => names[Number(id)] ?? []);
};

/**
 * What somebody means who typed this: what is called so, whatever the letter case; else the only one whose name begins so; else the
 * only one with a word that begins so; else the only one with it in its name. Each may have several names, of which the first is shown.
 */
export const matchName = <T>(
  text: string,
  all: readonly T[],
  namesOf: (each: T) => readonly string[],
): NameMatch<T> => {
  const key = typedKey(text);
  const shown = (each: T): string => namesOf(each)[0] ?? '';
  if (key !== '')
    for (const [at, holds] of matchRules.entries()) {
      const fitting = all.filter((each) => namesOf(each).some((name) => holds(typedKey(name), key)));
      const [only] = fitting;
      if (only !== undefined && (at === 0 || fitting.length === 1)) return { found: only };
      if (fitting.length > 1) return { found: undefined, suggestions: fitting.slice(0, maxSuggestions).map(shown) };
    }
  return { found: undefined, suggestions: findSimilar(text, [...new Set(all.map(shown))]).slice(0, maxSuggestions) };
};

/** `Did you mean Ann or Anna?`, or what to say where nothing comes near. */
export const didYouMean = (near: readonly string[], otherwise: string): string =>
  near.length === 0 ? otherwise : phrase`Did you mean ${listed(near, 'or')}?`;
