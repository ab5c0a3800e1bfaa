import type { CsvRow } from '../core/csv.ts';
import { cutLetters } from '../core/letters.ts';
import { err, isSameName, ok, phrase, type Result } from '../core/message.ts';
import { isPlainObject, ownValue, type PlainObject } from '../core/plain-object.ts';

/** A file or pasted text to import. `json` is its parsed JSON. Undefined if it is not a JSON object. */
export interface ImportInput {
  readonly text: string;
  readonly json: PlainObject | undefined;
}

/** A sheet made from another tool's data. */
export interface ImportedSheet {
  readonly name: string | undefined;
  /** The sheet, without the rulebook's defaults. */
  readonly sheet: unknown;
  /** Descriptions of values that were calculated or assumed. */
  readonly derived: readonly string[];
  /** Descriptions of data that the sheet has no place for. */
  readonly leftOut: readonly string[];
}

/** Imports one format for one rulebook. It recognises the format by its content, never by the file's name. */
export interface Importer {
  /** The noun for files of this format: `a sheet of ytsheet2`. */
  readonly format: string;
  readonly recognises: (written: ImportInput) => boolean;
  /** Converts the file to a sheet. Refuses with a sentence. */
  readonly read: (written: ImportInput) => Result<ImportedSheet, string>;
}

/** Parses a cell. Refuses with a phrase. */
type CellParser = (cell: string) => Result<unknown, string>;

/** A column of a spreadsheet. `path`: the dotted path of the column's field in the sheet. */
export interface SpreadsheetColumn {
  readonly path: string;
  readonly reads: CellParser;
}

/** How rows of a spreadsheet become sheets. A row without a name continues the row above. */
export interface SpreadsheetFormat {
  /** The columns by their headings, in any letter case. `name` may be missing. */
  readonly columns: Readonly<Record<string, SpreadsheetColumn>>;
  /** Columns that add one item to a list of the sheet, such as a weapon. `at` is the path of the list. */
  readonly listItems?: { readonly at: string; readonly columns: Readonly<Record<string, SpreadsheetColumn>> };
  /** Default values of a sheet's fields, for rows without values of their own. */
  readonly defaults?: PlainObject;
  /** The list that all rows fill if they form one sheet, such as a warband's warriors. Undefined if rows are sheets. */
  readonly singleSheetList?: string;
}

export const readTextCell: CellParser = (cell) => ok(cell);

export const readWholeNumberCell: CellParser = (cell) => {
  const plain = cell.normalize('NFKC').replace(/[−–]/g, '-');
  return /^[+-]?\d{1,9}$/.test(plain) ? ok(Number(plain) + 0) : err('not a whole number');
};

export const readYesNoCell: CellParser = (cell) => {
  if (/^(?:yes|y|1|true|x|○|有|あり)$/i.test(cell)) return ok(true);
  return /^(?:no|n|0|false|-|×|無|なし)$/i.test(cell) ? ok(false) : err('neither yes nor no');
};

/** Parses a list: `strong|very-strong`. */
export const readListCell: CellParser = (cell) =>
  ok(
    cell
      .split('|')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  );

/** Parses numbers by name: `fire=75|water=50`. */
export const readPairsCell: CellParser = (cell) => {
  const read = cell
    .split('|')
    .filter((each) => each.trim() !== '')
    .map((each) => /^([^=]{1,60})=\s*([+-]?\d{1,9})\s*$/.exec(each.replace(/[−–]/g, '-').trim()));
  return read.includes(null)
    ? err('not a list; write one like fire=75|water=50')
    : ok(
        Object.fromEntries(read.flatMap((each) => (each === null ? [] : [[(each[1] ?? '').trim(), Number(each[2])]]))),
      );
};

/** Defines a column for the field at a path. */
export const defineColumn = (at: string, reads: CellParser): SpreadsheetColumn => ({ path: at, reads });

/** Defines columns of one kind, each for the field that its heading names. */
export const defineColumns = (reads: CellParser, ...heads: readonly string[]) =>
  Object.fromEntries(heads.map((head) => [head, defineColumn(head, reads)]));

const headKey = (head: string): string => head.normalize('NFKC').toLowerCase().replace(/\s/g, '');

const isNameHead = (head: string): boolean => ['name', '名前', '名称', 'キャラクター名'].includes(headKey(head));

const withValue = (tree: PlainObject, [head = '', ...rest]: readonly string[], value: unknown): PlainObject => {
  const inner = ownValue(tree, head);
  if (rest.length > 0) return { ...tree, [head]: withValue(isPlainObject(inner) ? inner : {}, rest, value) };
  return { ...tree, [head]: isPlainObject(inner) && isPlainObject(value) ? { ...inner, ...value } : value };
};

/** The number of headings that this format knows. */
export const countKnownHeads = ({ columns, listItems }: SpreadsheetFormat, heads: readonly string[]): number => {
  const known = new Set([...Object.keys(columns), ...Object.keys(listItems?.columns ?? {})].map(headKey));
  return heads.filter((head) => known.has(headKey(head))).length;
};

/** Maximum number of named rows in a table. */
const maxNamedLines = 60;
/** Maximum number of problems listed for a table. Further problems are only counted. */
const maxReportedProblems = 5;

interface Entry {
  readonly name: string;
  sheet: PlainObject;
  things: PlainObject[];
}

/** Parses the known cells of a row into an object, and adds problems to `problems`. */
const readCells = (
  columns: Readonly<Record<string, SpreadsheetColumn>>,
  heads: readonly string[],
  { line, cells }: CsvRow,
  problems: string[],
): PlainObject => {
  const byHead = new Map(Object.entries(columns).map(([head, each]) => [headKey(head), each]));
  let tree: PlainObject = {};
  for (const [index, cell] of cells.entries()) {
    const head = heads[index] ?? '';
    const found = byHead.get(headKey(head));
    if (found === undefined || cell === '') continue;
    const read = found.reads(cell);
    if (read.ok) tree = withValue(tree, found.path.split('.'), read.value);
    else problems.push(phrase`line ${line}: ${head} “${cutLetters(cell, 30)}”: ${read.error}`);
  }
  return tree;
};

const readEntries = (
  format: SpreadsheetFormat,
  heads: readonly string[],
  rows: readonly CsvRow[],
  problems: string[],
) => {
  const nameAt = heads.findIndex(isNameHead);
  const entries: Entry[] = [];
  for (const row of rows) {
    const name = row.cells[nameAt] ?? '';
    if (row.cells.length > heads.length) problems.push(phrase`line ${row.line}: more cells than headings`);
    const own = readCells(format.columns, heads, row, problems);
    const thing = readCells(format.listItems?.columns ?? {}, heads, row, problems);
    const last = entries.at(-1);
    if (name !== '' && entries.some((each) => isSameName(each.name, name)))
      problems.push(phrase`line ${row.line}: the name ${name} appears twice`);
    if (name !== '') entries.push({ name, sheet: { ...format.defaults, ...own }, things: [] });
    else if (last === undefined) problems.push(phrase`line ${row.line}: the name is missing`);
    else if (Object.keys(own).length > 0)
      problems.push(phrase`line ${row.line}: a line without a name can only add a weapon to the line above`);
    if (Object.keys(thing).length > 0) entries.at(-1)?.things.push(thing);
  }
  return entries;
};

/** Parses a table into sheets. The first row has the headings. Refuses with a list of problems and their lines. */
export const parseSheets = (
  format: SpreadsheetFormat,
  [first, ...rows]: readonly CsvRow[],
  called: string | undefined,
): Result<readonly ImportedSheet[], string> => {
  const heads = first?.cells ?? [];
  if (!heads.some(isNameHead)) return err('the first line has no column named name');
  const twice = heads.find(
    (head, index) => head !== '' && heads.findIndex((each) => headKey(each) === headKey(head)) < index,
  );
  if (twice !== undefined) return err(phrase`the table has two columns named ${twice}`);
  const problems: string[] = [];
  const entries = readEntries(format, heads, rows, problems);
  if (entries.length === 0 && problems.length === 0) return err('there is no row below the headings');
  if (entries.length > maxNamedLines) problems.push(phrase`the table has more than ${maxNamedLines} names`);
  if (problems.length > 0)
    return err(
      [
        ...problems.slice(0, maxReportedProblems),
        ...(problems.length > maxReportedProblems ? [phrase`${problems.length - maxReportedProblems} more`] : []),
      ].join('; '),
    );
  const leftOut = heads
    .filter((head) => head !== '' && !isNameHead(head) && countKnownHeads(format, [head]) === 0)
    .map((head) => phrase`column ${head}`);
  const { listItems, singleSheetList } = format;
  const sheets = entries.map(({ name, sheet, things: own }) => ({
    name,
    sheet: listItems === undefined || own.length === 0 ? sheet : { ...sheet, [listItems.at]: own },
    derived: [],
    leftOut,
  }));
  if (singleSheetList === undefined) return ok(sheets);
  const all = sheets.map(({ name, sheet }) => ({ name, ...sheet }));
  return ok([{ name: called, sheet: { name: called ?? '', [singleSheetList]: all }, derived: [], leftOut }]);
};
