import type { Character } from '../../campaign/characters.ts';
import {
  normalizeName,
  normalizeText,
  ok,
  phrase,
  type Result,
  refuse,
  refuseInput,
  term,
} from '../../core/message.ts';
import { isPlainObject } from '../../core/plain-object.ts';
import { createScriptedDice } from '../../dice/dice.ts';
import { card } from '../../presentation/card.ts';
import { combatantCard } from '../../presentation/status-card.ts';
import { line } from '../../rules/event.ts';
import { gmCaller } from '../../rules/expected-action.ts';
import { gmViewer } from '../../rules/reader.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { parseDecimal } from '../../rules/value-parsers.ts';
import { oneOfParam, type ParamOffer, textParam } from '../../rules/verb.ts';
import {
  type SheetSchema,
  schemaAt,
  setValueAt,
  sheetSchemaOf,
  splitPath,
  toSheetNode,
  valueAt,
} from '../input/sheet-fields.ts';
import { findRuleset, parseSheet, presetEntries } from '../input/sheets.ts';
import { type ControlAction, createPrivateView, type PrivateView, selectMenu } from '../replies/reply.ts';
import {
  buildFormPage,
  type FormAct,
  type FormSubject,
  formActs,
  listChoosableEntries,
  listFormPlaces,
  nameOfEntry,
  parentPath,
  type SaveCommands,
} from './form-page.ts';

/** The part of a saved sheet that its form needs. */
export type SavedSheet = Pick<Character, 'id' | 'name' | 'system' | 'sheet'>;

/** Opens the form of a sheet. Refuses a sheet that could not join a battle. */
export const openForm = (
  { id, name, sheet }: Pick<SavedSheet, 'id' | 'name' | 'sheet'>,
  ruleset: Ruleset,
  by: SaveCommands,
): Result<FormSubject> => {
  const came = checkEntrant(ruleset, name, sheet);
  return came.ok ? ok({ id, commands: by, name, ruleset, ...came.value }) : came;
};

/** Opens the form of a saved sheet at its first page. */
export const firstPage = (there: SavedSheet, by: SaveCommands, rulesets: readonly Ruleset[]): Result<PrivateView> => {
  const ruleset = findRuleset(rulesets, there.system);
  const filled = ruleset.ok ? openForm(there, ruleset.value, by) : ruleset;
  return filled.ok ? ok(buildFormPage(filled.value, '')) : filled;
};

/** The result of a press in a form: a page to show, a sheet to save, or a new name. */
type FormStep =
  | { readonly action: 'show' | 'keep'; readonly subject: FormSubject; readonly page: string }
  | { readonly action: 'rename'; readonly subject: FormSubject };

interface FormPress {
  readonly does?: FormAct | undefined;
  readonly at: string;
  readonly value?: string | undefined;
}

/** Applies a press to a sheet without saving the sheet. `nameFor` checks a new name. */
export const applyFormPress = (
  there: SavedSheet,
  by: SaveCommands,
  { does: wanted, at, value: given }: FormPress,
  rulesets: readonly Ruleset[],
  nameFor: (typed: string) => Result<string>,
): Result<FormStep> => {
  const does = wanted ?? (given === undefined ? 'open' : 'set');
  const ruleset = findRuleset(rulesets, there.system);
  const now = ruleset.ok ? openForm(there, ruleset.value, by) : ruleset;
  if (!now.ok) return now;
  if (does === 'name') {
    const name = nameFor(given ?? '');
    return name.ok ? ok({ action: 'rename', subject: { ...now.value, name: name.value } }) : name;
  }
  const changed = applyFormInput(now.value, does, at, given ?? '');
  if (!changed.ok) return changed;
  const { sheet, page } = changed.value;
  if (sheet === now.value.sheet) return ok({ action: 'show', subject: now.value, page });
  const after = openForm({ ...there, sheet }, now.value.ruleset, by);
  return after.ok ? ok({ action: 'keep', subject: after.value, page }) : after;
};

/** Suggests pages and fields that match the typed text. */
export const suggestFields = (
  there: SavedSheet,
  typed: string,
  rulesets: readonly Ruleset[],
): readonly ParamOffer[] => {
  const ruleset = findRuleset(rulesets, there.system);
  if (!ruleset.ok) return [];
  const key = typed.trim().toLowerCase();
  return listFormPlaces(ruleset.value, there.sheet).filter(
    ({ value, label }) => value.toLowerCase().startsWith(key) || label.toLowerCase().includes(key),
  );
};

/** The options of commands that open or change a form. */
export const formOptions = () => ({
  does: oneOfParam('What to do; default: set the field, or without a value open the field’s page', formActs).optional(),
  at: textParam('Which page or field of the sheet', 200).default(''),
  value: textParam('The new value; none removes it', 1000).optional(),
});

const maxListed = 25;

/** Asks the user for a preset to start from. Choosing a preset repeats the command with it. */
export const presetPage = (
  { title, presets }: Ruleset,
  name: string,
  path: ControlAction['path'],
  input: ControlAction['input'],
): PrivateView =>
  createPrivateView({
    cards: [
      card(phrase`${name} (${term(title)})`, {
        lines: [line('Which preset do you want to start from? You can change everything in it.')],
      }),
    ],
    controls: [[selectMenu('Start from', 'preset', presetEntries({ presets }).slice(0, maxListed), { path, input })]],
  });

/** A changed sheet, and the path of the page to show next. */
interface FormResult {
  readonly sheet: unknown;
  readonly page: string;
}

const maxNameLength = 32;

/** Checks the length of a name. Refuses with BAD-NAME. */
export const checkName = (typed: string): Result<string> => {
  const name = normalizeText(typed);
  return name === '' || [...name].length > maxNameLength ? refuse('bad-name') : ok(name);
};

/** Refuses a press for a field that no longer exists, and names the command that opens the form again. */
const formGone = ({ commands }: Pick<FormSubject, 'commands'>): Result<never> =>
  refuse('form-gone', { command: commands.group === 'npc' ? '/npc create' : '/character create' });

const isNone = (typed: string): boolean => typed === '' || ['none', '–', '-'].includes(normalizeName(typed));

/** Parses a typed value. Undefined if the text is empty, which removes the value. */
const parseTyped = (field: string, schema: SheetSchema, value: unknown, typed: string): Result<unknown> => {
  const { kind } = toSheetNode(schema, value);
  if (kind === 'number' || (kind === 'text' && /^[+\-−]?\d+$/.test(typed) && typeof value === 'number')) {
    if (isNone(typed)) return ok(undefined);
    const number = parseDecimal(typed);
    return number === undefined ? refuseInput(field, phrase`type a number, not ${typed}`) : ok(number);
  }
  return ok(typed === '' ? undefined : typed);
};

/** Adds a custom entry to a list: a copy of the first entry offered, under the typed name. */
const addOwnEntry = (filled: FormSubject, at: string, schema: SheetSchema, name: string): Result<unknown> => {
  const [like] = listChoosableEntries(filled, at).filter(isPlainObject);
  const node = toSheetNode(schema, valueAt(filled.sheet, splitPath(at)));
  if (node.kind !== 'list') return formGone(filled);
  if (like !== undefined) return ok('name' in like ? { ...like, name } : { ...like, id: name });
  const entry = toSheetNode(node.entry, undefined);
  if (entry.kind !== 'group') return ok(name);
  const key = entry.fields.some(([field]) => field === 'name') ? 'name' : 'id';
  return ok(entry.fields.some(([field]) => field === key) ? { [key]: name } : {});
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Adds a row to a table, from its key and value: `Priest=3`. */
const addOwnKey = (filled: FormSubject, at: string, typed: string): Result<FormResult> => {
  const [, name = '', value = ''] = /^(.*?)\s*[=:\s]\s*(\S*)$/.exec(typed) ?? [];
  if (name.trim() === '' || name.includes('.') || value === '')
    return refuseInput('value', 'type a name and a number, like Priest=3');
  return applyFormInput(filled, 'set', `${at}.${name.trim()}`, value);
};

/** True if the path names only list entries that still exist. */
const isThere = (sheet: unknown, parts: readonly string[]): boolean =>
  parts.every((part, n) => {
    const list = valueAt(sheet, parts.slice(0, n));
    return !Array.isArray(list) || Number(part) < list.length;
  });

/** Applies a press to a sheet. Refuses unknown paths, and values that the rulebook refuses. */
export const applyFormInput = (filled: FormSubject, does: FormAct, at: string, value: string): Result<FormResult> => {
  const { sheet, ruleset } = filled;
  if (at.startsWith('#') || at === '') return ok({ sheet, page: at });
  const parts = splitPath(at);
  const schema = schemaAt(sheetSchemaOf(ruleset), sheet, parts);
  if (schema === undefined || !isThere(sheet, parts)) return formGone(filled);
  const there = valueAt(sheet, parts);
  const node = toSheetNode(schema, there);
  const put = (next: unknown, page = at): Result<FormResult> => ok({ sheet: setValueAt(sheet, parts, next), page });
  switch (does) {
    case 'open':
      return node.kind === 'yes-no' ? put(there !== true, parentPath(filled, at)) : ok({ sheet, page: at });
    case 'set': {
      const typed = parseTyped(at, schema, there, value.trim());
      return typed.ok ? put(typed.value, parentPath(filled, at)) : typed;
    }
    case 'switch': {
      const words: readonly unknown[] = Array.isArray(there) ? there : [];
      return put(words.includes(value) ? words.filter((word) => word !== value) : [...words, value]);
    }
    case 'add': {
      const entry = listChoosableEntries(filled, at).find((each) => nameOfEntry(each).slice(0, 80) === value);
      return entry === undefined ? formGone(filled) : put([...listOf(there), entry]);
    }
    case 'own': {
      if (node.kind === 'table') return addOwnKey(filled, at, value.trim());
      const entries = listOf(there);
      const name = checkName(value);
      if (!name.ok) return name;
      const entry = addOwnEntry(filled, at, schema, name.value);
      return entry.ok
        ? put([...entries, entry.value], isPlainObject(entry.value) ? `${at}.${entries.length}` : at)
        : entry;
    }
    case 'drop':
      return put(undefined, parentPath(filled, at));
    case 'name':
      return ok({ sheet, page: '' });
  }
};

/** A sheet that the rulebook accepts, with lines about the combatant. */
export interface CheckedEntrant {
  readonly sheet: unknown;
  /** Lines that the rulebook adds about the combatant, with derived values. */
  readonly details: readonly string[];
}

/** Checks a sheet by adding its combatant to an empty battle. Refuses what the rulebook refuses there. */
export const checkEntrant = (ruleset: Ruleset, name: string, given: unknown): Result<CheckedEntrant> => {
  const sheet = parseSheet(ruleset, given);
  if (!sheet.ok) return sheet;
  const blank = ruleset.createGame({});
  if (!blank.ok) return blank;
  const entrant = { id: name, side: ruleset.sides[0] ?? 'own', sheet: sheet.value };
  const came = blank.value.act({ do: 'enter', entrant }, gmCaller(), [], createScriptedDice([]));
  if (!came.ok) return came;
  const view = came.value.kind === 'decided' ? came.value.game.view(gmViewer) : undefined;
  const all = view?.combatants ?? [];
  const [there, ...more] = all;
  if (view === undefined || there === undefined) return ok({ sheet: sheet.value, details: [] });
  const shows =
    more.length === 0
      ? combatantCard(view, there).lines.map(({ text }) => text)
      : all.map((each) => phrase`${each.id}: ${each.sheet.join('; ')}`);
  return ok({ sheet: sheet.value, details: shows });
};
