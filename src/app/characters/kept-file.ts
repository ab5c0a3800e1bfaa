import { z } from 'zod';
import type { Campaign } from '../../campaign/campaigns.ts';
import type { Character } from '../../campaign/characters.ts';
import { rosterKinds } from '../../campaign/roster-kinds.ts';
import { shelfKinds, shelfScopes } from '../../campaign/shelf.ts';
import { liftedThing, shelfThingSchemas } from '../../campaign/shelf-things.ts';
import { phrase } from '../../core/language.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { plainText } from '../../core/text.ts';
import { isTree, type Tree } from '../../core/tree.ts';
import { inputError } from '../../rules/input-errors.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { RosterSheet } from '../campaigns/campaign-roster.ts';
import { checkedSheet } from '../input/sheets.ts';

const present = 2;
const format = 'brotherhood-master/kept';
/** Things of one file. */
const mostThings = 500;
/** Characters of JSON that one file is written with at most: so much is read of it again. */
const longestFile = 3_900_000;
/** So much of a file of kept things is read, in bytes. */
export const longestKeptFile = 4_194_304;

const thing = {
  system: z.string().max(40),
  name: z
    .string()
    .max(200)
    .transform(plainText)
    .refine((name) => name !== '' && [...name].length <= 32, 'a name needs 1 to 32 visible characters'),
  edition: z.int().min(1),
  sheet: z.unknown(),
};
const thingSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('character'), ...thing }),
  z.strictObject({
    kind: z.literal('roster'),
    campaign: z.string().min(1).max(100),
    as: z.enum(rosterKinds),
    ...thing,
  }),
  z.strictObject({
    kind: z.literal('shelf'),
    of: z.enum(shelfKinds),
    scope: z.enum(shelfScopes),
    /** Whose shelf, where it is a campaign’s. */
    campaign: z.string().min(1).max(100).optional(),
    /** By which a group of the same file names it. */
    id: z.string().max(100),
    system: z.string().max(40).optional(),
    name: z.string().min(1).max(200),
    edition: z.int().min(1),
    thing: z.unknown(),
  }),
]);
const fileSchema = z.strictObject({ format: z.string(), things: z.array(thingSchema).max(mostThings) });
type WrittenThing = z.output<typeof thingSchema>;
type WrittenSheet = Exclude<WrittenThing, { readonly kind: 'shelf' }>;
/** Something of a shelf as it stands in such a file. */
export type ShelvedThing = Extract<WrittenThing, { readonly kind: 'shelf' }>;

/** Everything that is kept, as files that `keptThings` reads: one, where it is not too much for that. */
export const keptFiles = (
  characters: readonly Character[],
  rosters: readonly { readonly campaign: Campaign; readonly sheets: readonly RosterSheet[] }[],
  shelves: readonly ShelvedThing[],
): readonly { readonly name: string; readonly content: string }[] => {
  const things: readonly WrittenThing[] = [
    ...characters.map(({ system, name, edition, sheet }) => ({
      ...{ kind: 'character' as const, system, name, edition, sheet },
    })),
    ...rosters.flatMap(({ campaign, sheets }) =>
      sheets.map(({ kind: as, system, name, edition, sheet }) => ({
        ...{ kind: 'roster' as const, campaign: campaign.name, as, system, name, edition, sheet },
      })),
    ),
    // A group comes after the foes it names.
    ...shelves.toSorted((a, b) => Number(a.of === 'group') - Number(b.of === 'group')),
  ];
  const files: WrittenThing[][] = [[]];
  let length = 0;
  for (const each of things) {
    const long = JSON.stringify(each, undefined, 1).length * 2;
    if (length > 0 && (length + long > longestFile || files.at(-1)?.length === mostThings)) {
      files.push([]);
      length = 0;
    }
    files.at(-1)?.push(each);
    length += long;
  }
  return files.map((some, at) => ({
    name: at === 0 ? 'kept.json' : `kept-${at + 1}.json`,
    content: `${JSON.stringify({ format: `${format}@${present}`, things: some }, undefined, 1)}\n`,
  }));
};

/** Is it such a file, of whatever release? */
export const isKeptFile = (json: Tree | undefined): json is Tree =>
  typeof json?.format === 'string' && json.format.slice(0, format.length + 1) === `${format}@`;

/** One thing of such a file, its sheet in the present edition of its rulebook and checked by it. */
export interface KeptThing {
  readonly ruleset: Ruleset;
  readonly name: string;
  readonly sheet: unknown;
  /** On whose roster it stands; nothing for a character of one’s own. */
  readonly roster: { readonly campaign: string; readonly as: (typeof rosterKinds)[number] } | undefined;
}

const unfit = (problem: string) => refuse('import-unfit', { format: 'a file of kept things', problem });

const lifted = (ruleset: Ruleset, { edition, sheet }: WrittenSheet): unknown => {
  try {
    return ruleset.editions.sheet(edition, sheet);
  } catch {
    return sheet;
  }
};

/** Every format that is read: `kept@2` has shelves, too. */
const formats = [`${format}@1`, `${format}@${present}`];

/** A thing of a shelf in the present edition of its rulebook, and checked by it. */
const shelvedThing = (each: ShelvedThing, rulesets: readonly Ruleset[]): Result<ShelvedThing, Refusal> => {
  const { name, of, system, edition, thing: written } = each;
  const ruleset = rulesets.find(({ id }) => id === system);
  if (system !== undefined && ruleset === undefined)
    return unfit(phrase`${name} is of a rulebook ${system} that is not known here`);
  if (edition > (ruleset?.editions.present ?? 1)) return unfit('a newer release of the bot wrote it');
  const schema = shelfThingSchemas[of].safeParse(written, { error: inputError });
  if (!schema.success) {
    const [issue] = schema.error.issues;
    return unfit(`${name}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it does not read'}`);
  }
  if (ruleset === undefined) return ok({ ...each, thing: schema.data });
  const present = liftedThing(ruleset, { kind: of, edition, thing: schema.data });
  if (of === 'foe' && isTree(present)) {
    const sheet = checkedSheet(ruleset, present.sheet);
    if (!sheet.ok) return unfit(`${name}: ${sheet.error.facts.problem}`);
  }
  return ok({ ...each, thing: present, edition: ruleset.editions.present });
};

/** What such a file holds. */
interface KeptThings {
  readonly sheets: readonly KeptThing[];
  readonly shelved: readonly ShelvedThing[];
}

/** What such a file holds. Refuses all of it where a part does not read, or is of a newer release. */
export const keptThings = (json: Tree, rulesets: readonly Ruleset[]): Result<KeptThings, Refusal> => {
  const newer = unfit('a newer release of the bot wrote it');
  if (!formats.some((each) => each === json.format)) return newer;
  const file = fileSchema.safeParse(json, { error: inputError });
  if (!file.success) {
    const [issue] = file.error.issues;
    return unfit(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it does not read'}`);
  }
  const things: KeptThing[] = [];
  const shelved: ShelvedThing[] = [];
  for (const each of file.data.things) {
    if (each.kind === 'shelf') {
      const read = shelvedThing(each, rulesets);
      if (!read.ok) return read;
      shelved.push(read.value);
      continue;
    }
    const ruleset = rulesets.find(({ id }) => id === each.system);
    if (ruleset === undefined)
      return unfit(phrase`${each.name} is of a rulebook ${each.system} that is not known here`);
    if (each.edition > ruleset.editions.present) return newer;
    const sheet = checkedSheet(ruleset, lifted(ruleset, each));
    if (!sheet.ok) return unfit(`${each.name}: ${sheet.error.facts.problem}`);
    const roster = each.kind === 'roster' ? { campaign: each.campaign, as: each.as } : undefined;
    things.push({ ruleset, name: each.name, sheet: sheet.value, roster });
  }
  return things.length + shelved.length === 0 ? unfit('there is nothing in it') : ok({ sheets: things, shelved });
};
