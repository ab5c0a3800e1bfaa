import { z } from 'zod';
import { counted, ok, phrase, refuse } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import type { Dice } from '../../dice/dice.ts';
import { line, step } from '../../rules/event.ts';
import { fileParam, textParam } from '../../rules/verb.ts';
import { refuseAction, requireGm } from './checks.ts';
import { type Combatant, effectiveDex, event, order, type State } from './state.ts';
import {
  formatRow,
  formatTables,
  maxTablesLength,
  parseAcceptedTables,
  parseTableRows,
  rowSchema,
  type TableRoll,
  type TableRow,
  tableRollSchema,
} from './table-text.ts';

/** The name of the table of grievous wounds. SEG-TABLE-1. */
export const grievousTable = 'grievous';

/** The name of the table of Double Shot modifiers, by rank of Master Bowman. SEG-TABLE-4. */
const doubleShotTable = 'double shot';

/** The names of the tables of initiative and DEF modifiers, by DEX. SEG-PEN-3. */
const dexTables = { im: 'dex initiative', def: 'dex defense' } as const;

/** The tables that the rulebook names but does not contain. */
export const rulebookTables = [grievousTable, doubleShotTable, dexTables.im, dexTables.def] as const;

const normalizeTableName = (called: string): string =>
  called
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ');

/** The current tables; tables set in the battle replace tables of the same name in the settings. SEG-TABLE-1. */
const tablesOf = ({ settings, tables = {} }: State): Readonly<Record<string, readonly TableRow[]>> => ({
  ...parseAcceptedTables(settings.tables),
  ...tables,
});

/** The rows of a table. Undefined if the table was never set, or was removed. SEG-TABLE-1. */
export const findTable = (state: State, called: string): readonly TableRow[] | undefined => {
  const rows = ownValue(tablesOf(state), normalizeTableName(called));
  return rows === undefined || rows.length === 0 ? undefined : rows;
};

const tableNamesOf = (state: State): readonly string[] =>
  Object.keys(tablesOf(state)).filter((called) => findTable(state, called) !== undefined);

/** Formats the battle’s tables as a setting, which the campaign’s next battle can use. SEG-TABLE-5. */
export const formatTablesSetting = (state: State): string => formatTables(tablesOf(state));

/** Rolls one die that has as many sides as the table’s highest number. SEG-TABLE-2. */
export const rollTable = (rows: readonly TableRow[], dice: Dice, die: string): TableRoll => {
  const sides = rows.at(-1)?.to ?? 1;
  const roll = dice.roll(sides, die);
  return { sides, roll, text: rows.find(({ from, to }) => from <= roll && roll <= to)?.text ?? 'none' };
};

export const isNoEffect = ({ text: said }: Pick<TableRow, 'text'>): boolean =>
  /^(none|nothing|no wound)\.?$/i.test(said);

/** The number that a value's row in a table begins with, or 0. */
const numberInTable = (state: State, called: string, value: number): number => {
  const row = findTable(state, called)?.find(({ from, to }) => from <= value && value <= to);
  return Number(/^[+\-−]?\d+/.exec(row?.text ?? '')?.[0].replace('−', '-') ?? 0);
};

/** The SC modifier of a Double Shot. 0 if the table row does not begin with a number. SEG-TABLE-4. */
export const doubleShotModifier = (state: State, rank: number): number => numberInTable(state, doubleShotTable, rank);

/** The modifier of stuck missiles to initiative or DEF. 0 without a table of DEX. SEG-PEN-3, SEG-RUL-87. */
export const stuckMissileModifier = (state: State, who: Combatant, on: keyof typeof dexTables): number =>
  numberInTable(state, dexTables[on], effectiveDex(who)) - numberInTable(state, dexTables[on], who.sheet.dex);

export const tableGiven = event('table-given', {
  facts: { table: z.string(), rows: z.array(rowSchema) },
  apply: (state, { table, rows }) => ({ ...state, tables: { ...state.tables, [table]: rows } }),
  narrate: ({ table, rows }) =>
    rows.length === 0
      ? line(phrase`The table “${table}” is removed.`, 'plain', [[step('SEG-TABLE-1', 'removed')]])
      : line(phrase`The table “${table}”: ${counted(rows.length, 'row')}.`, 'plain', [
          [step('SEG-TABLE-1', rows.map(formatRow).join('; '))],
        ]),
});

export const tableRolled = event('table-rolled', {
  facts: { table: z.string(), rolled: tableRollSchema },
  narrate: ({ table, rolled: { sides, roll, text: said } }) =>
    line(phrase`${table}: ${said}.`.replace(/\.\.$/, '.'), 'plain', [
      [step('SEG-TABLE-2', phrase`d${sides}: ${roll}`)],
    ]),
});

/** Sets or removes a table, or rolls on it. SEG-TABLE-1, SEG-TABLE-2, SEG-TABLE-3. */
export const setOrRollTable = order({
  summary: 'Set up your own table, or roll on it',
  role: 'gm',
  params: z.strictObject({
    name: textParam('Which table: grievous, double shot, dex initiative, dex defense, or a name of your own', 40),
    rows: textParam(
      'The rows, like 1-50 none; 51-90 broken arm; 91-100 slain; write none to remove the table',
      maxTablesLength,
    ).optional(),
    file: fileParam('A text file with the rows, one per line', 65_536).optional(),
  }),
  offers: {
    name: (state) =>
      [...new Set([...rulebookTables, ...tableNamesOf(state)])].map((value) => ({ value, label: value })),
  },
  requires: (_, call) => requireGm(call),
  resolve: (draft, _, { name: called, rows: typed, file }) => {
    const state = draft.now();
    const key = normalizeTableName(called);
    if (/[|:;]/.test(key) || key === '') return refuseAction('the signs | : ; cannot stand in the name of a table');
    const rows = file ?? typed;
    if (rows === undefined) {
      const there = findTable(state, key);
      if (there === undefined)
        return refuse('NO_TABLE', { table: key, named: rulebookTables.find((each) => each === key) });
      return tableRolled({ table: key, rolled: rollTable(there, draft.dice, 'table') });
    }
    const read = normalizeTableName(rows) === 'none' ? ok([]) : parseTableRows(rows);
    if (!read.ok) return refuseAction(read.error);
    const all = formatTables({ ...tablesOf(state), [key]: read.value });
    if (all.length > maxTablesLength)
      return refuseAction(phrase`all tables together have room for ${maxTablesLength} characters`);
    return tableGiven({ table: key, rows: [...read.value] });
  },
});
