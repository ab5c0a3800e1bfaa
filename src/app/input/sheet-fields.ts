import { z } from 'zod';
import { isPlainObject, type PlainObject } from '../../core/plain-object.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/** A field of a rulebook's sheet, by its full name; an entry of a list is a `#` in it. */
export interface SheetField {
  readonly path: string;
  /** The words there are for it, or for each of its entries, where the rulebook lists them. */
  readonly words: readonly string[];
  readonly isList: boolean;
  readonly isText: boolean;
  /** May fields of any name stand in it? */
  readonly isOpen: boolean;
}

/** A part of a schema with what it may be instead. */
const waysOf = (node: PlainObject): readonly PlainObject[] => {
  const ways = [node.anyOf, node.oneOf, node.allOf].flatMap((some) =>
    Array.isArray(some) ? some.filter(isPlainObject) : [],
  );
  return [node, ...ways.flatMap(waysOf)];
};

const wordsOf = (ways: readonly PlainObject[]): readonly string[] =>
  ways
    .flatMap((way) => [
      ...(Array.isArray(way.enum) ? way.enum : []),
      ...(typeof way.const === 'string' ? [way.const] : []),
    ])
    .filter((word) => typeof word === 'string');

const isUnder = (node: unknown): node is PlainObject => isPlainObject(node);

const listFields = (node: PlainObject, path: string): readonly SheetField[] => {
  const ways = waysOf(node);
  const items = ways.flatMap(({ items: each }) => (isUnder(each) ? [each] : []));
  const named = ways.flatMap(({ properties }) => (isPlainObject(properties) ? Object.entries(properties) : []));
  const own: SheetField = {
    path,
    words: [...new Set(wordsOf([...ways, ...items.flatMap(waysOf)]))],
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
    ...named.flatMap(([name, each]) => (isUnder(each) ? listFields(each, `${before}${name}`) : [])),
  ];
};

/** The fields of a rulebook's sheet, read from its schema; those of several kinds of sheet each once. */
export const sheetFields = ({ sheet }: Pick<Ruleset, 'sheet'>): readonly SheetField[] => {
  const schema: unknown = z.toJSONSchema(sheet, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  const all = isPlainObject(schema) ? listFields(schema, '') : [];
  return [...new Map(all.toReversed().map((field) => [field.path, field])).values()].toReversed();
};

/** Names that are letters, not words. */
const letters = new Set(['hp', 'mp', 'xp', 'im', 'tmr', 'sc', 'def', 'prot', 'aoe', 'apr', 'id']);

/** A name of a program as one reads it: `maxHp` is Max HP. */
export const formatFieldName = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => (letters.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()))
    .join(' ');

/** The same, where it begins a line. */
export const formatFieldTitle = (name: string): string => {
  const words = formatFieldName(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A rulebook with what it calls the fields of its sheet. */
export type FieldTitleSource = Pick<Ruleset, 'form'>;

/** What a rulebook calls a field itself, where it does: by its path without numbers, or the longest end of that. */
const ownTitle = ({ form }: FieldTitleSource, path: string): string | undefined => {
  const { titles = {} } = form ?? {};
  const parts = path.split('.').filter((part) => !/^\d+$/.test(part));
  const ends = parts.map((_, at) => parts.slice(at).join('.'));
  const known = ends.find((end) => Object.hasOwn(titles, end));
  return known === undefined ? undefined : titles[known];
};

const lastOf = (path: string): string => path.split('.').at(-1) ?? path;

/** What a field of a sheet is called, where it begins a line. */
export const sheetFieldTitle = (ruleset: FieldTitleSource, path: string): string =>
  ownTitle(ruleset, path) ?? formatFieldTitle(lastOf(path));

/** The same within a sentence. */
export const sheetFieldName = (ruleset: FieldTitleSource, path: string): string => {
  const own = ownTitle(ruleset, path);
  if (own === undefined) return formatFieldName(lastOf(path));
  return /^[A-Z][a-z]/.test(own) ? own.charAt(0).toLowerCase() + own.slice(1) : own;
};
