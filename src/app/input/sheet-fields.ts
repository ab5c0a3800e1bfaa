import { z } from 'zod';
import { memoizeByObject } from '../../core/memoize.ts';
import { capitalize, type Term, term } from '../../core/message.ts';
import { isPlainObject, ownValue, type PlainObject } from '../../core/plain-object.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/** A field of a rulebook's sheet. Its full name has `#` for an entry of a list. */
export interface SheetField {
  readonly path: string;
  /** The words that the field accepts. Empty if the field accepts any text. */
  readonly words: readonly string[];
  readonly isList: boolean;
  readonly isText: boolean;
  /** True if the field is an object whose keys may be any names. */
  readonly isOpen: boolean;
}

const listFields = (node: PlainObject, path: string): readonly SheetField[] => {
  const ways = schemaVariants(node);
  const items = ways.flatMap(({ items: each }) => (isPlainObject(each) ? [each] : []));
  const named = ways.flatMap(({ properties }) => (isPlainObject(properties) ? Object.entries(properties) : []));
  const own: SheetField = {
    path,
    words: [...new Set(wordsOf([...ways, ...items.flatMap(schemaVariants)]))],
    isList: items.length > 0,
    isText: ways.some(({ type }) => type === 'string'),
    isOpen:
      Object.keys(node).length === 0 ||
      (named.length === 0 && items.length === 0 && ways.every(({ type }) => type === undefined)) ||
      ways.some(({ additionalProperties }) => isPlainObject(additionalProperties)),
  };
  const before = path === '' ? '' : `${path}.`;
  return [
    ...(path === '' ? [] : [own]),
    ...items.flatMap((each) => listFields(each, `${before}#`)),
    ...named.flatMap(([name, each]) => (isPlainObject(each) ? listFields(each, `${before}${name}`) : [])),
  ];
};

/** Lists the fields of a rulebook's sheet, each once, as its schema describes them. */
export const sheetFields = ({ sheet }: Pick<Ruleset, 'sheet'>): readonly SheetField[] => {
  const all = listFields(sheetSchemaOf({ sheet }), '');
  return [...new Map(all.toReversed().map((field) => [field.path, field])).values()].toReversed();
};

/** Abbreviations, which are written in capitals. */
const letters = new Set(['hp', 'mp', 'xp', 'im', 'tmr', 'sc', 'def', 'prot', 'aoe', 'apr', 'id']);

/** Formats a field's name for reading: `maxHp` as max HP. */
export const formatFieldName = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => (letters.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()))
    .join(' ');

/** Formats a field's name as a title: `maxHp` as Max HP. */
export const formatFieldTitle = (name: string): string => capitalize(formatFieldName(name));

/** The part of a rulebook that contains its own titles of fields, and the context of its words. */
export type FieldTitleSource = Partial<Pick<Ruleset, 'form' | 'id'>>;

/** The title that the rulebook gives a field. Undefined if the rulebook gives none. */
const ownTitle = ({ form }: FieldTitleSource, path: string): string | undefined => {
  const { titles = {} } = form ?? {};
  const parts = path.split('.').filter((part) => !/^\d+$/.test(part));
  const ends = parts.map((_, at) => parts.slice(at).join('.'));
  const known = ends.find((end) => Object.hasOwn(titles, end));
  return known === undefined ? undefined : titles[known];
};

const lastOf = (path: string): string => path.split('.').at(-1) ?? path;

/** The title of a field, with a capital for the start of a line. */
export const sheetFieldTitle = (ruleset: FieldTitleSource, path: string): Term =>
  term(ownTitle(ruleset, path) ?? formatFieldTitle(lastOf(path)), ruleset.id);

/** The name of a field as written within a sentence. */
export const sheetFieldName = (ruleset: FieldTitleSource, path: string): Term => {
  const own = ownTitle(ruleset, path) ?? formatFieldName(lastOf(path));
  return term(/^[A-Z][a-z]/.test(own) ? own.charAt(0).toLowerCase() + own.slice(1) : own, ruleset.id);
};

/** How a field of a sheet is filled in. */
export type SheetNode =
  | { readonly kind: 'group'; readonly fields: readonly (readonly [string, SheetSchema])[] }
  | { readonly kind: 'number' | 'text' | 'yes-no' }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  /** A list of any number of these words. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly entry: SheetSchema }
  /** A table of numbers or texts by key. */
  | { readonly kind: 'table'; readonly keys: readonly string[]; readonly entry: SheetSchema };

/** The JSON Schema of a sheet, or of a part of a sheet. */
export type SheetSchema = PlainObject;

/** A schema, followed by all its alternatives. */
export const schemaVariants = (node: SheetSchema | undefined): readonly SheetSchema[] => {
  if (node === undefined) return [];
  const ways = [node.anyOf, node.oneOf, node.allOf].flatMap((some) =>
    Array.isArray(some) ? some.filter(isPlainObject) : [],
  );
  return [node, ...ways.flatMap(schemaVariants)];
};

const wordsOf = (ways: readonly SheetSchema[]): readonly string[] =>
  ways
    .flatMap((way) => [
      ...(Array.isArray(way.enum) ? way.enum : []),
      ...(typeof way.const === 'string' ? [way.const] : []),
    ])
    .filter((word) => typeof word === 'string');

const isObject = ({ properties }: SheetSchema): boolean => isPlainObject(properties);

/** True if the constants in an alternative of a schema equal the value's fields. */
const fits = ({ properties }: SheetSchema, value: PlainObject): boolean =>
  Object.entries(isPlainObject(properties) ? properties : {}).every(
    ([name, field]) => !isPlainObject(field) || typeof field.const !== 'string' || field.const === value[name],
  );

const fieldsOf = (way: SheetSchema | undefined): readonly (readonly [string, SheetSchema])[] =>
  Object.entries(isPlainObject(way?.properties) ? way.properties : {}).flatMap(([name, each]) =>
    isPlainObject(each) ? [[name, each] as const] : [],
  );

const keysOf = ({ propertyNames }: SheetSchema): readonly string[] =>
  isPlainObject(propertyNames) ? wordsOf([propertyNames]) : [];

/** How users fill in the field at a schema node. The field's current value decides between alternatives. */
export const toSheetNode = (schema: SheetSchema, value: unknown): SheetNode => {
  const ways = schemaVariants(schema);
  const types = new Set(ways.map(({ type }) => type));
  const list = ways.find(({ items }) => isPlainObject(items));
  const objects = ways.filter(isObject);
  const open = ways.find(({ additionalProperties }) => isPlainObject(additionalProperties));
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (list !== undefined && isPlainObject(list.items)) {
    const words = wordsOf(schemaVariants(list.items));
    const onlyWords = words.length > 0 && !schemaVariants(list.items).some(isObject);
    return onlyWords ? { kind: 'words', words } : { kind: 'list', entry: list.items };
  }
  if (objects.length > 0 && !isPlain) {
    const tree = isPlainObject(value) ? value : {};
    return { kind: 'group', fields: fieldsOf(objects.find((way) => fits(way, tree)) ?? objects[0]) };
  }
  if (open !== undefined && isPlainObject(open.additionalProperties))
    return { kind: 'table', keys: keysOf(open), entry: open.additionalProperties };
  const words = wordsOf(ways);
  const numbers = types.has('integer') || types.has('number');
  if (
    words.length > 0 &&
    !numbers &&
    !ways.some(({ type, enum: some, const: one }) => type === 'string' && some === undefined && one === undefined)
  )
    return { kind: 'word', words };
  if (types.has('boolean') && !numbers) return { kind: 'yes-no' };
  return { kind: numbers && words.length === 0 ? 'number' : 'text' };
};

const toSchema = memoizeByObject((sheet: Ruleset['sheet']): SheetSchema => {
  const schema: unknown = z.toJSONSchema(sheet, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return isPlainObject(schema) ? schema : {};
});

export const sheetSchemaOf = ({ sheet }: Pick<Ruleset, 'sheet'>): SheetSchema => toSchema(sheet);

/** Splits a path such as `weapons.0.damage` into its parts. Empty for the sheet itself. */
export const splitPath = (path: string): readonly string[] => (path === '' ? [] : path.split('.'));

/** The value at a path. */
export const valueAt = (sheet: unknown, [head, ...rest]: readonly string[]): unknown => {
  if (head === undefined) return sheet;
  if (Array.isArray(sheet)) return valueAt(sheet[Number(head)], rest);
  return isPlainObject(sheet) ? valueAt(ownValue(sheet, head), rest) : undefined;
};

/** The schema of the field at a path. Undefined if the sheet has no such path. */
export const schemaAt = (
  schema: SheetSchema,
  sheet: unknown,
  [head, ...rest]: readonly string[],
): SheetSchema | undefined => {
  if (head === undefined) return schema;
  const node = toSheetNode(schema, sheet);
  const below = valueAt(sheet, [head]);
  if (node.kind === 'list') return /^\d+$/.test(head) ? schemaAt(node.entry, below, rest) : undefined;
  if (node.kind === 'table') return schemaAt(node.entry, below, rest);
  const field = node.kind === 'group' ? node.fields.find(([name]) => name === head) : undefined;
  return field && schemaAt(field[1], below, rest);
};

/** Returns the sheet with a new value at a path. The value `undefined` removes the field. */
export const setValueAt = (sheet: unknown, [head, ...rest]: readonly string[], value: unknown): unknown => {
  if (head === undefined) return value;
  if (Array.isArray(sheet) && /^\d+$/.test(head)) {
    const list: readonly unknown[] = sheet;
    const at = Math.min(Number(head), list.length);
    if (rest.length === 0 && value === undefined) return list.toSpliced(at, 1);
    return list.toSpliced(at, 1, setValueAt(list[at], rest, value));
  }
  const known: PlainObject = isPlainObject(sheet) ? sheet : {};
  if (rest.length === 0 && value === undefined) {
    const { [head]: _, ...others } = known;
    return others;
  }
  return { ...known, [head]: setValueAt(ownValue(known, head), rest, value) };
};
