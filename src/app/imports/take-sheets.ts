import { csvRows } from '../../core/csv.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { listed } from '../../core/text.ts';
import type { ImportedSheet, Importer, Written } from '../../rules/imports.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { knownHeads, spreadsheetSheets } from '../../rules/spreadsheet.ts';
import { checkedSheet } from '../input/sheets.ts';
import { formatElsewhere } from './elsewhere.ts';
import { writtenIn } from './written.ts';

/** Sheets that a file or a pasted text came to, each checked and made whole by its rulebook. */
export interface TakenSheets {
  readonly ruleset: Ruleset;
  /** Whose text it was: `a sheet of ytsheet2`; nothing for a sheet of our own. */
  readonly format: string | undefined;
  readonly sheets: readonly ImportedSheet[];
}

/** What somebody gives to be taken in. */
export interface GivenText {
  readonly text: string;
  /** What its sheet is called where the text gives no name: that of its file. */
  readonly called?: string | undefined;
}

/** The longest sheet that is kept, in characters of JSON. */
const longestKept = 65_536;
/** Lines of a table that are read. */
const mostLines = 400;

/** All that is read for these rulebooks, in words. */
const formatsRead = (rulesets: readonly Ruleset[]): string =>
  listed(
    [
      'the JSON this bot gives out',
      ...new Set(rulesets.flatMap(({ importers }) => importers.map(({ format }) => format))),
      'a table of a spreadsheet saved as CSV',
    ],
    'or',
  );

const recognised = (written: Written, rulesets: readonly Ruleset[]) =>
  rulesets.flatMap((ruleset) => {
    const importer = ruleset.importers.find((each) => each.recognises(written));
    return importer === undefined ? [] : [{ ruleset, importer }];
  });

const imported = (ruleset: Ruleset, { format, read }: Importer, written: Written): Result<TakenSheets, Refusal> => {
  const sheet = read(written);
  return sheet.ok
    ? ok({ ruleset, format, sheets: [sheet.value] })
    : refuse('import-unfit', { format, problem: sheet.error });
};

/** The rulebook whose columns a table has: the one that is wanted, else the one that knows most of its heads. */
const tableOf = (heads: readonly string[], rulesets: readonly Ruleset[], wanted: Ruleset | undefined) => {
  const fits = (wanted === undefined ? rulesets : [wanted])
    .flatMap((ruleset) => {
      const { spreadsheet } = ruleset;
      return spreadsheet === undefined ? [] : [{ ruleset, spreadsheet, known: knownHeads(spreadsheet, heads) }];
    })
    .filter(({ known }) => known > 0)
    .toSorted((a, b) => b.known - a.known);
  return fits[0] === undefined || fits[0].known === fits[1]?.known ? undefined : fits[0];
};

/** A table of a spreadsheet, a line a sheet; nothing where the text is none. */
const tabulated = (
  { text: table, called }: GivenText,
  rulesets: readonly Ruleset[],
  wanted: Ruleset | undefined,
): Result<TakenSheets, Refusal> | undefined => {
  const rows = csvRows(table, mostLines);
  const format = 'a table of a spreadsheet';
  if (!rows.ok) return refuse('import-unfit', { format, problem: rows.error });
  const heads = rows.value[0]?.cells ?? [];
  if (heads.length < 2 || rows.value.length < 2) return undefined;
  const found = tableOf(heads, rulesets, wanted);
  if (found === undefined)
    return wanted === undefined
      ? undefined
      : refuse('import-unfit', { format, problem: `none of its heads is a column of ${wanted.title}` });
  const sheets = spreadsheetSheets(found.spreadsheet, rows.value, called);
  return sheets.ok
    ? ok({ ruleset: found.ruleset, format, sheets: sheets.value })
    : refuse('import-unfit', { format, problem: sheets.error });
};

/** The same, each sheet as its rulebook reads it; refuses the first that it does not, and one too long to be kept. */
const checked = ({ ruleset, format, sheets }: TakenSheets): Result<TakenSheets, Refusal> => {
  const whole: ImportedSheet[] = [];
  for (const each of sheets) {
    const sheet = checkedSheet(ruleset, each.sheet);
    if (!sheet.ok)
      return sheets.length === 1 || each.name === undefined
        ? sheet
        : refuse('bad-sheet', { ...sheet.error.facts, problem: `${each.name}: ${sheet.error.facts.problem}` });
    if (JSON.stringify(sheet.value).length > longestKept) return refuse('too-big', { most: longestKept });
    whole.push({ ...each, sheet: sheet.value });
  }
  return ok({ ruleset, format, sheets: whole });
};

/**
 * Sheets from a text of any kind that is read: recognised by what is in it. `wanted` is the rulebook that was named; left out, the
 * text has to say it. Refuses what is of another rulebook or tool, with what it is.
 */
export const takeSheets = (
  given: GivenText,
  rulesets: readonly Ruleset[],
  wanted: Ruleset | undefined,
): Result<TakenSheets, Refusal> => {
  const written = writtenIn(given.text);
  if (!written.ok) return written;
  const readers = recognised(written.value, rulesets);
  const fitting = readers.find(({ ruleset }) => wanted === undefined || ruleset === wanted);
  const [other] = readers;
  if (fitting !== undefined) {
    const sheets = imported(fitting.ruleset, fitting.importer, written.value);
    return sheets.ok ? checked(sheets.value) : sheets;
  }
  if (wanted !== undefined && other !== undefined)
    return refuse('format-elsewhere', {
      format: other.importer.format,
      entrant: wanted.entrant,
      system: wanted.title,
      formats: formatsRead([wanted]),
    });
  const elsewhere = formatElsewhere(written.value);
  if (elsewhere !== undefined)
    return refuse('format-elsewhere', {
      format: elsewhere,
      entrant: wanted?.entrant ?? 'sheet',
      system: wanted?.title ?? 'any rulebook here',
      formats: formatsRead(wanted === undefined ? rulesets : [wanted]),
    });
  const { json, text: whole } = written.value;
  if (json === undefined) {
    const table = tabulated({ ...given, text: whole }, rulesets, wanted);
    if (table === undefined)
      return refuse('format-unknown', { formats: formatsRead(wanted === undefined ? rulesets : [wanted]) });
    return table.ok ? checked(table.value) : table;
  }
  if (wanted === undefined) return refuse('no-system', { systems: rulesets.map(({ id }) => id).join(', ') });
  return checked({
    ruleset: wanted,
    format: undefined,
    sheets: [{ name: given.called, sheet: json, derived: [], leftOut: [] }],
  });
};
