import { ok, phrase, type Result, refuseImport } from '../../core/message.ts';
import { isPlainObject, type PlainObject } from '../../core/plain-object.ts';
import { itemKinds, type SavedEncounter, type SavedMap, upcastItemContent } from '../../library/library.ts';
import { parseMap } from '../../rules/grid/map-text.ts';
import { type Ruleset, upcastSheet } from '../../rules/ruleset.ts';
import { describeInputError } from '../../rules/verb.ts';
import { checkEncounter, describeFirstIssue, parseSheet } from '../input/sheets.ts';
import {
  type ExportedItem,
  type LibraryFileContent,
  type LibraryFileItem,
  libraryFileSchema,
  libraryFormat,
} from './library-format.ts';

const refuseFile = (problem: string) => refuseImport('a library file', problem);

/** Finds the rulebook of a sheet or item in a library file. Refuses unknown rulebooks and newer editions. */
const findRulesetOf = (
  { name, system, edition }: { readonly name: string; readonly system: string; readonly edition: number },
  rulesets: readonly Ruleset[],
): Result<Ruleset> => {
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined)
    return refuseFile(phrase`${name} is for the rulebook ${system}, which this bot does not have`);
  return edition > ruleset.editions.present ? refuseNewer() : ok(ruleset);
};

const refuseNewer = () => refuseFile('it was written by a newer version of the bot');

/** Upcasts an item of a library file to the current edition and checks it. */
const checkLibraryItem = (each: ExportedItem, rulesets: readonly Ruleset[]): Result<ExportedItem> => {
  const { name, of, system, edition, thing: written } = each;
  const found = system === undefined ? undefined : findRulesetOf({ name, system, edition }, rulesets);
  if (found?.ok === false) return found;
  if (found === undefined && edition > 1) return refuseNewer();
  const ruleset = found?.value;
  const schema = itemKinds[of].schema.safeParse(written, { error: describeInputError });
  if (!schema.success) return refuseFile(`${name}: ${describeFirstIssue(schema.error)}`);
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

/** Parses a library file. Refuses the whole file if any part is invalid or of a newer edition. */
export const readLibraryFile = (json: PlainObject, rulesets: readonly Ruleset[]): Result<LibraryFileContent> => {
  if (json.format !== libraryFormat) return refuseNewer();
  const file = libraryFileSchema.safeParse(json, { error: describeInputError });
  if (!file.success) return refuseFile(describeFirstIssue(file.error));
  const things: LibraryFileItem[] = [];
  const shelved: ExportedItem[] = [];
  for (const each of file.data.things) {
    if (each.kind === 'shelf') {
      const read = checkLibraryItem(each, rulesets);
      if (!read.ok) return read;
      shelved.push(read.value);
      continue;
    }
    const found = findRulesetOf(each, rulesets);
    if (!found.ok) return found;
    const ruleset = found.value;
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
