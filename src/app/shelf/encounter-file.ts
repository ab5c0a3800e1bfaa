import { z } from 'zod';
import type { Image } from '../../campaign/pictures.ts';
import { encounterSchema, type KeptEncounter, liftedEncounter } from '../../campaign/shelf-things.ts';
import { phrase } from '../../core/language.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { inputError } from '../../rules/input-errors.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { checkedEncounter } from './encounters.ts';

const format = 'brotherhood-master/encounter';
const present = 3;
/** Every format that is read: the second has the faces of its foes too, the third what lies behind the board. */
const formats = Array.from({ length: present }, (_, at) => `${format}@${at + 1}`);
/** So much of a file is read, in bytes. */
export const longestEncounterFile = 3_145_728;

/** Base64 of one picture: what lies behind a board is the longest. */
const longestPicture = 2_000_000;

const fileSchema = z.strictObject({
  format: z.string(),
  system: z.string().max(40),
  edition: z.int().min(1),
  name: z.string().min(1).max(200),
  encounter: encounterSchema,
  /** WebP in base64, by the keys that foes name as their faces, and the encounter as what lies behind its board. */
  pictures: z.record(z.string().max(64), z.string().max(longestPicture)).optional(),
});

/** An encounter as a file that `encounterInFile` reads, with the pictures it shows that are there. */
export const encounterFile = (
  ruleset: Ruleset,
  name: string,
  encounter: KeptEncounter,
  images: ReadonlyMap<string, Image>,
) => {
  const pictures = Object.fromEntries(
    [...images]
      .map(([hash, { bytes }]) => [hash, Buffer.from(bytes).toString('base64')] as const)
      .filter(([, written]) => written.length <= longestPicture),
  );
  const file = {
    ...{ format: `${format}@${present}`, system: ruleset.id, edition: ruleset.editions.present, name, encounter },
    ...(images.size > 0 && { pictures }),
  };
  return { name: 'encounter.json', content: `${JSON.stringify(file, undefined, 1)}\n` };
};

const unfit = (problem: string) => refuse('no-encounter-file', { problem });

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What such a file holds, in the present edition of its rulebook and checked by it. */
export const encounterInFile = (
  text: string,
  rulesets: readonly Ruleset[],
): Result<
  {
    readonly ruleset: Ruleset;
    readonly name: string;
    readonly encounter: KeptEncounter;
    readonly pictures: Readonly<Record<string, string>>;
  },
  Refusal
> => {
  const given = json(text.replace(/^\uFEFF/, ''));
  if (given === undefined) return unfit('it is not JSON');
  const file = fileSchema.safeParse(given, { error: inputError });
  if (!file.success) {
    const [issue] = file.error.issues;
    return unfit(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'it cannot be read'}`);
  }
  const { format: written, system, edition, name, encounter, pictures = {} } = file.data;
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) return unfit(phrase`its rulebook ${system} is not known here`);
  if (!formats.includes(written) || edition > ruleset.editions.present)
    return unfit('a newer release of the bot wrote it');
  try {
    const checked = checkedEncounter(ruleset, liftedEncounter(ruleset, edition, encounter));
    if (checked.ok) return ok({ ruleset, name, encounter: checked.value, pictures });
    const { key, problem = 'its rulebook does not take it' } = checked.error.facts;
    return unfit(`${key === undefined ? '' : `${key}: `}${problem}`);
  } catch {
    return unfit('its rulebook does not take it');
  }
};
