import { z } from 'zod';
import { err, ok, phrase, type Result } from '../../core/message.ts';
import { setOwn } from '../../core/plain-object.ts';

/** One row of a table, for results of the die from `from` to `to`, both included. SEG-TABLE-1. */
export const rowSchema = z.strictObject({ from: z.int().min(1), to: z.int().min(1), text: z.string().min(1) });
export type TableRow = z.output<typeof rowSchema>;

/** A roll on a table, with the text of its row. SEG-TABLE-2. */
export const tableRollSchema = z.strictObject({ sides: z.int(), roll: z.int(), text: z.string() });
export type TableRoll = z.output<typeof tableRollSchema>;

/** Maximum length of all tables of a battle (characters). */
export const maxTablesLength = 4000;

const max = 100;

/** Matches one row. A range contains no spaces, since the row’s text may begin with a minus sign. */
const rowPattern = /^(\d{1,3})(?:[-–—](\d{1,3}))?(?:[.)]?\s+|[,:]\s*)((?![-–—]\s).+)$/s;

/** Parses a number rolled on dice; 00 means 100. */
const parseDieNumber = (digits: string): number => (/^0+$/.test(digits) ? max : Number(digits));

/** Parses `1-50 none; 51-100 broken arm`, or one row a line. Refuses rows with gaps. SEG-TABLE-1. */
export const parseTableRows = (written: string): Result<readonly TableRow[], string> => {
  const rows: TableRow[] = [];
  for (const each of written
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const [, from, to, said] = rowPattern.exec(each) ?? [];
    if (from === undefined || said === undefined)
      return err(phrase`“${each.slice(0, 40)}” is not a row; write rows like 1-50 none; 51-100 broken arm`);
    if (/[|:]/.test(said)) return err(phrase`“${each.slice(0, 40)}” contains a | or a colon; remove it`);
    rows.push({ from: parseDieNumber(from), to: parseDieNumber(to ?? from), text: said.trim() });
  }
  let next = 1;
  for (const { from, to } of rows) {
    if (from !== next && next === 1) return err(phrase`the rows begin with ${from}, but must begin with 1`);
    if (from !== next)
      return err(phrase`after ${next - 1} the next row begins with ${from}; put every number from 1 up in one row`);
    if (to < from) return err(phrase`the row ${from}-${to} counts backwards`);
    next = to + 1;
  }
  if (next === 1) return err('there are no rows; write them like 1-50 none; 51-100 broken arm');
  return next - 1 > max ? err(phrase`the rows go up to ${next - 1}; the largest die has ${max} sides`) : ok(rows);
};

export const formatRow = ({ from, to, text }: TableRow): string => `${from === to ? from : `${from}-${to}`} ${text}`;

/** Formats tables as one setting: `grievous: 1-50 none; 51-100 broken arm | double shot: 1 -20; 2 -10`. SEG-TABLE-5. */
export const formatTables = (tables: Readonly<Record<string, readonly TableRow[]>>): string => {
  const given = Object.entries(tables).filter(([, rows]) => rows.length > 0);
  return given.length === 0
    ? 'none'
    : given.map(([called, rows]) => `${called}: ${rows.map(formatRow).join('; ')}`).join(' | ');
};

/** Parses the setting that contains all tables. Refuses text that is not a list of tables. SEG-TABLE-5. */
export const parseTables = (written: string): Result<Readonly<Record<string, readonly TableRow[]>>, string> => {
  if (written.trim().toLowerCase() === 'none') return ok({});
  const tables: Record<string, readonly TableRow[]> = {};
  for (const each of written.split('|')) {
    const at = each.indexOf(':');
    if (at < 1) return err('write each table as its name, a colon and its rows, with | between tables');
    const rows = parseTableRows(each.slice(at + 1));
    if (!rows.ok) return rows;
    setOwn(tables, each.slice(0, at).trim().toLowerCase(), rows.value);
  }
  return ok(tables);
};

/** Parses tables that were valid when they were saved. Empty if the text is now invalid. */
export const parseAcceptedTables = (written: string): Readonly<Record<string, readonly TableRow[]>> => {
  const tables = parseTables(written);
  return tables.ok ? tables.value : {};
};
