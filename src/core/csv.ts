import { err, ok, type Result } from './message.ts';

/** One row of a table, with the line of the text where it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const separators = [',', ';', '\t'] as const;

/** The separator used most often in the first line of a table. */
const findSeparator = (table: string): string => {
  const head =
    table
      .slice(0, 5000)
      .split(/\r?\n/)
      .find((each) => each.trim() !== '') ?? '';
  const times = (sign: string) => head.split(sign).length;
  return separators.toSorted((a, b) => times(b) - times(a))[0] ?? ',';
};

/** Maximum number of cells in a row. */
const maxCells = 200;

/** Removes blanks around a cell, and the leading apostrophe by which spreadsheets disarm a formula. */
const cleanCell = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@'])/, '');

/** Parses a table (RFC 4180) with commas, semicolons or tabs. Refuses open quotes, too many rows or cells. */
export const parseCsv = (table: string, maxRows: number): Result<readonly CsvRow[], string> => {
  const separator = findSeparator(table);
  const rows: CsvRow[] = [];
  let [cells, cell, quoted, line, begun]: [string[], string, boolean, number, number] = [[], '', false, 1, 1];
  const endRow = () => {
    cells.push(cleanCell(cell));
    if (cells.some((each) => each !== '')) rows.push({ line: begun, cells });
    [cells, cell, begun] = [[], '', line + 1];
  };
  for (let at = 0; at < table.length && rows.length <= maxRows; at++) {
    const sign = table[at] ?? '';
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (table[at + 1] === '"') cell += table[at++];
      else quoted = false;
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true;
    } else if (sign === separator) {
      cells.push(cleanCell(cell));
      cell = '';
      if (cells.length >= maxCells) return err(`line ${begun} has more than ${maxCells} cells`);
    } else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
    if (sign === '\n') line++;
  }
  if (quoted) return err(`the quotation mark of line ${begun} is not closed`);
  endRow();
  return rows.length > maxRows ? err(`it has more than ${maxRows} lines`) : ok(rows);
};
