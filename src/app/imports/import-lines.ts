import { normalizeText, ok, phrase, type Refusal, type Result, refuse } from '../../core/message.ts';
import { type Line, line } from '../../rules/event.ts';
import type { CheckedSheet, ImportedSheets } from './import-sheets.ts';

/** So many of a list are said; how many more there are is said too. */
const maxEntries = 30;

const listLine = (head: string, entries: readonly string[]): readonly Line[] => {
  const unique = [...new Set(entries)];
  const more = unique.length > maxEntries ? phrase`; and ${unique.length - maxEntries} more` : '';
  return unique.length === 0 ? [] : [line(phrase`${head}: ${unique.slice(0, maxEntries).join('; ')}${more}.`, 'quiet')];
};

const linesOf = ({ imported, derived, leftOut }: CheckedSheet): readonly Line[] => [
  ...listLine('Imported', imported),
  ...listLine('Calculated or assumed', derived),
  ...listLine('Skipped', leftOut),
];

/** What an import took, what it reckoned, and what it left out; nothing of a sheet of our own, which is as it was. */
export const describeImportedSheets = ({ format, sheets }: ImportedSheets): readonly Line[] => {
  const [first] = sheets;
  if (format === undefined || first === undefined) return [];
  const from = line(phrase`From ${format}.`);
  if (sheets.length === 1) return [from, ...linesOf(first)];
  const names = sheets.map(({ name }) => name ?? '');
  const leftOut = sheets.flatMap((each) => each.leftOut);
  return [from, ...listLine(phrase`${sheets.length} sheets`, names), ...listLine('Skipped', leftOut)];
};

/** Beginnings of a name, of so many characters. */
const shortened = (name: string, most: number): string => [...normalizeText(name)].slice(0, most).join('').trim();

/**
 * The sheets with the names they are to have: the one that was typed for a single one, else those of the text, cut to `most`
 * characters. Refuses one name for several, and a sheet without any.
 */
export const assignSheetNames = (
  { sheets }: ImportedSheets,
  typed: string | undefined,
  most: number,
): Result<readonly { readonly name: string; readonly sheet: unknown }[], Refusal> => {
  if (typed !== undefined && sheets.length > 1) {
    const problem = phrase`it contains ${sheets.length} sheets, each with its own name; leave this option out`;
    return refuse('bad-input', { option: 'name', problem });
  }
  const named = sheets.map(({ name, sheet }) => ({ name: typed ?? shortened(name ?? '', most), sheet }));
  return named.some(({ name }) => name === '') ? refuse('import-unnamed') : ok(named);
};

/** What a command takes that imports: words of its `json` and `file`. */
export const toImportText = ({
  json,
  file,
  name,
}: {
  readonly json?: string | undefined;
  readonly file?: string | undefined;
  readonly name?: string | undefined;
}) => ({ text: file ?? json ?? '', name });
