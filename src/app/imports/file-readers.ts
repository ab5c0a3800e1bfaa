import { ok, type Result, refuseImport } from '../../core/message.ts';
import { formatMap, parseMap } from '../../rules/grid/map-text.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { readImportInput } from '../input/import-input.ts';
import { isLibraryFile, maxLibraryFileBytes } from '../library/library-format.ts';
import { readLibraryFile } from '../library/read-library-file.ts';
import { mapToGround } from '../maps/map-source.ts';
import { readMapInput } from '../maps/parse-map.ts';
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

/** Converts a map to our text form, and parses that text to be sure that it is readable. */
const map: Readers['map'] = ({ text, ...choice }) => {
  const given = readMapInput(text, choice);
  if (!given.ok) return given;
  const { plan, ...head } = given.value;
  const written = formatMap(plan);
  const again = parseMap(written);
  return again.ok ? ok({ ...head, text: written }) : refuseImport(head.format, again.error);
};

const ground: Readers['ground'] = ({ text, system, walls, ...choice }, rulesets) => {
  const given = readMapInput(text, choice);
  if (!given.ok) return given;
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) throw new Error(`A map is for the unknown rulebook ${system}.`);
  const taken = mapToGround(ruleset, given.value, walls);
  const { plan: _, ...head } = given.value;
  return taken.ok ? ok({ ...head, ground: taken.value }) : taken;
};

const readers: Readers = { sheets, library, map, ground };

/** Reads a file of any kind. Call it only in worker threads, because reading is slow. */
export const readFileByKind = <Kind extends FileKind>(
  kind: Kind,
  takes: FileReadings[Kind]['takes'],
  rulesets: readonly Ruleset[],
): Result<FileReadings[Kind]['gives']> => readers[kind](takes, rulesets);
