import { z } from 'zod';
import { counted, phrase, worded } from '../../core/language.ts';
import { refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { line, step } from '../../rules/lines.ts';
import { textParam } from '../../rules/params.ts';
import { doneVerdict } from '../../rules/verb.ts';
import { requireGm } from './checks.ts';
import { combatantId, event, order } from './state.ts';
import { findTable, normalizeTableName, rollTable, rulebookTables, tableNamesOf, tablesOf } from './table-rows.ts';
import {
  formatRow,
  formatTables,
  maxTablesLength,
  parseTableRows,
  rowSchema,
  type TableRow,
  tableRollSchema,
} from './table-text.ts';

export const tableGiven = event(
  'table-given',
  { table: combatantId, rows: z.array(rowSchema) },
  {
    apply: (state, { table, rows }) => ({ ...state, tables: { ...state.tables, [table]: rows } }),
    narrate: ({ table, rows }) =>
      rows.length === 0
        ? line(phrase`The table “${table}” is removed.`, 'plain', [[step('SEG-TABLE-1', 'removed')]])
        : line(
            phrase`The table “${table}”: ${rows.length === 1 ? worded('one row') : counted(rows.length, 'row', 'rows')}.`,
            'plain',
            [[step('SEG-TABLE-1', rows.map(formatRow).join('; '))]],
          ),
  },
);

export const tableRolled = event(
  'table-rolled',
  { table: combatantId, fell: tableRollSchema },
  {
    apply: (state) => state,
    narrate: ({ table, fell: { sides, roll, text: said } }) =>
      line(phrase`${table}: ${said}.`.replace(/\.\.$/, '.'), 'plain', [
        [step('SEG-TABLE-2', phrase`d${sides}: ${roll}`)],
      ]),
  },
);

const given = (rows: string): Result<readonly TableRow[], string> =>
  normalizeTableName(rows) === 'none' ? ok([]) : parseTableRows(rows);

/** SEG-TABLE-1, SEG-TABLE-2, SEG-TABLE-3. */
export const setOrRollTable = order({
  summary: 'Set up your own table, or roll on it',
  role: 'gm',
  params: z.strictObject({
    name: textParam('Which table: grievous, double shot, or a name of your own', 40),
    rows: textParam(
      'The rows, like 1-50 none; 51-90 broken arm; 91-100 slain; write none to remove the table',
      maxTablesLength,
    ).optional(),
    file: z
      .string()
      .max(65_536)
      .meta({ description: 'A text file with the rows, one per line', widget: 'file' })
      .optional(),
  }),
  offers: {
    name: (state) =>
      [...new Set([...rulebookTables, ...tableNamesOf(state)])].map((value) => ({ value, label: value })),
  },
  resolve: (draft, call, { name: called, rows: typed, file }) => {
    const state = draft.now();
    const gm = requireGm(call);
    if (!gm.ok) return gm;
    const key = normalizeTableName(called);
    if (/[|:;]/.test(key) || key === '')
      return refuse('BAD_ACTION', { problem: 'the name of a table cannot contain | : or ;' });
    const rows = file ?? typed;
    if (rows === undefined) {
      const there = findTable(state, key);
      if (there === undefined)
        return refuse('NO_TABLE', { table: key, named: rulebookTables.find((each) => each === key) });
      draft.emit(tableRolled({ table: key, fell: rollTable(there, draft.dice, 'table') }));
      return doneVerdict;
    }
    const read = given(rows);
    if (!read.ok) return refuse('BAD_ACTION', { problem: read.error });
    const all = formatTables({ ...tablesOf(state), [key]: read.value });
    if (all.length > maxTablesLength)
      return refuse('BAD_ACTION', { problem: `all tables together have room for ${maxTablesLength} characters` });
    draft.emit(tableGiven({ table: key, rows: [...read.value] }));
    return doneVerdict;
  },
});
