import { listText, phrase, term, worded } from '../../core/message.ts';
import { isPlainObject, ownValue } from '../../core/plain-object.ts';
import { type Card, card } from '../../presentation/card.ts';
import { cutText } from '../../presentation/view-facts.ts';
import { line } from '../../rules/event.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import {
  formatFieldTitle,
  type SheetSchema,
  schemaAt,
  sheetFieldName,
  sheetFieldTitle,
  sheetSchemaOf,
  splitPath,
  toSheetNode,
  valueAt,
} from '../input/sheet-fields.ts';
import { formatSheetValue } from '../input/sheets.ts';
import {
  button,
  type Control,
  type ControlAction,
  createPrivateView,
  type MenuOffer,
  type PrivateView,
  type Reply,
  selectMenus,
} from '../replies/reply.ts';

/** Which commands save the form's sheet: those of characters, or those of foes in a library. */
export type SaveCommands = { readonly group: 'character' } | { readonly group: 'npc'; readonly shelf: string };

/** A character or foe whose sheet the user fills in. */
export interface FormSubject {
  readonly id: string;
  readonly commands: SaveCommands;
  readonly name: string;
  readonly ruleset: Ruleset;
  readonly sheet: unknown;
  /** Lines that the rulebook adds about the combatant, such as derived values. */
  readonly details: readonly string[];
}

/** What a press of a form's button or list can do. */
export const formActs = ['open', 'set', 'switch', 'add', 'own', 'drop', 'name'] as const;
export type FormAct = (typeof formActs)[number];

const maxOptions = 25;
const maxRows = 5;

/** The action of a form's control. `does`: what it does. `at`: the path of a field or page. */
const press = ({ name, ruleset, commands }: FormSubject, does: FormAct, at?: string): ControlAction => ({
  path: [commands.group, 'form'],
  input: {
    ...{ who: name, of: ruleset.id, ...(commands.group === 'npc' && { shelf: commands.shelf }) },
    ...(does !== 'open' && does !== 'set' && { does }),
    ...(at !== undefined && at !== '' && { at }),
  },
});

/** Splits options into select lists of Discord's maximum length. */
const lists = (
  label: string,
  options: readonly MenuOffer[],
  { option, press, asks }: { readonly option: string; readonly press: ControlAction; readonly asks?: string },
): Reply['controls'] =>
  selectMenus(label, option, options, press).map((each) => [asks === undefined ? each : { ...each, asks }]);

const formatValue = (ruleset: Ruleset, path: string, value: unknown): string => {
  const text = value === undefined || value === null ? '' : formatSheetValue(ruleset, path, value);
  return text === '' ? '–' : text;
};

const clipped = (text: string): string => cutText(text, 90);

const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Parses the page number in a page path such as `#0`. Undefined for the path of a field. */
const pageNumber = (path: string): number | undefined => {
  const [, n] = /^#(\d+)$/.exec(path) ?? [];
  return n === undefined ? undefined : Number(n);
};

interface FormPage {
  readonly title: string;
  readonly fields: readonly string[];
}

/** The pages of a form. The last page has all fields that no other page has. */
const pagesOf = ({ ruleset }: Pick<FormSubject, 'ruleset'>): readonly FormPage[] => {
  const node = toSheetNode(sheetSchemaOf(ruleset), {});
  const all = node.kind === 'group' ? node.fields.map(([name]) => name) : [];
  const pages = ruleset.form?.pages ?? [];
  const rest = all.filter((name) => !pages.some(({ fields }) => fields.includes(name)));
  return rest.length === 0
    ? pages
    : [...pages, { title: pages.length === 0 ? 'The sheet' : 'Everything else', fields: rest }];
};

/** Lists all paths in a sheet that begin with a path, nearest first. */
const placesBelow = (schema: SheetSchema, sheet: unknown, path: string): readonly string[] => {
  const node = toSheetNode(schema, sheet);
  const names =
    node.kind === 'group'
      ? node.fields.map(([name]) => name)
      : node.kind === 'list' && Array.isArray(sheet)
        ? [...sheet.keys()].map(String)
        : node.kind === 'table' && isPlainObject(sheet)
          ? Object.keys(sheet)
          : [];
  const next = names.map((name) => ({ name, schema: schemaAt(schema, sheet, [name]), own: joinPath(path, name) }));
  return [
    ...next.map(({ own }) => own),
    ...next.flatMap(({ name, schema: each, own }) =>
      each === undefined ? [] : placesBelow(each, valueAt(sheet, [name]), own),
    ),
  ];
};

/** The title of each part of a path. For a list entry, its number. */
const titlesOf = (ruleset: Ruleset, path: string): readonly string[] =>
  splitPath(path).map((part, at, parts) =>
    /^\d+$/.test(part) ? String(Number(part) + 1) : worded(sheetFieldTitle(ruleset, parts.slice(0, at + 1).join('.'))),
  );

/** Lists all pages and fields of a sheet as options. */
export const listFormPlaces = (ruleset: Ruleset, sheet: unknown): readonly MenuOffer[] => {
  const pages = pagesOf({ ruleset });
  const fields = pages.flatMap(({ fields: names }) => names);
  const deeper = placesBelow(sheetSchemaOf(ruleset), sheet, '').filter((path) => path.includes('.'));
  return [
    ...pages.map(({ title }, n) => ({ value: `#${n}`, label: title })),
    ...[...fields, ...deeper].map((path) => ({
      value: path,
      label: clipped(
        phrase`${listText(titlesOf(ruleset, path))}: ${formatValue(ruleset, path, valueAt(sheet, splitPath(path)))}`,
      ),
    })),
  ];
};

/** The path that the button *Back* opens: the list entry, list or page that contains the field. */
export const parentPath = (filled: FormSubject, path: string): string => {
  const parts = splitPath(path);
  if (parts.length > 1) return parts.slice(0, -1).join('.');
  const page = pagesOf(filled).findIndex(({ fields }) => fields.includes(path));
  return page === -1 ? '' : `#${page}`;
};

/** The entries of the list at a path, with lists inside lists flattened. */
const entriesAt = (sheet: unknown, [head, ...rest]: readonly string[]): readonly unknown[] => {
  if (head === undefined) return Array.isArray(sheet) ? sheet : [];
  if (Array.isArray(sheet)) return sheet.flatMap((each) => entriesAt(each, rest));
  return entriesAt(valueAt(sheet, [head]), rest);
};

/** Lists entries that a user can add to a list: from presets and the rulebook's catalogue. */
export const listChoosableEntries = ({ ruleset, sheet: filling }: FormSubject, path: string): readonly unknown[] => {
  const parts = splitPath(path);
  const own = ownValue(ruleset.form?.catalogue, parts.filter((part) => !/^\d+$/.test(part)).join('.')) ?? [];
  if (typeof own === 'function') return own(filling);
  const presets = Object.values(ruleset.presets).flatMap(({ sheet }) => entriesAt(sheet, parts));
  return [...new Map([...own, ...presets, ...own].map((each) => [nameOfEntry(each), each])).values()];
};

/** Lists known keys that a user can add to a table: from the rulebook and presets. */
const keysOf = ({ ruleset }: FormSubject, path: string, known: readonly string[]): readonly string[] => {
  const ofPresets = Object.values(ruleset.presets).flatMap(({ sheet }) => {
    const table = valueAt(sheet, splitPath(path));
    return isPlainObject(table) ? Object.keys(table) : [];
  });
  return [...new Set([...known, ...ofPresets])];
};

/** The name of an entry of a list. */
export const nameOfEntry = (entry: unknown): string =>
  isPlainObject(entry)
    ? String(entry.name ?? entry.id ?? entry.item ?? formatSheetValue({}, '', entry))
    : String(entry);

interface Field {
  readonly path: string;
  readonly name: string;
  readonly schema: SheetSchema;
  readonly value: unknown;
}

const fieldText = ({ ruleset }: FormSubject, path: string, value: unknown): string =>
  phrase`${sheetFieldTitle(ruleset, path)}: ${formatValue(ruleset, path, value)}`;

const fieldOption = (filled: FormSubject, { path, value }: Pick<Field, 'path' | 'value'>): MenuOffer => ({
  value: path,
  label: clipped(fieldText(filled, path, value)),
});

const back = (filled: FormSubject, path: string): Control =>
  button('Back', press(filled, 'open', parentPath(filled, path)), 'primary');

/** Controls for fields: one list for fields that users type into, one for fields that open a page. */
const fieldsPage = (filled: FormSubject, fields: readonly Field[]): Reply['controls'] => {
  const isTyped = ({ schema, value }: Field) => ['number', 'text'].includes(toSheetNode(schema, value).kind);
  const toOptions = (some: readonly Field[]) => some.map((each) => fieldOption(filled, each));
  const typed = toOptions(fields.filter(isTyped));
  const opened = toOptions(fields.filter((field) => !isTyped(field)));
  return [
    ...lists('Enter a value …', typed, { option: 'at', asks: 'value', press: press(filled, 'set') }),
    ...lists('Open a field …', opened, { option: 'at', press: press(filled, 'open') }),
  ];
};

const listPage = (filled: FormSubject, path: string, entries: readonly unknown[]): Reply['controls'] => {
  const there = entries.map((each, n) => ({ value: `${path}.${n}`, label: clipped(nameOfEntry(each)) }));
  const whole = entries.some(isPlainObject);
  const names = entries.map(nameOfEntry);
  const offered = listChoosableEntries(filled, path).filter((each) => !names.includes(nameOfEntry(each)));
  return [
    ...(whole ? lists('Edit one', there, { option: 'at', press: press(filled, 'open') }) : []),
    ...lists('Remove one', there.slice(0, maxOptions), { option: 'at', press: press(filled, 'drop') }),
    ...lists(
      'Add one',
      offered.map((each) => ({
        value: nameOfEntry(each).slice(0, 80),
        label: clipped(nameOfEntry(each)),
        ...(isPlainObject(each) && { note: clipped(formatSheetValue(filled.ruleset, path, each)) }),
      })),
      { option: 'value', press: press(filled, 'add', path) },
    ),
  ].slice(0, maxRows - 1);
};

const ownEntry = (filled: FormSubject, path: string, label = 'Add one of your own'): Control => ({
  ...button(label, press(filled, 'own', path)),
  asks: 'value',
});

const tablePage = (filled: FormSubject, path: string, keys: readonly string[], table: unknown) => {
  const there = isPlainObject(table) ? table : {};
  const all = [...new Set([...Object.keys(there), ...keysOf(filled, path, keys)])];
  const options = all.map((key) => fieldOption(filled, { path: joinPath(path, key), value: ownValue(there, key) }));
  const more = { option: 'at', asks: 'value', press: press(filled, 'set') } as const;
  return lists('Enter a number …', options, more).slice(0, maxRows - 1);
};

/** The input by which the commands of the library find the sheet of the form. */
const thingInput = ({ name, commands, ruleset }: FormSubject): ControlAction['input'] =>
  commands.group === 'npc'
    ? { name, kind: 'foe', shelf: commands.shelf }
    : { name, kind: ruleset.usesPlayerName ? 'warband' : 'character' };

const rootPage = (filled: FormSubject): Reply['controls'] => [
  ...lists(
    'Which part?',
    pagesOf(filled).map(({ title, fields }, n) => ({
      value: `#${n}`,
      label: title,
      note: clipped(listText(fields.map((name) => worded(sheetFieldName(filled.ruleset, name))))),
    })),
    { option: 'at', press: press(filled, 'open') },
  ),
  [
    button('Show the whole sheet', { path: ['library', 'show'], input: thingInput(filled) }, 'primary'),
    { ...button('Rename', press(filled, 'name')), asks: 'value' },
    button('Delete it', { path: ['library', 'delete'], input: thingInput(filled) }, 'danger'),
  ],
];

const titleOf = (filled: FormSubject, path: string): string => {
  const page = pageNumber(path);
  if (page !== undefined) return worded(pagesOf(filled)[page]?.title ?? '');
  const parts = splitPath(path);
  const [head = '', at] = parts;
  const entry = at === undefined || !/^\d+$/.test(at) ? undefined : valueAt(filled.sheet, [head, at]);
  const words = titlesOf(filled.ruleset, path).filter((_, n) => !/^\d+$/.test(parts[n] ?? ''));
  return listText(entry === undefined ? words : [worded(nameOfEntry(entry)), ...words.slice(1)]);
};

/** The fields of one page or group. */
const fieldsOf = (filled: FormSubject, path: string, schema: SheetSchema): readonly Field[] => {
  const page = pageNumber(path);
  const at = page === undefined ? path : '';
  const value = valueAt(filled.sheet, splitPath(at));
  const node = toSheetNode(schema, value);
  if (node.kind !== 'group') return [];
  const all = node.fields.map(([name, each]) => {
    const own = joinPath(at, name);
    return { path: own, name, schema: each, value: valueAt(filled.sheet, splitPath(own)) };
  });
  const names = page === undefined ? undefined : (pagesOf(filled)[page]?.fields ?? []);
  return names === undefined ? all : names.flatMap((name) => all.find((field) => field.name === name) ?? []);
};

const wordOptions = ({ ruleset }: FormSubject, words: readonly string[]): readonly MenuOffer[] =>
  words.map((word) => ({
    value: word,
    label: worded(term(formatFieldTitle(/^[A-Z_]+$/.test(word) ? word.toLowerCase() : word), ruleset.id)),
  }));

const controlsOf = (filled: FormSubject, path: string, schema: SheetSchema): Reply['controls'] => {
  if (path === '') return rootPage(filled);
  if (pageNumber(path) !== undefined)
    return [...fieldsPage(filled, fieldsOf(filled, path, schema)), [back(filled, '')]];
  const value = valueAt(filled.sheet, splitPath(path));
  const node = toSheetNode(schema, value);
  const isEntry = /\.\d+$/.test(path);
  const drop = press(filled, 'drop', path);
  const end = [...(isEntry ? [button('Remove', drop, 'danger')] : []), back(filled, path)];
  const choose = (label: string, does: FormAct, words: readonly string[]) =>
    lists(label, wordOptions(filled, words), { option: 'value', press: press(filled, does, path) });
  switch (node.kind) {
    case 'group':
      return [...fieldsPage(filled, fieldsOf(filled, path, schema)), end];
    case 'word':
      return [...choose('Choose', 'set', node.words), [button('None of these', drop), ...end]];
    case 'words':
      return [...choose('Choose or remove', 'switch', node.words), end];
    case 'list':
      return [...listPage(filled, path, Array.isArray(value) ? value : []), [ownEntry(filled, path), ...end]];
    case 'table':
      return [
        ...tablePage(filled, path, node.keys, value),
        [...(node.keys.length === 0 ? [ownEntry(filled, path, 'Add one: name=number')] : []), ...end],
      ];
    case 'number':
    case 'text':
    case 'yes-no':
      return [end];
  }
};

const linesOf = (filled: FormSubject, path: string, schema: SheetSchema): Card['lines'] => {
  if (path === '') return filled.details.map((each) => line(each));
  const fields = fieldsOf(filled, path, schema);
  if (fields.length > 0) return fields.map((each) => line(fieldText(filled, each.path, each.value)));
  const value = valueAt(filled.sheet, splitPath(path));
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return (entries.length > 0 ? entries : [value]).map((each) => line(formatValue(filled.ruleset, path, each)));
};

/** Builds one page of a form: its values and controls. */
export const buildFormPage = (filled: FormSubject, path: string): PrivateView => {
  const { name, ruleset, sheet } = filled;
  const whole = sheetSchemaOf(ruleset);
  const place = pageNumber(path) === undefined ? path : '';
  const schema = schemaAt(whole, sheet, splitPath(place));
  const at = schema === undefined ? '' : path;
  const subject = phrase`${name} (${term(ruleset.title)})`;
  const part = titleOf(filled, at);
  const title = part === '' ? subject : phrase`${subject}: ${part}`;
  return createPrivateView({
    cards: [card(title, { lines: linesOf(filled, at, schema ?? whole), footer: 'Every change is saved' })],
    controls: controlsOf(filled, at, schema ?? whole),
    replaces: true,
  });
};
