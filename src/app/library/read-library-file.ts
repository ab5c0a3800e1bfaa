import { phrase } from '../../core/message.ts';
import { isPlainObject, type PlainObject } from '../../core/plain-object.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/result.ts';
import { itemKinds, type SavedEncounter, type SavedMap, upcastItemContent } from '../../library/library.ts';
import { parseMap } from '../../rules/grid/map-text.ts';
import { describeInputError } from '../../rules/input-errors.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { upcastSheet } from '../../rules/upcast-sheet.ts';
import { parseSheet } from '../input/sheets.ts';
import { checkEncounter } from './check-encounter.ts';
import {
  type ExportedItem,
  type LibraryFileContent,
  type LibraryFileItem,
  libraryFileSchema,
  libraryFormat,
} from './library-format.ts';

const refuseFile = (problem: string) => refuse('import-unfit', { format: 'a library file', problem });

/** A thing of a shelf in the present edition of its rulebook, and checked by it. */
const checkLibraryItem = (each: ExportedItem, rulesets: readonly Ruleset[]): Result<ExportedItem, Refusal> => {
  const { name, of, system, edition, thing: written } = each;
  const ruleset = rulesets.find(({ id }) => id === system);
  if (system !== undefined && ruleset === undefined)
    return refuseFile(phrase`${name} is for the rulebook ${system}, which this bot does not have`);
  if (edition > (ruleset?.editions.present ?? 1)) return refuseFile('it was written by a newer version of the bot');
  const schema = itemKinds[of].schema.safeParse(written, { error: describeInputError });
  if (!schema.success) {
    const [issue] = schema.error.issues;
    return refuseFile(`${name}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it cannot be read'}`);
  }
  if (of === 'map') {
    const drawn = parseMap((schema.data as SavedMap).map);
    if (!drawn.ok) return refuseFile(`${name}: ${drawn.error}`);
  }
  if (ruleset === undefined) return ok({ ...each, thing: schema.data });
  const present = upcastItemContent(ruleset, { kind: of, edition, thing: schema.data });
  if (of === 'foe' && isPlainObject(present)) {
    const sheet = parseSheet(ruleset, present.sheet);
    if (!sheet.ok) return refuseFile(`${name}: ${sheet.error.facts.problem}`);
  }
  if (of === 'encounter') {
    const encounter = checkEncounter(ruleset, present as SavedEncounter);
    if (!encounter.ok) return refuseFile(`${name}: ${encounter.error.facts.problem}`);
  }
  return ok({ ...each, thing: present, edition: ruleset.editions.present });
};

/** What such a file holds. Refuses all of it where a part does not read, or is of a newer release. */
export const readLibraryFile = (
  json: PlainObject,
  rulesets: readonly Ruleset[],
): Result<LibraryFileContent, Refusal> => {
  const newer = refuseFile('it was written by a newer version of the bot');
  if (json.format !== libraryFormat) return newer;
  const file = libraryFileSchema.safeParse(json, { error: describeInputError });
  if (!file.success) {
    const [issue] = file.error.issues;
    return refuseFile(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it cannot be read'}`);
  }
  const things: LibraryFileItem[] = [];
  const shelved: ExportedItem[] = [];
  for (const each of file.data.things) {
    if (each.kind === 'shelf') {
      const read = checkLibraryItem(each, rulesets);
      if (!read.ok) return read;
      shelved.push(read.value);
      continue;
    }
    const ruleset = rulesets.find(({ id }) => id === each.system);
    if (ruleset === undefined)
      return refuseFile(phrase`${each.name} is for the rulebook ${each.system}, which this bot does not have`);
    if (each.edition > ruleset.editions.present) return newer;
    const sheet = parseSheet(ruleset, upcastSheet(ruleset, each.edition, each.sheet));
    if (!sheet.ok) return refuseFile(`${each.name}: ${sheet.error.facts.problem}`);
    const roster = each.kind === 'roster' ? { campaign: each.campaign, as: each.as } : undefined;
    const versions = each.kind === 'character' ? (each.versions ?? []) : [];
    things.push({ ruleset, name: each.name, sheet: sheet.value, roster, face: each.face, versions });
  }
  return things.length + shelved.length === 0
    ? refuseFile('it is empty')
    : ok({ sheets: things, shelved, pictures: file.data.pictures ?? {} });
};
