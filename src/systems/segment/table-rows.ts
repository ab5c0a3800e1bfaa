import { ownValue } from '../../core/plain-object.ts';
import type { Dice } from '../../dice/dice.ts';
import type { State } from './state.ts';
import { formatTables, parseAcceptedTables, type TableRoll, type TableRow } from './table-text.ts';

/** SEG-TABLE-1: what the table is called that a grievous hit rolls on. */
export const grievousTable = 'grievous';

/** SEG-TABLE-4: … that says what a Double Shot costs, by the rank of the Master Bowman. */
export const doubleShotTable = 'double shot';

/** The tables that the rulebook names and does not hold. */
export const rulebookTables = [grievousTable, doubleShotTable] as const;

export const normalizeTableName = (called: string): string =>
  called
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ');

/** SEG-TABLE-1: the tables in force, those given in the battle before those it began with. */
export const tablesOf = ({ settings, tables = {} }: State): Readonly<Record<string, readonly TableRow[]>> => ({
  ...parseAcceptedTables(settings.tables),
  ...tables,
});

/** SEG-TABLE-1: the rows of a table; nothing where it was never given or was taken away. */
export const findTable = (state: State, called: string): readonly TableRow[] | undefined => {
  const rows = ownValue(tablesOf(state), normalizeTableName(called));
  return rows === undefined || rows.length === 0 ? undefined : rows;
};

export const tableNamesOf = (state: State): readonly string[] =>
  Object.keys(tablesOf(state)).filter((called) => findTable(state, called) !== undefined);

/** SEG-TABLE-5: the tables of a battle as the setting that the next battle of the campaign begins with. */
export const formatTablesSetting = (state: State): string =>
  formatTables(Object.fromEntries(tableNamesOf(state).map((called) => [called, findTable(state, called) ?? []])));

/** SEG-TABLE-2: one die as large as the highest number of the table, and the row it falls on. */
export const rollTable = (rows: readonly TableRow[], dice: Dice, die: string): TableRoll => {
  const sides = rows.at(-1)?.to ?? 1;
  const roll = dice.roll(sides, die);
  return { sides, roll, text: rows.find(({ from, to }) => from <= roll && roll <= to)?.text ?? 'none' };
};

export const isNoEffect = ({ text: said }: Pick<TableRow, 'text'>): boolean =>
  /^(none|nothing|no wound)\.?$/i.test(said);

/** SEG-TABLE-4: what a Double Shot adds to SC for a rank, where the table's row begins with a number. */
export const doubleShotModifier = (state: State, rank: number): number => {
  const row = findTable(state, doubleShotTable)?.find(({ from, to }) => from <= rank && rank <= to);
  return Number(/^[+\-−]?\d+/.exec(row?.text ?? '')?.[0].replace('−', '-') ?? 0);
};
