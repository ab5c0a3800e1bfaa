import { ok, type Result, refuse } from '../../core/message.ts';
import { formatMap, parseMap } from '../../rules/grid/map-text.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { readImportInput } from '../input/import-input.ts';
import { isLibraryFile, maxLibraryFileBytes } from '../library/library-format.ts';
import { readLibraryFile } from '../library/read-library-file.ts';
import { mapToGround } from '../maps/map-source.ts';
import { type MapInput, readMapInput } from '../maps/parse-map.ts';
import { importSheets } from './import-sheets.ts';
import type { FileKind, FileReadings, WithRulesetId } from './read-file.ts';

type Readers = {
  readonly [Kind in FileKind]: (
    takes: FileReadings[Kind]['takes'],
    rulesets: readonly Ruleset[],
  ) => Result<FileReadings[Kind]['gives']>;
};

const plain = <Thing extends { readonly ruleset: Ruleset }>({ ruleset, ...thing }: Thing): WithRulesetId<Thing> => ({
  ...thing,
  system: ruleset.id,
});

const sheets: Readers['sheets'] = ({ given, among, usual }, rulesets) => {
  const those = among && rulesets.filter(({ id }) => among.includes(id));
  const usualRuleset = rulesets.find(({ id }) => id === usual);
  const taken = importSheets(given, rulesets, those, usualRuleset);
  return taken.ok ? ok(plain(taken.value)) : taken;
};

const library: Readers['library'] = (wanted, rulesets) => {
  const written = readImportInput(wanted.given.text, maxLibraryFileBytes);
  const json = written.ok ? written.value.json : undefined;
  if (json === undefined || !isLibraryFile(json)) {
    const taken = sheets(wanted, rulesets);
    return taken.ok ? ok({ taken: taken.value }) : taken;
  }
  const things = readLibraryFile(json, rulesets);
  return things.ok ? ok({ kept: { ...things.value, sheets: things.value.sheets.map(plain) } }) : things;
};

const headOf = ({ plan: { columns, rows }, format, leftOut, picture }: MapInput) => ({
  ...{ columns, rows, format, leftOut, picture },
});

/** Converts a map to our text form, and parses that text to be sure that it is readable. */
const map: Readers['map'] = ({ text }) => {
  const given = readMapInput(text);
  if (!given.ok) return given;
  const written = formatMap(given.value.plan);
  const again = parseMap(written);
  return again.ok
    ? ok({ ...headOf(given.value), text: written })
    : refuse('import-unfit', { format: given.value.format, problem: again.error });
};

const ground: Readers['ground'] = ({ text, system, walls }, rulesets) => {
  const given = readMapInput(text);
  if (!given.ok) return given;
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) throw new Error(`A map is for the unknown rulebook ${system}.`);
  const taken = mapToGround(ruleset, given.value, walls);
  return taken.ok ? ok({ ...headOf(given.value), ground: taken.value }) : taken;
};

const readers: Readers = { sheets, library, map, ground };

/** Reads a file of any kind. Call it only in worker threads, because reading is slow. */
export const readFileByKind = <Kind extends FileKind>(
  kind: Kind,
  takes: FileReadings[Kind]['takes'],
  rulesets: readonly Ruleset[],
): Result<FileReadings[Kind]['gives']> => readers[kind](takes, rulesets);
