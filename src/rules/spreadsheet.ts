import type { CsvRow } from '../core/csv.ts';
import { phrase } from '../core/language.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isSameName } from '../core/text.ts';
import { isTree, ownValue, type Tree } from '../core/tree.ts';
import type { ImportedSheet } from './imports.ts';

/** What a cell says, or in words what is wrong with it. */
type CellReader = (cell: string) => Result<unknown, string>;

/** Where what a column says goes: a dotted path into the sheet. */
export interface Column {
  readonly at: string;
  readonly reads: CellReader;
}

/** How a table of a spreadsheet becomes sheets: a line is an entrant, a line without a name more of the one above. */
export interface SpreadsheetFormat {
  /** By their heads; letter case does not count. `name` need not be among them. */
  readonly columns: Readonly<Record<string, Column>>;
  /** Columns of which a line says one thing more, and the list it goes to: weapons. */
  readonly things?: { readonly at: string; readonly columns: Readonly<Record<string, Column>> };
  /** What every line has that says nothing else. */
  readonly usual?: Tree;
  /** All lines together are one sheet, a list in it: a warband's warriors. */
  readonly together?: string;
}

export const words: CellReader = (cell) => ok(cell);

export const whole: CellReader = (cell) => {
  const plain = cell.normalize('NFKC').replace(/[−–]/g, '-');
  return /^[+-]?\d{1,9}$/.test(plain) ? ok(Number(plain) + 0) : err('is not a whole number');
};

export const yes: CellReader = (cell) => {
  if (/^(?:yes|y|1|true|x)$/i.test(cell)) return ok(true);
  return /^(?:no|n|0|false|-)$/i.test(cell) ? ok(false) : err('is neither yes nor no');
};

/** `strong|very-strong`. */
export const list: CellReader = (cell) =>
  ok(
    cell
      .split('|')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  );

/** `fire=75|water=50`, by name. */
export const pairs: CellReader = (cell) => {
  const read = cell
    .split('|')
    .filter((each) => each.trim() !== '')
    .map((each) => /^([^=]{1,60})=\s*([+-]?\d{1,9})\s*$/.exec(each.replace(/[−–]/g, '-').trim()));
  return read.includes(null)
    ? err('is not a list; write one like fire=75|water=50')
    : ok(
        Object.fromEntries(read.flatMap((each) => (each === null ? [] : [[(each[1] ?? '').trim(), Number(each[2])]]))),
      );
};

/** A column that goes where its head says. */
export const column = (at: string, reads: CellReader): Column => ({ at, reads });

const headKey = (head: string): string => head.normalize('NFKC').toLowerCase().replace(/\s/g, '');

const withValue = (tree: Tree, [head = '', ...rest]: readonly string[], value: unknown): Tree => {
  const inner = ownValue(tree, head);
  if (rest.length > 0) return { ...tree, [head]: withValue(isTree(inner) ? inner : {}, rest, value) };
  return { ...tree, [head]: isTree(inner) && isTree(value) ? { ...inner, ...value } : value };
};

/** How many heads of a table this format knows. */
export const knownHeads = ({ columns, things }: SpreadsheetFormat, heads: readonly string[]): number => {
  const known = new Set([...Object.keys(columns), ...Object.keys(things?.columns ?? {})].map(headKey));
  return heads.filter((head) => known.has(headKey(head))).length;
};

/** Lines with names that are read of one table. */
const mostNamed = 60;
/** So many problems are told of a table; that there are more is said. */
const mostTold = 5;

interface Entry {
  readonly name: string;
  sheet: Tree;
  things: Tree[];
}

/** A line by what its cells say of the entrant, or of the thing it adds. */
const cellsInto = (
  columns: Readonly<Record<string, Column>>,
  heads: readonly string[],
  { line, cells }: CsvRow,
  problems: string[],
): Tree => {
  const byHead = new Map(Object.entries(columns).map(([head, each]) => [headKey(head), each]));
  let tree: Tree = {};
  for (const [index, cell] of cells.entries()) {
    const head = heads[index] ?? '';
    const found = byHead.get(headKey(head));
    if (found === undefined || cell === '') continue;
    const read = found.reads(cell);
    if (read.ok) tree = withValue(tree, found.at.split('.'), read.value);
    else problems.push(phrase`line ${line}: ${head} “${[...cell].slice(0, 30).join('')}” ${read.error}`);
  }
  return tree;
};

const entriesIn = (
  format: SpreadsheetFormat,
  heads: readonly string[],
  rows: readonly CsvRow[],
  problems: string[],
) => {
  const nameAt = heads.findIndex((head) => headKey(head) === 'name');
  const entries: Entry[] = [];
  for (const row of rows) {
    const name = row.cells[nameAt] ?? '';
    if (row.cells.length > heads.length) problems.push(phrase`line ${row.line}: more cells than headings`);
    const own = cellsInto(format.columns, heads, row, problems);
    const thing = cellsInto(format.things?.columns ?? {}, heads, row, problems);
    const last = entries.at(-1);
    if (name !== '' && entries.some((each) => isSameName(each.name, name)))
      problems.push(phrase`line ${row.line}: there is a ${name} above`);
    if (name !== '') entries.push({ name, sheet: { ...format.usual, ...own }, things: [] });
    else if (last === undefined) problems.push(phrase`line ${row.line}: it needs a name`);
    else if (Object.keys(own).length > 0)
      problems.push(phrase`line ${row.line}: without a name it can only add a weapon`);
    if (Object.keys(thing).length > 0) entries.at(-1)?.things.push(thing);
  }
  return entries;
};

/** Sheets of a table whose first row is its heads; or all that is wrong with it, each with its line. Nothing is taken until all is right. */
export const spreadsheetSheets = (
  format: SpreadsheetFormat,
  [first, ...rows]: readonly CsvRow[],
  called: string | undefined,
): Result<readonly ImportedSheet[], string> => {
  const heads = first?.cells ?? [];
  if (!heads.some((head) => headKey(head) === 'name')) return err('its first line has no column called name');
  const twice = heads.find(
    (head, index) => head !== '' && heads.findIndex((each) => headKey(each) === headKey(head)) < index,
  );
  if (twice !== undefined) return err(phrase`it has two columns called ${twice}`);
  const problems: string[] = [];
  const entries = entriesIn(format, heads, rows, problems);
  if (entries.length === 0 && problems.length === 0) return err('there is no row below its headings');
  if (entries.length > mostNamed) problems.push(phrase`at most ${mostNamed} names`);
  if (problems.length > 0)
    return err(
      [
        ...problems.slice(0, mostTold),
        ...(problems.length > mostTold ? [phrase`${problems.length - mostTold} more`] : []),
      ].join('; '),
    );
  const leftOut = heads
    .filter((head) => head !== '' && headKey(head) !== 'name' && knownHeads(format, [head]) === 0)
    .map((head) => phrase`column ${head}`);
  const { things, together } = format;
  const sheets = entries.map(({ name, sheet, things: own }) => ({
    name,
    sheet: things === undefined || own.length === 0 ? sheet : { ...sheet, [things.at]: own },
    derived: [],
    leftOut,
  }));
  if (together === undefined) return ok(sheets);
  const all = sheets.map(({ name, sheet }) => ({ name, ...sheet }));
  return ok([{ name: called, sheet: { name: called ?? '', [together]: all }, derived: [], leftOut }]);
};
