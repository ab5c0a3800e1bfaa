import { z } from 'zod';
import { memoizeByObject } from '../../core/memoize.ts';
import { isSameName, phrase, runInLanguage, term, worded } from '../../core/message.ts';
import { isPlainObject, ownValue } from '../../core/plain-object.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { splitList } from './match-name.ts';

const plain = z.union([z.string(), z.number()]);
const leaf = z.object({
  title: z.string().optional(),
  group: z.string().optional(),
  description: z.string().optional(),
  type: z.string().optional(),
  enum: z.array(plain).optional(),
  const: plain.optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

/** A node of the JSON Schema of a rulebook's settings. */
interface SchemaNode extends z.output<typeof leaf> {
  readonly properties?: Readonly<Record<string, SchemaNode>> | undefined;
  readonly anyOf?: readonly SchemaNode[] | undefined;
  readonly items?: SchemaNode | undefined;
}

const node: z.ZodType<SchemaNode> = z.lazy(() =>
  leaf.extend({
    properties: z.record(z.string(), node).optional(),
    anyOf: z.array(node).optional(),
    items: node.optional().catch(undefined),
  }),
);

/** The schema nodes on the path to a setting, outermost first. Each has the part of the key that remains. */
const pathToNode = (schema: SchemaNode, key: string): readonly { readonly at: SchemaNode; readonly rest: string }[] => {
  const own = ownValue(schema.properties, key);
  if (own !== undefined) return [{ at: own, rest: '' }];
  const heads = [...key.matchAll(/\./g)].map(({ index }) => key.slice(0, index));
  const head = heads.find((each) => ownValue(schema.properties, each) !== undefined);
  const branch = head === undefined ? undefined : ownValue(schema.properties, head);
  if (head === undefined || branch === undefined) return [];
  const rest = key.slice(head.length + 1);
  return [{ at: branch, rest }, ...pathToNode(branch, rest)];
};

/** The JSON Schema of a rulebook's settings. */
const settingsSchemaOf = memoizeByObject(
  (ruleset: Ruleset): SchemaNode =>
    node.parse(z.toJSONSchema(ruleset.settings, { io: 'input', unrepresentable: 'any' })),
);

/** The schema node of a setting. Undefined if the schema does not describe the setting. */
const nodeOf = (ruleset: Ruleset, key: string): SchemaNode | undefined =>
  pathToNode(settingsSchemaOf(ruleset), key).find(({ rest }) => rest === '')?.at;

/** The descriptions of a setting and of the groups that contain it, outermost first. */
export const settingDescriptions = (ruleset: Ruleset, key: string): readonly string[] =>
  pathToNode(settingsSchemaOf(ruleset), key).flatMap(({ at }) => at.description ?? []);

/** Splits a name such as `countsOverrun`, `very-strong` or `damage.percent` into words. */
export const splitIdentifier = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replaceAll(/[-_.]/g, ' ');

/** The title of a setting: “Chance of gore or stun”. With a table row's key: “Cost of a race: elf”. */
export const settingTitle = (ruleset: Ruleset, key: string): string => {
  const last = pathToNode(settingsSchemaOf(ruleset), key).findLast(({ at }) => at.title !== undefined);
  if (last?.at.title === undefined) return key;
  const title = term(last.at.title, ruleset.id);
  return last.rest === '' ? worded(title) : phrase`${title}: ${term(splitIdentifier(last.rest), ruleset.id)}`;
};

/** The names by which people find a setting: its key and its title, in their language and in English. */
export const settingNames = (ruleset: Ruleset, key: string): readonly string[] => {
  const english = runInLanguage(undefined, () => settingTitle(ruleset, key));
  return [key, english, settingTitle(ruleset, key)];
};

/** The title of a setting's group: “Charges”. */
export const findSettingGroup = (ruleset: Ruleset, key: string): string => {
  const [first] = pathToNode(settingsSchemaOf(ruleset), key);
  return first?.at.group ?? first?.at.title ?? key;
};

/** Formats a setting's value as people write it: yes, none, a list with commas. */
export const formatSettingValue = (value: unknown): string => {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (value === null || value === undefined || value === '') return 'none';
  if (Array.isArray(value)) {
    const items = value.map((item) => (isPlainObject(item) ? Object.values(item).map(String).join(' ') : String(item)));
    return items.length === 0 ? 'none' : items.join(', ');
  }
  if (isPlainObject(value))
    return Object.entries(value)
      .map(([name, each]) => `${name} ${formatSettingValue(each)}`)
      .join(', ');
  return String(value);
};

/** The words for yes, no and nothing. Other values of settings are not translated, because they are typed. */
const answerWords = ['yes', 'no', 'none'] as const;

/** Formats a setting's value for the current reader. */
export const settingValueText = (value: unknown): string => {
  const typed = formatSettingValue(value);
  return answerWords.some((word) => word === typed) ? worded(typed) : typed;
};

/** The value that a text means: `yes` for yes in the user's language. */
export const parseAnswer = (text: string): string => answerWords.find((word) => isSameName(worded(word), text)) ?? text;

/** Formats a setting with its value: “Far-side square of a cut: no”. */
export const formatSetting = (
  ruleset: Ruleset,
  { key, value }: { readonly key: string; readonly value: unknown },
): string => phrase`${settingTitle(ruleset, key)}: ${settingValueText(value)}`;

/** Describes a setting: “Far-side square of a cut: no (Does the far-side square … (SK-RUL-24))”. */
export const describeSetting = (ruleset: Ruleset, key: string, value: unknown): string => {
  const says = settingDescriptions(ruleset, key).at(-1)?.replace(/\.$/, '');
  const setting = formatSetting(ruleset, { key, value });
  return says === undefined ? setting : phrase`${setting} (${term(says)})`;
};

const maxListed = 25;

const valuesIn = (each: SchemaNode): readonly unknown[] => {
  if (each.anyOf !== undefined) return each.anyOf.flatMap(valuesIn);
  if (each.enum !== undefined) return each.enum;
  if (each.const !== undefined) return [each.const];
  if (each.type === 'boolean') return [true, false];
  if (each.type === 'null') return [null];
  const { minimum, maximum } = each;
  const isFew = minimum !== undefined && maximum !== undefined && maximum - minimum < maxListed;
  return each.type === 'integer' && isFew ? Array.from({ length: maximum - minimum + 1 }, (_, n) => minimum + n) : [];
};

/** Lists the possible values of a setting. Empty if there are too many to list. */
export const settingValues = (ruleset: Ruleset, key: string): readonly unknown[] => {
  const own = nodeOf(ruleset, key);
  return own === undefined ? [] : valuesIn(own);
};

const numberOr = (word: string): string | number => (/^[-−+]?\d+$/.test(word) ? Number(word.replace('−', '-')) : word);

/** Parses `axe 3, bow 2` into an object of numbers by name. Undefined if the entries have another form. */
const numbersByName = (entries: readonly string[]): unknown => {
  const pairs = entries.map((entry) => /^(.+?)\s*[:=\s]\s*([-−+]?\d+)$/.exec(entry));
  return pairs.every((pair) => pair !== null)
    ? Object.fromEntries(pairs.map(([, name = '', number = '']) => [name.trim(), numberOr(number)]))
    : undefined;
};

/** Parses `1 1 30, 1 2 20` into rows with the schema's fields in order. Undefined if the entries have another form. */
const rowsOf = (each: SchemaNode | undefined, entries: readonly string[]): unknown => {
  const names = Object.keys(each?.items?.properties ?? {});
  if (names.length === 0) return undefined;
  const rows = entries.map((entry) => splitList(entry, /\s+/));
  return rows.every(({ length }) => length === names.length)
    ? rows.map((row) => Object.fromEntries(names.map((name, at) => [name, numberOr(row[at] ?? '')])))
    : undefined;
};

/** Lists the ways to read a text as a setting's value: as a list, as a table or as rows. */
export const parseListValues = (ruleset: Ruleset, key: string, text: string): readonly unknown[] => {
  if (/[[\]{}"]/.test(text)) return [];
  const own = nodeOf(ruleset, key);
  const entries = splitList(text, /[,;]/);
  return [
    rowsOf(own, entries),
    numbersByName(entries),
    entries.map(numberOr),
    splitList(text, /[\s,;]+/).map(numberOr),
  ].filter((value) => value !== undefined);
};
