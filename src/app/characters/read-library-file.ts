import { type SavedMap, shelfThingSchemas, upcastThing } from '../../campaign/shelf-things.ts';
import { phrase } from '../../core/language.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { isTree, type Tree } from '../../core/tree.ts';
import { parseMap } from '../../rules/grid/map-text.ts';
import { inputError } from '../../rules/input-errors.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { parseSheet } from '../input/sheets.ts';
import {
  type ExportedItem,
  type KeptThings,
  keptFileSchema,
  keptFormat,
  keptFormats,
  type LibraryFileItem,
  type WrittenSheet,
} from './library-format.ts';

/** Is it such a file, of whatever release? */
export const isLibraryFile = (json: Tree | undefined): json is Tree =>
  typeof json?.format === 'string' && json.format.slice(0, keptFormat.length + 1) === `${keptFormat}@`;

const unfit = (problem: string) => refuse('import-unfit', { format: 'a file of kept things', problem });

const lifted = (ruleset: Ruleset, { edition, sheet }: WrittenSheet): unknown => {
  try {
    return ruleset.editions.sheet(edition, sheet);
  } catch {
    return sheet;
  }
};

/** A thing of a shelf in the present edition of its rulebook, and checked by it. */
const shelvedThing = (each: ExportedItem, rulesets: readonly Ruleset[]): Result<ExportedItem, Refusal> => {
  const { name, of, system, edition, thing: written } = each;
  const ruleset = rulesets.find(({ id }) => id === system);
  if (system !== undefined && ruleset === undefined)
    return unfit(phrase`${name} is for the rulebook ${system}, which is not known here`);
  if (edition > (ruleset?.editions.present ?? 1)) return unfit('a newer release of the bot wrote it');
  const schema = shelfThingSchemas[of].safeParse(written, { error: inputError });
  if (!schema.success) {
    const [issue] = schema.error.issues;
    return unfit(`${name}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it cannot be read'}`);
  }
  if (of === 'map') {
    const drawn = parseMap((schema.data as SavedMap).map);
    if (!drawn.ok) return unfit(`${name}: ${drawn.error}`);
  }
  if (ruleset === undefined) return ok({ ...each, thing: schema.data });
  const present = upcastThing(ruleset, { kind: of, edition, thing: schema.data });
  if (of === 'foe' && isTree(present)) {
    const sheet = parseSheet(ruleset, present.sheet);
    if (!sheet.ok) return unfit(`${name}: ${sheet.error.facts.problem}`);
  }
  return ok({ ...each, thing: present, edition: ruleset.editions.present });
};

/** What such a file holds. Refuses all of it where a part does not read, or is of a newer release. */
export const readLibraryFile = (json: Tree, rulesets: readonly Ruleset[]): Result<KeptThings, Refusal> => {
  const newer = unfit('a newer release of the bot wrote it');
  if (!keptFormats.some((each) => each === json.format)) return newer;
  const file = keptFileSchema.safeParse(json, { error: inputError });
  if (!file.success) {
    const [issue] = file.error.issues;
    return unfit(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it cannot be read'}`);
  }
  const things: LibraryFileItem[] = [];
  const shelved: ExportedItem[] = [];
  for (const each of file.data.things) {
    if (each.kind === 'shelf') {
      const read = shelvedThing(each, rulesets);
      if (!read.ok) return read;
      shelved.push(read.value);
      continue;
    }
    const ruleset = rulesets.find(({ id }) => id === each.system);
    if (ruleset === undefined)
      return unfit(phrase`${each.name} is for the rulebook ${each.system}, which is not known here`);
    if (each.edition > ruleset.editions.present) return newer;
    const sheet = parseSheet(ruleset, lifted(ruleset, each));
    if (!sheet.ok) return unfit(`${each.name}: ${sheet.error.facts.problem}`);
    const roster = each.kind === 'roster' ? { campaign: each.campaign, as: each.as } : undefined;
    const versions = each.kind === 'character' ? (each.versions ?? []) : [];
    things.push({ ruleset, name: each.name, sheet: sheet.value, roster, face: each.face, versions });
  }
  return things.length + shelved.length === 0
    ? unfit('there is nothing in it')
    : ok({ sheets: things, shelved, pictures: file.data.pictures ?? {} });
};
