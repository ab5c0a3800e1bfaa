import { parseCsv } from '../../core/csv.ts';
import { listed, ok, phrase, type Result, refuse, refuseImport, term, worded } from '../../core/message.ts';
import { isPlainObject, type PlainObject } from '../../core/plain-object.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { countKnownHeads, type ImportedSheet, type ImportInput, parseSheets } from '../../rules/spreadsheet.ts';
import { readImportInput } from '../input/import-input.ts';
import { parseSheet } from '../input/sheets.ts';
import { isLibraryFile } from '../library/library-format.ts';
import { readLibraryFile } from '../library/read-library-file.ts';

/** Sheets read from a file or pasted text, which their rulebook has checked. */
export interface ImportedSheets {
  readonly ruleset: Ruleset;
  /** The name of another tool's format, such as `a sheet of ytsheet2`. Undefined for our own formats. */
  readonly format: string | undefined;
  readonly sheets: readonly CheckedSheet[];
}

/** An imported sheet, with the values that the imported text contains, such as `hp 52` or `weapons (2)`. */
export interface CheckedSheet extends ImportedSheet {
  readonly imported: readonly string[];
}

/** A file or pasted text to import. */
export interface ImportText {
  readonly text: string;
  /** The file's name, used to name a sheet that has no name. */
  readonly name?: string | undefined;
}

/** Maximum length of a saved sheet (characters of JSON). */
const maxSavedSheetLength = 65_536;
/** Maximum number of lines of a spreadsheet to import. */
const maxLines = 400;

/** Describes all formats that can be imported for these rulebooks. */
const describeFormats = (rulesets: readonly Ruleset[]): string => {
  const formats = new Set(rulesets.flatMap(({ importers }) => importers.map(({ format }) => worded(format))));
  return listed([worded('JSON exported by this bot'), ...formats, worded('a spreadsheet saved as CSV')], 'or');
};

const detectFormat = (written: ImportInput, rulesets: readonly Ruleset[]) =>
  rulesets.flatMap((ruleset) => {
    const importer = ruleset.importers.find((each) => each.recognises(written));
    return importer === undefined ? [] : [{ ruleset, importer }];
  });

interface ParsedSheets extends Omit<ImportedSheets, 'sheets'> {
  readonly sheets: readonly ImportedSheet[];
}

/** Finds the rulebook that knows the most column headings. Undefined if several rulebooks know equally many. */
const findTableRuleset = (heads: readonly string[], among: readonly Ruleset[]) => {
  const fits = among
    .flatMap((ruleset) => {
      const { spreadsheet } = ruleset;
      return spreadsheet === undefined ? [] : [{ ruleset, spreadsheet, known: countKnownHeads(spreadsheet, heads) }];
    })
    .filter(({ known }) => known > 0)
    .toSorted((a, b) => b.known - a.known);
  return fits[0] === undefined || fits[0].known === fits[1]?.known ? undefined : fits[0];
};

/** Parses a spreadsheet with one sheet per line. Undefined if the text is not a spreadsheet. */
const parseSheetTable = ({ text, name }: ImportText, among: readonly Ruleset[]): Result<ParsedSheets> | undefined => {
  const rows = parseCsv(text, maxLines);
  const format = 'a spreadsheet';
  if (!rows.ok) return refuseImport(format, rows.error);
  const heads = rows.value[0]?.cells ?? [];
  if (heads.length < 2 || rows.value.length < 2) return undefined;
  const found = findTableRuleset(heads, among);
  const [only] = among;
  if (found === undefined)
    return among.length === 1 && only !== undefined
      ? refuseImport(format, phrase`none of its column headings is known in ${term(only.title)}`)
      : undefined;
  const sheets = parseSheets(found.spreadsheet, rows.value, name);
  return sheets.ok ? ok({ ruleset: found.ruleset, format, sheets: sheets.value }) : refuseImport(format, sheets.error);
};

const partWords = (key: string, value: unknown): string => {
  if (typeof value !== 'object' || value === null) return `${key} ${String(value).slice(0, 60)}`;
  const parts = Array.isArray(value) ? value.length : Object.keys(value).length;
  return Array.isArray(value) || parts > 2
    ? phrase`${key} (${parts})`
    : `${key} ${JSON.stringify(value).replace(/["{}]/g, '').slice(0, 120)}`;
};

/** Describes the values that the imported text contains. Omits values that the rulebook added as defaults. */
const describeImported = (sheet: unknown): readonly string[] =>
  Object.entries(isPlainObject(sheet) ? sheet : {})
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => partWords(key, value));

/** Lets the rulebook check all sheets. Refuses the first sheet that is invalid or too long. */
const checkSheets = ({ ruleset, format, sheets }: ParsedSheets): Result<ImportedSheets> => {
  const whole: CheckedSheet[] = [];
  for (const each of sheets) {
    const sheet = parseSheet(ruleset, each.sheet);
    if (!sheet.ok)
      return sheets.length === 1 || each.name === undefined
        ? sheet
        : refuse('bad-sheet', { ...sheet.error.facts, problem: phrase`${each.name}: ${sheet.error.facts.problem}` });
    if (JSON.stringify(sheet.value).length > maxSavedSheetLength)
      return refuse('too-big', { most: maxSavedSheetLength });
    whole.push({ ...each, sheet: sheet.value, imported: describeImported(each.sheet) });
  }
  return ok({ ruleset, format, sheets: whole });
};

/** Refuses a text from another tool or for another rulebook, and lists what can be imported. */
const refuseForeign = (format: string, among: readonly Ruleset[]): Result<never> => {
  const [only, ...others] = among;
  const entrant = worded(others.length === 0 ? (only?.entrantNoun ?? 'sheet') : 'sheet');
  const titles = among.map(({ title }) => worded(title));
  const [system, formats] = [listed(titles, 'or'), describeFormats(among)];
  return refuse('format-elsewhere', { format: worded(format), entrant, system, formats });
};

/** The characters and foes of a library file that belong to these rulebooks. */
const sheetsOfLibraryFile = (
  json: PlainObject,
  rulesets: readonly Ruleset[],
  among: readonly Ruleset[],
): Result<ImportedSheets> => {
  const file = readLibraryFile(json, rulesets);
  if (!file.ok) return file;
  const all = [
    ...file.value.sheets,
    ...file.value.shelved.flatMap(({ of, system, name, thing }) => {
      const ruleset = rulesets.find(({ id }) => id === system);
      return of === 'foe' && ruleset !== undefined && isPlainObject(thing)
        ? [{ ruleset, name, sheet: thing.sheet }]
        : [];
    }),
  ];
  const ruleset = among.find((each) => all.some((sheet) => sheet.ruleset === each));
  if (ruleset === undefined) return refuseForeign('a library file', among);
  const sheets = all
    .filter((each) => each.ruleset === ruleset)
    .map(({ name, sheet }) => ({ name, sheet, derived: [], leftOut: [] }));
  return checkSheets({ ruleset, format: undefined, sheets });
};

/** Imports sheets from any known format. `usual`: the rulebook for sheets that name no rulebook. */
export const importSheets = (
  given: ImportText,
  rulesets: readonly Ruleset[],
  among: readonly Ruleset[] = rulesets,
  usual: Ruleset | undefined = among.length === 1 ? among[0] : undefined,
): Result<ImportedSheets> => {
  const written = readImportInput(given.text);
  if (!written.ok) return written;
  const readers = detectFormat(written.value, rulesets);
  const fitting = readers.find(({ ruleset }) => among.includes(ruleset));
  if (fitting !== undefined) {
    const { ruleset, importer } = fitting;
    const sheet = importer.read(written.value);
    return sheet.ok
      ? checkSheets({ ruleset, format: importer.format, sheets: [sheet.value] })
      : refuseImport(importer.format, sheet.error);
  }
  const elsewhere = readers[0]?.importer.format ?? foreignFormatName(written.value);
  if (elsewhere !== undefined) return refuseForeign(elsewhere, among);
  const { json, text: whole } = written.value;
  if (json !== undefined && isLibraryFile(json)) return sheetsOfLibraryFile(json, rulesets, among);
  if (json === undefined) {
    const table = parseSheetTable({ ...given, text: whole }, among);
    if (table === undefined) return refuse('format-unknown', { formats: describeFormats(among) });
    return table.ok ? checkSheets(table.value) : table;
  }
  if (usual === undefined)
    return refuse('file-unnamed', { formats: describeFormats(among), systems: listed(among.map(({ id }) => id)) });
  const name = typeof json.name === 'string' ? json.name : undefined;
  return checkSheets({ ruleset: usual, format: undefined, sheets: [{ name, sheet: json, derived: [], leftOut: [] }] });
};

interface ForeignFormat {
  /** The name of the tool's format, for sentences. */
  readonly format: (json: PlainObject) => string;
  readonly matches: (json: PlainObject) => boolean;
}

const foundrySystem = ({ _stats: stats, flags }: PlainObject): string => {
  const source = isPlainObject(flags) && isPlainObject(flags.exportSource) ? flags.exportSource.system : undefined;
  const named = (isPlainObject(stats) ? stats.systemId : undefined) ?? source;
  return typeof named === 'string' ? named.slice(0, 40) : worded('unknown');
};

/** Formats of other tools that we recognize but cannot import. */
const foreignFormats: readonly ForeignFormat[] = [
  { format: () => 'a map in Universal VTT', matches: (json) => 'resolution' in json && 'line_of_sight' in json },
  { format: () => 'a Foundry scene', matches: (json) => 'walls' in json && 'grid' in json },
  { format: () => 'a Tiled map', matches: ({ type, tilesets }) => type === 'map' && tilesets !== undefined },
  {
    format: (json) => phrase`an actor of the Foundry system ${foundrySystem(json)}`,
    matches: ({ items, type, system, data }) =>
      Array.isArray(items) && typeof type === 'string' && (isPlainObject(system) || isPlainObject(data)),
  },
  {
    format: () => 'CCFOLIA data that is not a character',
    matches: ({ kind, data }) => typeof kind === 'string' && isPlainObject(data),
  },
  {
    format: () => 'a battle exported from this bot',
    matches: ({ format, log }) => format !== undefined && log !== undefined,
  },
];

/** The name of another tool's format that cannot be imported. Undefined if the format is unknown. */
export const foreignFormatName = ({ json, text: given }: ImportInput): string | undefined => {
  if (json === undefined) return /^<\?xml|^<[a-z]/i.test(given) ? 'XML from another tool' : undefined;
  return foreignFormats.find(({ matches }) => matches(json))?.format(json);
};
