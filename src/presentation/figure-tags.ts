import { drawable } from './picture/measure.ts';

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Ways to write a name in one or two characters, the best first: `Zombie 3` Z3, `Old Tom` OT, `Grim` Gr. */
function* shortForms(name: string): Generator<string> {
  const parts = drawable(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => [...part]);
  const letters = parts.flat();
  const [first = ''] = letters;
  const number = /(?:^|\D)(\d{1,2})$/.exec(name)?.[1];
  if (number?.length === 1) yield first.toUpperCase() + number;
  if (number?.length === 2) yield number;
  const [one, two] = parts;
  if (one?.[0] !== undefined && two?.[0] !== undefined) yield (one[0] + two[0]).toUpperCase();
  if (first === '') return;
  if (letters.length === 1) yield first.toUpperCase();
  for (const letter of letters.slice(1)) yield upper(first + letter);
  for (let count = 1; count <= 9; count += 1) yield first.toUpperCase() + count;
}

const firstFree = (forms: Iterable<string>, taken: ReadonlySet<string>): string | undefined => {
  for (const form of forms) if (!taken.has(form)) return form;
  return undefined;
};

/** One or two characters for each name, no two the same; a name that cannot be drawn gets its number in the list. */
export const tagsFor = (names: readonly string[]): ReadonlyMap<string, string> => {
  const tags = new Map<string, string>();
  const taken = new Set<string>();
  names.forEach((name, index) => {
    const tag = firstFree(shortForms(name), taken) ?? String(index + 1);
    taken.add(tag);
    tags.set(name, tag);
  });
  return tags;
};
