import { BoundedCache } from '../core/memoize.ts';
import { drawableText } from './drawing/measure.ts';

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Signs that fill a token alone. */
const broad = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

/** Ways to write a name in one or two characters, the best first: `Zombie 3` Z3, `Old Tom` OT, `Grim` Gr, `山田` 山, `🔥` itself. */
function* shortForms(name: string): Generator<string> {
  const shown = drawableText(name);
  const parts = shown
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => [...part]);
  const letters = parts.flat();
  const [first = ''] = letters;
  const number = /(?:^|\D)(\d{1,2})$/.exec(name)?.[1];
  if (letters.length === 1) yield first.toUpperCase();
  if (number?.length === 1) yield first.toUpperCase() + number;
  if (number?.length === 2) yield number;
  if (broad.test(first)) yield first;
  if (first === '') yield* shown.match(/\p{Extended_Pictographic}/gu) ?? [];
  const [one, two] = parts;
  if (one?.[0] !== undefined && two?.[0] !== undefined) yield (one[0] + two[0]).toUpperCase();
  if (first === '') return;
  for (const letter of letters.slice(1)) yield upper(first + letter);
  for (let count = 1; count <= 9; count += 1) yield first.toUpperCase() + count;
}

/** The forms of names that were drawn lately: the same are on every picture of a battle. */
const known = new BoundedCache<string, readonly string[]>(1000);
const formsOf = (name: string): readonly string[] => known.get(name) ?? known.put(name, [...shortForms(name)]);

/** Numbers, its own in the list first. */
function* numbersFrom(own: number): Generator<string> {
  for (let number = own; ; number += 1) yield String(number);
}

const firstFree = (forms: Iterable<string>, taken: ReadonlySet<string>): string | undefined => {
  for (const form of forms) if (!taken.has(form)) return form;
  return undefined;
};

/** One or two characters for each name, no two the same; a name that cannot be drawn gets a number that is left, its own in the list if it can. */
export const assignFigureTags = (names: readonly string[]): ReadonlyMap<string, string> => {
  const tags = new Map<string, string>();
  const taken = new Set<string>();
  const take = (name: string, forms: Iterable<string>): void => {
    const tag = firstFree(forms, taken);
    if (tag === undefined) return;
    taken.add(tag);
    tags.set(name, tag);
  };
  for (const name of names) take(name, formsOf(name));
  names.forEach((name, index) => {
    if (!tags.has(name)) take(name, numbersFrom(index + 1));
  });
  return new Map(names.map((name) => [name, tags.get(name) ?? '?']));
};
