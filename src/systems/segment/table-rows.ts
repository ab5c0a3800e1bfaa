import { ownValue } from '../../core/tree.ts';
import type { Dice } from '../../dice/dice.ts';
import type { State } from './state.ts';
import { readTables, type TableRoll, type TableRow, tablesText } from './table-text.ts';

/** SEG-TABLE-1: what the table is called that a grievous hit rolls on. */
export const grievousTable = 'grievous';

/** SEG-TABLE-4: … that says what a Double Shot costs, by the rank of the Master Bowman. */
export const doubleShotTable = 'double shot';

/** The tables that the rulebook names and does not hold. */
export const rulebookTables = [grievousTable, doubleShotTable] as const;

export const keyOf = (called: string): string =>
  called
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ');

/** SEG-TABLE-1: the tables in force, those given in the battle before those it began with. */
export const tablesOf = ({ settings, tables = {} }: State): Readonly<Record<string, readonly TableRow[]>> => ({
  ...readTables(settings.tables),
  ...tables,
});

/** SEG-TABLE-1: the rows of a table; nothing where it was never given or was taken away. */
export const tableCalled = (state: State, called: string): readonly TableRow[] | undefined => {
  const rows = ownValue(tablesOf(state), keyOf(called));
  return rows === undefined || rows.length === 0 ? undefined : rows;
};

export const namesOf = (state: State): readonly string[] =>
  Object.keys(tablesOf(state)).filter((called) => tableCalled(state, called) !== undefined);

/** SEG-TABLE-5: the tables of a battle as the setting that the next battle of the campaign begins with. */
export const keptTables = (state: State): string =>
  tablesText(Object.fromEntries(namesOf(state).map((called) => [called, tableCalled(state, called) ?? []])));

/** SEG-TABLE-2: one die as large as the highest number of the table, and the row it falls on. */
export const rollTable = (rows: readonly TableRow[], dice: Dice, die: string): TableRoll => {
  const sides = rows.at(-1)?.to ?? 1;
  const roll = dice.roll(sides, die);
  return { sides, roll, text: rows.find(({ from, to }) => from <= roll && roll <= to)?.text ?? 'none' };
};

export const isNothing = ({ text: said }: Pick<TableRow, 'text'>): boolean =>
  /^(none|nothing|no wound)\.?$/i.test(said);

/** SEG-TABLE-4: what a Double Shot adds to SC for a rank, where the table's row begins with a number. */
export const doubleShotModifier = (state: State, rank: number): number => {
  const row = tableCalled(state, doubleShotTable)?.find(({ from, to }) => from <= rank && rank <= to);
  return Number(/^[+\-−]?\d+/.exec(row?.text ?? '')?.[0].replace('−', '-') ?? 0);
};
