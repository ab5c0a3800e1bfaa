import type { z } from 'zod';
import {
  currentDictionary,
  listText,
  normalizeName,
  ok,
  phrase,
  type Result,
  refuse,
  refuseInput,
  term,
  worded,
} from '../../core/message.ts';
import { childObjects, isPlainObject, type PlainObject } from '../../core/plain-object.ts';
import type { EncounterFoe, SavedEncounter } from '../../library/library.ts';
import { cutText } from '../../presentation/view-facts.ts';
import type { Preset } from '../../rules/definition.ts';
import { settingAt } from '../../rules/editions.ts';
import { type Line, line } from '../../rules/event.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { describeInputError, fileParam, type ParamOffer, textParam } from '../../rules/verb.ts';
import { didYouMean, matchName } from './match-name.ts';
import {
  type FieldTitleSource,
  formatFieldName,
  type SheetField,
  setValueAt,
  sheetFieldName,
  sheetFields,
  sheetFieldTitle,
  splitPath,
  valueAt,
} from './sheet-fields.ts';

/** Finds a rulebook by its id or title (`matchName`). Refuses with NO-SYSTEM or UNKNOWN-SYSTEM. */
export const findRuleset = (rulesets: readonly Ruleset[], system: string | undefined): Result<Ruleset> => {
  const systems = rulesets.map(({ id }) => id).join(', ');
  if (system === undefined) return refuse('no-system', { systems });
  const { found } = matchName(system, rulesets, ({ id, title }) => [id, title]);
  return found === undefined ? refuse('unknown-system', { system, systems }) : ok(found);
};

/** The names by which users find a preset: title, key, name, also in the language of the user. */
export const presetNames = (key: string, { title, name = title }: Preset<unknown>): readonly [string, ...string[]] => [
  title,
  key,
  name,
  ...(currentDictionary() === undefined ? [] : [worded(title), worded(name)]),
];

/** Suggests the presets of these rulebooks. */
export const presetOffers = (rulesets: readonly Pick<Ruleset, 'presets'>[]): readonly ParamOffer[] =>
  rulesets.flatMap(({ presets }) =>
    Object.values(presets).map(({ title, description }) => ({
      value: title,
      label: description === undefined ? worded(title) : cutText(phrase`${term(title)}: ${term(description)}`, 100),
    })),
  );

/** The presets of a rulebook as entries of a select list. */
export const presetEntries = ({ presets }: Pick<Ruleset, 'presets'>) =>
  Object.values(presets).map(({ title, description }) => ({ value: title, label: title, note: description }));

/** Refuses an unknown preset with NO-SUCH-PRESET and suggests similar ones. */
export const refuseUnknownPreset = ({ presets }: Ruleset, preset: string, near: readonly string[]) => {
  const titles = Object.values(presets).map(({ title }) => worded(title));
  return refuse('no-such-preset', { preset, hint: didYouMean(near, phrase`Available: ${titles.join('; ')}.`) });
};

/** Finds a preset by title, alias or key (`matchName`). */
export const findPreset = (ruleset: Ruleset, preset: string): Result<Preset<unknown>> => {
  const meant = matchName(preset, Object.entries(ruleset.presets), ([key, each]) => presetNames(key, each));
  return meant.found === undefined ? refuseUnknownPreset(ruleset, preset, meant.suggestions) : ok(meant.found[1]);
};

export const presetSheet = (ruleset: Ruleset, preset: string): Result<unknown> => {
  const found = findPreset(ruleset, preset);
  return found.ok ? ok(found.value.sheet) : found;
};

/** Parses a sheet and adds defaults. Refuses with BAD-SHEET. */
export const parseSheet = (ruleset: Ruleset, sheet: unknown): Result<unknown> => {
  const parsed = ruleset.sheet.safeParse(sheet, { error: describeInputError });
  if (parsed.success) return ok(parsed.data);
  return refuseSheet(ruleset, describeFirstIssue(parsed.error));
};

/** Refuses a sheet of a rulebook. The problem says what is wrong. */
export const refuseSheet = ({ entrantNoun, title }: Pick<Ruleset, 'entrantNoun' | 'title'>, problem: string) =>
  refuse('bad-sheet', { entrant: worded(entrantNoun), system: title, problem: worded(problem) });

/** Updates the sheet's entries that follow a saved ability. What the ability leaves open stays as on the sheet. */
export const withCurrentAbilities = <One extends { readonly sheet: unknown }>({ form }: Ruleset, one: One): One => {
  const { sheet } = one;
  if (!isPlainObject(sheet)) return one;
  const lists = Object.keys(form?.abilities ?? {}).filter((list) => Array.isArray(sheet[list]));
  const current = lists.map((list) => {
    const saved = childObjects(form?.catalogue?.[list]).filter(({ follows }) => follows !== undefined);
    const update = (entry: PlainObject) => ({ ...entry, ...saved.find(({ follows }) => follows === entry.follows) });
    return [list, childObjects(sheet[list]).map(update)];
  });
  return { ...one, sheet: { ...sheet, ...Object.fromEntries(current) } };
};

/** True if the sheet of a caster has no spells. */
export const lacksSpells = ({ form }: Ruleset, sheet: unknown): boolean =>
  isPlainObject(sheet) &&
  childObjects(sheet.spells).length === 0 &&
  (form?.castsBy ?? []).some((path) => Number(valueAt(sheet, splitPath(path)) ?? 0) > 0);

/** Describes the first issue of a failed parse, with the path of the invalid field. */
export const describeFirstIssue = ({ issues: [issue] }: z.ZodError): string => {
  const at = issue?.path.join('.') ?? '';
  const problem = worded(issue?.message ?? 'it cannot be read');
  return at === '' ? problem : phrase`${at}: ${problem}`;
};

/** Changes a sheet by a text (`applySheetChanges`) and parses it. */
export const sheetWithChanges = (ruleset: Ruleset, sheet: unknown, changes: string | undefined): Result<unknown> => {
  const changed = changes === undefined ? ok(sheet) : applySheetChanges(ruleset, sheet, changes);
  return changed.ok ? parseSheet(ruleset, changed.value) : changed;
};

export const isBlank = (value: unknown): boolean => ['""', '[]', '{}', 'null'].includes(JSON.stringify(value ?? null));

/** Formats a value of a sheet for reading. Omits blank and false values of objects. */
export const formatSheetValue = (ruleset: FieldTitleSource, path: string, value: unknown): string => {
  if (Array.isArray(value))
    return listText(
      value.map((each) => formatSheetValue(ruleset, path, each)),
      value.some(isPlainObject) ? '; ' : ', ',
    );
  if (isPlainObject(value)) return formatEntry(ruleset, path, value);
  if (typeof value === 'boolean') return worded(value ? 'yes' : 'no');
  const text = String(value);
  const isCode = /^([A-Z][A-Z0-9_]+|[a-z]+([A-Z][a-z]+)+)$/.test(text);
  return worded(term(isCode ? formatFieldName(text) : text, ruleset.id));
};

/** Formats a value of a sheet with its field's name: `damage 3`. A value that is only true: the name alone. */
export const formatNamedValue = (ruleset: FieldTitleSource, path: string, value: unknown): string => {
  const words = worded(sheetFieldName(ruleset, path));
  if (value === true) return words;
  const shown = formatSheetValue(ruleset, path, value);
  return isPlainObject(value) ? phrase`${words}: ${shown}` : phrase`${words} ${shown}`;
};

/** Formats an object that has a name, such as `longsword (melee, damage 3)`. */
const formatEntry = (ruleset: FieldTitleSource, path: string, { name, id, ...more }: PlainObject): string => {
  const parts = Object.entries(more)
    .filter(([, value]) => !isBlank(value) && value !== false)
    .map(([key, value]) => formatNamedValue(ruleset, `${path}.${key}`, value));
  const called = name ?? id;
  if (called === undefined) return listText(parts);
  return parts.length === 0 ? worded(String(called)) : phrase`${term(String(called))} (${listText(parts)})`;
};

const sortedByForm = ({ form }: FieldTitleSource, sheet: unknown): readonly (readonly [string, unknown])[] => {
  const order = form?.pages.flatMap(({ fields }) => fields) ?? [];
  const place = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.entries(isPlainObject(sheet) ? sheet : {}).toSorted(([a], [b]) => place(a) - place(b));
};

/** Lines with all fields of a sheet that have a value. One more line names the blank fields. */
export const sheetLines = (ruleset: FieldTitleSource, sheet: unknown): readonly Line[] => {
  const all = sortedByForm(ruleset, sheet);
  const blank = all.filter(([, value]) => isBlank(value)).map(([key]) => worded(sheetFieldName(ruleset, key)));
  return [
    ...all
      .filter(([, value]) => !isBlank(value))
      .map(([key, value]) => line(phrase`${sheetFieldTitle(ruleset, key)}: ${formatSheetValue(ruleset, key, value)}`)),
    ...(blank.length === 0 ? [] : [line(phrase`Left blank: ${listText(blank)}.`, 'quiet')]),
  ];
};

const maxListed = 40;

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

/** Finds a sheet's field and its path by a typed name. Refuses unknown names. */
const findField = (
  name: string,
  fields: readonly SheetField[],
): Result<{ readonly path: string; readonly field: SheetField | undefined }> => {
  const key = normalizeName(name).replace(/\.\d+(?=\.|$)/g, '.#');
  const numbers = name.match(/(?<=\.)\d+(?=\.|$)/g) ?? [];
  const numbered = (path: string): string => numbers.reduce((filled, number) => filled.replace('#', number), path);
  const exact = fields.find(({ path }) => normalizeName(path) === key);
  if (exact !== undefined) return ok({ path: numbered(exact.path), field: exact });
  const within = fields.find(({ path, isOpen }) => isOpen && key.startsWith(`${normalizeName(path)}.`));
  const open = within && numbered(within.path);
  if (open !== undefined) return ok({ path: `${open}${name.slice(open.length)}`, field: undefined });
  const plain = fields.filter(({ path }) => !path.includes('#'));
  const meant = matchName(name, plain, ({ path }) => [path, path.split('.').map(formatFieldName).join(' ')]);
  if (meant.found !== undefined) return ok({ path: meant.found.path, field: meant.found });
  const top = plain.map(({ path }) => path).filter((path) => !path.includes('.'));
  const hint = didYouMean(meant.suggestions, phrase`Available: ${listed(top)}.`);
  return refuse('no-such-field', { word: name, hint });
};

/** Finds the rulebook's spelling of a word for a field. Refuses words that the field does not accept. */
const matchWord = (word: string, { path, words }: SheetField): Result<string> => {
  const meant = matchName(word, words, (each) => [each, formatFieldName(each)]);
  if (meant.found !== undefined) return ok(meant.found);
  const hint = didYouMean(meant.suggestions, phrase`Available: ${listed(words)}.`);
  return refuse('no-such-word', { word, field: path, hint });
};

/** Parses a value that a user typed for a field. In lists, commas or `|` separate entries. */
const parseFieldValue = (text: string, field: SheetField | undefined): Result<unknown> => {
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

/** Changes fields of a sheet by a text: `hp=45, traits=brave|tall`. Refuses unknown names and words. */
export const applySheetChanges = (ruleset: Ruleset, sheet: unknown, changes: string): Result<unknown> => {
  const fields = sheetFields(ruleset);
  let changed = sheet;
  for (const pair of changes.split(/[,;\n]+(?=\s*[\w.’ -]+\s*=)/).filter((each) => each.trim() !== '')) {
    const [name = '', ...value] = pair.split('=');
    if (value.length === 0) return refuseInput('changes', phrase`write field=value, not ${pair.trim()}`);
    const called = findField(name.trim(), fields);
    if (!called.ok) return called;
    const meant = parseFieldValue(value.join('=').trim(), called.value.field);
    if (!meant.ok) return meant;
    changed = setValueAt(changed, called.value.path.split('.'), meant.value);
  }
  return ok(changed);
};

/** Checks an encounter's sheets and settings by its rulebook. Refuses the first invalid sheet or setting. */
export const checkEncounter = (ruleset: Ruleset, encounter: SavedEncounter): Result<SavedEncounter> => {
  const foes: EncounterFoe[] = [];
  for (const foe of encounter.foes) {
    const sheet = parseSheet(ruleset, foe.sheet);
    if (!sheet.ok) return sheet;
    foes.push({ ...foe, sheet: sheet.value });
  }
  const settings = ruleset.settings.safeParse(encounter.settings ?? {}, { error: describeInputError });
  if (settings.success) return ok({ ...encounter, foes });
  const [issue] = settings.error.issues;
  const key = issue?.path.join('.') || 'settings';
  return refuse('bad-setting', {
    ...{ key, value: String(settingAt(encounter.settings, key)) },
    problem: worded(issue?.message ?? 'not understood'),
  });
};

/** Maximum length of the text of a sheet or spreadsheet (characters). */
export const maxSheetLength = 1_048_576;

/** The options of commands that import sheets: a pasted text, or a file. */
export const importOptions = (longest: number = maxSheetLength) => ({
  json: textParam('The pasted text: JSON, a chat palette, or lines of a table', 6000).optional(),
  file: fileParam('A file: JSON from this bot or another tool, CSV, XML', longest).optional(),
});
