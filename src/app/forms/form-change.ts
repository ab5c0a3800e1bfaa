import { normalizeName, normalizeText, ok, phrase, type Refusal, type Result, refuse } from '../../core/message.ts';
import { isPlainObject } from '../../core/plain-object.ts';
import { type FormAct, type FormSubject, listChoosableEntries, nameOfEntry, parentPath } from './form-page.ts';
import {
  type SheetSchema,
  schemaAt,
  setValueAt,
  sheetSchemaOf,
  splitPath,
  toSheetNode,
  valueAt,
} from './sheet-node.ts';

/** A sheet as one press of the form leaves it, and the page that is shown then. */
interface FormResult {
  readonly sheet: unknown;
  readonly page: string;
}

const maxNameLength = 32;

/** A name that somebody may be kept under. */
export const checkName = (typed: string): Result<string, Refusal> => {
  const name = normalizeText(typed);
  return name === '' || [...name].length > maxNameLength ? refuse('bad-name') : ok(name);
};

/** What a press was for is not on the sheet; its form opens with what is. */
const formGone = ({ commands }: Pick<FormSubject, 'commands'>): Result<never, Refusal> =>
  refuse('form-gone', { command: commands.group === 'npc' ? '/npc make' : '/character make' });

const isNone = (typed: string): boolean => typed === '' || ['none', '–', '-'].includes(normalizeName(typed));

/** What is typed for a field: a number, where it takes one; nothing takes away what stands there. */
const parseTyped = (field: string, schema: SheetSchema, value: unknown, typed: string): Result<unknown, Refusal> => {
  const { kind } = toSheetNode(schema, value);
  if (kind === 'number' || (kind === 'text' && /^[+\-−]?\d+$/.test(typed) && typeof value === 'number')) {
    if (isNone(typed)) return ok(undefined);
    const number = Number(typed.replace('−', '-').replace(/^\+/, ''));
    return Number.isFinite(number)
      ? ok(number)
      : refuse('bad-input', { option: field, problem: phrase`type a number, not ${typed}` });
  }
  return ok(typed === '' ? undefined : typed);
};

/** An entry of one's own: like the first there is to choose, under another name. */
const addOwnEntry = (filled: FormSubject, at: string, schema: SheetSchema, name: string): Result<unknown, Refusal> => {
  const [like] = listChoosableEntries(filled, at).filter(isPlainObject);
  const node = toSheetNode(schema, valueAt(filled.sheet, splitPath(at)));
  if (node.kind !== 'list') return formGone(filled);
  if (like !== undefined) return ok('name' in like ? { ...like, name } : { ...like, id: name });
  const entry = toSheetNode(node.entry, undefined);
  if (entry.kind !== 'group') return ok(name);
  const key = entry.fields.some(([field]) => field === 'name') ? 'name' : 'id';
  return ok(entry.fields.some(([field]) => field === key) ? { [key]: name } : {});
};

/** The number or text that is put under a name of a table: `Priest=3`. */
const addOwnKey = (filled: FormSubject, at: string, typed: string): Result<FormResult, Refusal> => {
  const [, name = '', value = ''] = /^(.*?)\s*[=:\s]\s*(\S*)$/.exec(typed) ?? [];
  if (name.trim() === '' || name.includes('.') || value === '')
    return refuse('bad-input', { option: 'value', problem: 'type a name and a number, like Priest=3' });
  return applyFormInput(filled, 'set', `${at}.${name.trim()}`, value);
};

/** Is every entry of a list there that a place lies in? Another press may have taken one away. */
const isThere = (sheet: unknown, parts: readonly string[]): boolean =>
  parts.every((part, n) => {
    const list = valueAt(sheet, parts.slice(0, n));
    return !Array.isArray(list) || Number(part) < list.length;
  });

/** What one press or form does to a sheet. Refuses what there is no place for; what the rulebook forbids it says itself. */
export const applyFormInput = (
  filled: FormSubject,
  does: FormAct,
  at: string,
  value: string,
): Result<FormResult, Refusal> => {
  const { sheet, ruleset } = filled;
  if (at.startsWith('#') || at === '') return ok({ sheet, page: at });
  const parts = splitPath(at);
  const schema = schemaAt(sheetSchemaOf(ruleset), sheet, parts);
  if (schema === undefined || !isThere(sheet, parts)) return formGone(filled);
  const there = valueAt(sheet, parts);
  const node = toSheetNode(schema, there);
  const put = (next: unknown, page = at): Result<FormResult, Refusal> =>
    ok({ sheet: setValueAt(sheet, parts, next), page });
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
      const entries: readonly unknown[] = Array.isArray(there) ? there : [];
      return entry === undefined ? formGone(filled) : put([...entries, entry]);
    }
    case 'own': {
      if (node.kind === 'table') return addOwnKey(filled, at, value.trim());
      const entries: readonly unknown[] = Array.isArray(there) ? there : [];
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
