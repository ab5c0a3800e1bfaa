import { normalizeName, ok, phrase, type Refusal, type Result, refuse } from '../../core/message.ts';
import { isPlainObject, ownValue, type PlainObject } from '../../core/plain-object.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { didYouMean, matchName } from './match-name.ts';
import { formatFieldName, type SheetField, sheetFields } from './sheet-fields.ts';

const maxListed = 40;

/** A value with one part put in, in a list by its number. */
const withLeaf = (tree: unknown, [head, ...rest]: readonly string[], value: unknown): unknown => {
  if (head === undefined) return value;
  if (Array.isArray(tree) && /^\d+$/.test(head)) {
    const list: readonly unknown[] = tree;
    const at = Number(head);
    return at < list.length ? list.with(at, withLeaf(list[at], rest, value)) : [...list, withLeaf({}, rest, value)];
  }
  const known: PlainObject = isPlainObject(tree) ? tree : {};
  return { ...known, [head]: withLeaf(ownValue(known, head), rest, value) };
};

const parsePlainValue = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const listed = (words: readonly string[]): string =>
  words.length > maxListed
    ? phrase`${words.slice(0, maxListed).join(', ')} and ${words.length - maxListed} more`
    : words.join(', ');

/** The field that a name means, and the path it is written at. */
const findField = (
  name: string,
  fields: readonly SheetField[],
): Result<{ readonly path: string; readonly field: SheetField | undefined }, Refusal> => {
  const key = normalizeName(name);
  const exact = fields.find(({ path }) => normalizeName(path) === key.replace(/\.\d+(?=\.|$)/g, '.#'));
  if (exact !== undefined) {
    const numbers = name.match(/(?<=\.)\d+(?=\.|$)/g) ?? [];
    let nth = 0;
    return ok({ path: exact.path.replace(/#/g, () => numbers[nth++] ?? '0'), field: exact });
  }
  const within = fields.find(({ path, isOpen }) => isOpen && key.startsWith(`${normalizeName(path)}.`));
  if (within !== undefined) return ok({ path: `${within.path}${name.slice(within.path.length)}`, field: undefined });
  const plain = fields.filter(({ path }) => !path.includes('#'));
  const meant = matchName(name, plain, ({ path }) => [path, path.split('.').map(formatFieldName).join(' ')]);
  if (meant.found !== undefined) return ok({ path: meant.found.path, field: meant.found });
  const top = plain.map(({ path }) => path).filter((path) => !path.includes('.'));
  return refuse('no-such-field', {
    word: name,
    hint: didYouMean(meant.suggestions, phrase`Available: ${listed(top)}.`),
  });
};

/** A word as the rulebook spells it. */
const matchWord = (word: string, { path, words }: SheetField): Result<string, Refusal> => {
  const meant = matchName(word, words, (each) => [each, formatFieldName(each)]);
  return meant.found === undefined
    ? refuse('no-such-word', {
        word,
        field: path,
        hint: didYouMean(meant.suggestions, phrase`Available: ${listed(words)}.`),
      })
    : ok(meant.found);
};

/** What is typed for a field, its words as the rulebook spells them; a list has commas or `|` between its entries. */
const parseFieldValue = (text: string, field: SheetField | undefined): Result<unknown, Refusal> => {
  const read = parsePlainValue(text);
  if (field === undefined || (typeof read === 'object' && read !== null)) return ok(read);
  const { isList, isText, words } = field;
  const none = text === '' || normalizeName(text) === 'none';
  if (isList) {
    if (none) return ok([]);
    const entries: string[] = [];
    for (const part of text.split(/[|,]/).map((each) => each.trim())) {
      const word = words.length === 0 ? ok(part) : matchWord(part, field);
      if (!word.ok) return word;
      entries.push(word.value);
    }
    return ok(entries);
  }
  if (typeof read !== 'string') return ok(isText && typeof read === 'number' && words.length === 0 ? text : read);
  const others = words.length === 0 || (none && !words.some((word) => normalizeName(word) === 'none'));
  return others ? ok(read) : matchWord(read, field);
};

/** A sheet with fields changed by a text: `hp=45, traits=brave|tall`. Refuses a name or word the sheet does not know, and says which there are. */
export const applySheetChanges = (ruleset: Ruleset, sheet: unknown, changes: string): Result<unknown, Refusal> => {
  const fields = sheetFields(ruleset);
  let changed = sheet;
  for (const pair of changes.split(/[,;\n]+(?=\s*[\w.’ -]+\s*=)/).filter((each) => each.trim() !== '')) {
    const [name = '', ...value] = pair.split('=');
    if (value.length === 0)
      return refuse('bad-input', { option: 'changes', problem: phrase`write field=value, not ${pair.trim()}` });
    const called = findField(name.trim(), fields);
    if (!called.ok) return called;
    const meant = parseFieldValue(value.join('=').trim(), called.value.field);
    if (!meant.ok) return meant;
    changed = withLeaf(changed, called.value.path.split('.'), meant.value);
  }
  return ok(changed);
};
