import type { OpenBattle } from '../../battle/saved/store.ts';
import { isGm } from '../../battle/views/viewer.ts';
import { counted, err, normalizeName, ok, phrase, type Refusal, type Result } from '../../core/message.ts';
import { rollNotation } from '../../dice/notation.ts';
import type { SavedTable } from '../../library/library.ts';
import type { Asker } from '../command-kit/command.ts';
import { splitList } from '../input/match-name.ts';
import type { LibraryServices } from '../services.ts';
import { libraryEntries } from './libraries.ts';

type Row = SavedTable['rows'][number];

const maxRows = 100;
const maxRowLength = 300;

const dicePattern = /^dice\s*[:=]?\s*(\S+)$/i;
const rowPattern = /^(\d{1,4})(?:\s*[-–—]\s*(\d{1,4}))?(?:\s*[.):,;|\t]\s*|\s+)(\S.*)$/;

/** Parses the number of a table row. `00` means 100, as on percentile dice. */
const parseRowNumber = (digits: string): number => (/^00$/.test(digits) ? 100 : Number(digits));

const parseRow = (part: string): Result<Row, string> => {
  const [, from, to, said] = rowPattern.exec(part) ?? [];
  const shown = `“${part.slice(0, 40)}”`;
  if (from === undefined || said === undefined)
    return err(phrase`${shown} is not a row; write rows like 1-50 nothing; 51-100 a troll`);
  const row = { from: parseRowNumber(from), to: parseRowNumber(to ?? from), text: said.trim() };
  if (row.to < row.from) return err(phrase`the row ${shown} counts backwards`);
  return row.text.length > maxRowLength
    ? err(phrase`the row ${shown} is longer than ${maxRowLength} characters`)
    : ok(row);
};

/** True if a dice notation gives one sum, as tables need. */
const isSumNotation = (notation: string): boolean => {
  const rolled = rollNotation(notation, { roll: () => 1 });
  return rolled.ok && rolled.value.length === 1 && rolled.value[0]?.kind === 'sum';
};

/** Parses `1-50 nothing; 51-100 a troll`. Dice: `given`, the line `dice: 2d6`, or a die up to the highest number. */
export const parseTable = (written: string, given?: string): Result<Pick<SavedTable, 'dice' | 'rows'>, string> => {
  const parts = splitList(written.replace(/^\uFEFF/, ''), /\n/.test(written.trim()) ? /\n/ : /;/);
  const named = parts.flatMap((part) => dicePattern.exec(part)?.[1] ?? []);
  const rows: Row[] = [];
  for (const part of parts.filter((each) => !dicePattern.test(each))) {
    const row = parseRow(part);
    if (!row.ok) return row;
    const last = rows.at(-1);
    if (last !== undefined && row.value.from !== last.to + 1)
      return err(phrase`after ${last.to} the next row begins with ${row.value.from}; put each number in one row`);
    rows.push(row.value);
  }
  const [first] = rows;
  if (first === undefined) return err('there are no rows; write them like 1-50 nothing; 51-100 a troll');
  if (rows.length > maxRows)
    return err(phrase`there are ${counted(rows.length, 'row')}; a table has at most ${maxRows}`);
  const dice = given ?? named[0] ?? `1d${rows.at(-1)?.to}`;
  if (given === undefined && named.length === 0 && first.from !== 1)
    return err(phrase`the rows begin with ${first.from}; begin with 1, or give the dice to roll with the option dice`);
  return isSumNotation(dice)
    ? ok({ dice, rows })
    : err(phrase`${dice} does not give a single total; write dice like 2d6 or d100`);
};

/** Finds the row for the total of a roll. Totals beyond the table select the first or last row. */
export const findRow = ({ rows }: Pick<SavedTable, 'rows'>, total: number): string =>
  (rows.find(({ to }) => total <= to) ?? rows.at(-1))?.text ?? '';

/** Formats a table row in the form that users type. */
export const formatRow = ({ from, to, text }: Row): string => `${from === to ? from : `${from}-${to}`} ${text}`;

/** Formats a saved table's rows for a rulebook. Refuses tables that need other dice than one die from 1 up. */
export const toRulesetRows = ({ dice, rows }: SavedTable): Result<string, string> => {
  const last = rows.at(-1)?.to;
  return rows[0]?.from === 1 && dice.replace(/^d/, '1d') === `1d${last}`
    ? ok(rows.map(formatRow).join('; '))
    : err(phrase`it is rolled with ${dice}, but it needs rows from 1 up and one die as large as the highest number`);
};

/** True if a saved table is named after a rulebook's table: `grievous`, or `Grievous wounds`. */
export const isNamedLikeTable = (kept: string, table: string): boolean => {
  const key = normalizeName(kept);
  return key === normalizeName(table) || key.startsWith(`${normalizeName(table)} `);
};

/** Adds to a refusal the GM's saved table that could fill the rulebook's gap. Undefined if there is none. */
export const suggestSavedTable = async (
  asker: Asker,
  { ruleset, saved }: OpenBattle,
  { code, facts }: Refusal,
  services: LibraryServices,
): Promise<Refusal | undefined> => {
  const { gmTables } = ruleset;
  const table = gmTables?.names.find((each) => each === facts.table);
  if (gmTables?.missingCode !== code || table === undefined || !isGm(saved.table, asker.user)) return undefined;
  const kept = (await libraryEntries(asker, ['table'], {}, services)).find(({ head }) =>
    isNamedLikeTable(head.name, table),
  );
  return kept && { code, facts: { ...facts, kept: kept.head.name } };
};
