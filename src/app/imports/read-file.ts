import { cutLetters } from '../../core/letters.ts';
import { counted, ok, phrase, type Result, refuse, refuseInput, term } from '../../core/message.ts';
import { type Line, line } from '../../rules/event.ts';
import type { MapGround, WallSquareChoice } from '../../rules/grid/map-plan.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { LibraryFileContent, LibraryFileItem } from '../library/library-format.ts';
import type { MapInput } from '../maps/map-source.ts';
import type { MapChoice } from '../maps/parse-map.ts';
import type { ImportedSheets, ImportText } from './import-sheets.ts';

/** An object in which a rulebook's id replaces the rulebook, so that it can be sent to a thread. */
export type WithRulesetId<Thing extends { readonly ruleset: Ruleset }> = Omit<Thing, 'ruleset'> & {
  readonly system: string;
};

interface SheetsWanted {
  readonly given: ImportText;
  /** Ids of the rulebooks that the sheets may belong to. Default: all rulebooks. */
  readonly among?: readonly string[] | undefined;
  /** The id of the rulebook for sheets that name no rulebook. */
  readonly usual?: string | undefined;
}

/** Facts about a parsed map without its walls. */
type MapHead = Omit<MapInput, 'plan'>;

/** The input and output of the reader of each kind of file. Plain data, because a thread reads files. */
export interface FileReadings {
  readonly sheets: { readonly takes: SheetsWanted; readonly gives: WithRulesetId<ImportedSheets> };
  /** Reads imported sheets, or our own library file. */
  readonly library: {
    readonly takes: SheetsWanted;
    readonly gives:
      | { readonly taken: WithRulesetId<ImportedSheets>; readonly kept?: undefined }
      | {
          readonly kept: Omit<LibraryFileContent, 'sheets'> & {
            readonly sheets: readonly WithRulesetId<LibraryFileItem>[];
          };
        };
  };
  /** Reads a map and converts it to our text form. */
  readonly map: {
    readonly takes: { readonly text: string } & MapChoice;
    readonly gives: MapHead & { readonly text: string };
  };
  /** Reads a map and converts it for a rulebook's board. */
  readonly ground: {
    readonly takes: MapChoice & { readonly text: string; readonly system: string; readonly walls: WallSquareChoice };
    readonly gives: MapHead & { readonly ground: MapGround };
  };
}
export type FileKind = keyof FileReadings;

/** Reads a file when its server's turn has come. Refuses files that take too much time or memory. */
export type ReadFile = <Kind extends FileKind>(
  kind: Kind,
  takes: FileReadings[Kind]['takes'],
  asker: { readonly user: string; readonly guild: string | undefined },
) => Promise<Result<FileReadings[Kind]['gives']>>;

/** Replaces a rulebook's id by the rulebook itself. Throws if no rulebook has the id. */
export const withRuleset = <Thing extends { readonly system: string }>(
  { system, ...thing }: Thing,
  rulesets: readonly Ruleset[],
): Omit<Thing, 'system'> & { readonly ruleset: Ruleset } => {
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) throw new Error(`A file was read for the unknown rulebook ${system}.`);
  return { ...thing, ruleset };
};

export const createSheetsRequest = (
  given: ImportText,
  among: readonly Ruleset[] | undefined,
  usual?: Ruleset,
): SheetsWanted => ({ given, among: among?.map(({ id }) => id), usual: usual?.id });

/** Reads sheets from a file or pasted text. Default: sheets of any rulebook. */
export const readSheets = async (
  asker: { readonly user: string; readonly guild: string | undefined },
  wanted: SheetsWanted,
  { rulesets, readFile }: { readonly rulesets: readonly Ruleset[]; readonly readFile: ReadFile },
): Promise<Result<ImportedSheets>> => {
  const taken = await readFile('sheets', wanted, asker);
  return taken.ok ? ok(withRuleset(taken.value, rulesets)) : taken;
};

/** Maximum number of entries shown of each list. */
const maxEntries = 30;

const listLine = (head: string, entries: readonly string[]): readonly Line[] => {
  const unique = [...new Set(entries)];
  const more = unique.length > maxEntries ? [phrase`and ${unique.length - maxEntries} more`] : [];
  const shown = [...unique.slice(0, maxEntries), ...more].join('; ');
  return unique.length === 0 ? [] : [line(phrase`${term(head)}: ${shown}.`, 'quiet')];
};

/** Describes what an import read, calculated and skipped. Empty for our own formats. */
export const describeImportedSheets = ({ format, sheets }: ImportedSheets): readonly Line[] => {
  const [first] = sheets;
  if (format === undefined || first === undefined) return [];
  const from = line(phrase`From ${term(format)}.`);
  const lines =
    sheets.length === 1
      ? [...listLine('Imported', first.imported), ...listLine('Calculated or assumed', first.derived)]
      : listLine(
          counted(sheets.length, 'sheet'),
          sheets.map(({ name }) => name ?? ''),
        );
  const leftOut = sheets.flatMap((each) => each.leftOut);
  return [from, ...lines, ...listLine('Skipped', leftOut)];
};

/** Names imported sheets: the typed name, else their own. Refuses missing names, and one name for several sheets. */
export const assignSheetNames = (
  { sheets }: ImportedSheets,
  typed: string | undefined,
  most: number,
): Result<readonly { readonly name: string; readonly sheet: unknown }[]> => {
  if (typed !== undefined && sheets.length > 1) {
    const problem = phrase`it contains ${counted(sheets.length, 'sheet')}, each with its own name; leave this option out`;
    return refuseInput('name', problem);
  }
  const shorten = (name: string): string => cutLetters(name, most);
  const named = sheets.map(({ name = '', sheet }) => ({ name: typed ?? shorten(name), sheet }));
  return named.some(({ name }) => name === '') ? refuse('import-unnamed') : ok(named);
};

/** Converts a command's options to the text to import. */
export const toImportText = ({
  json,
  file,
  name,
}: Readonly<Partial<Record<'json' | 'file' | 'name', string | undefined>>>) => ({
  text: file ?? json ?? '',
  name,
});
