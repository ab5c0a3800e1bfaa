import { z } from 'zod';
import { encounterSchema, upcastEncounter } from '../../campaign/library-content.ts';
import { readJson } from '../../core/json.ts';
import { phrase } from '../../core/language.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { describeInputError } from '../../rules/input-errors.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { sheetJsonLimits } from '../imports/import-input.ts';
import { type EncounterFileContent, encounterFormat, maxPictureLength } from './encounter-file.ts';
import { checkEncounter } from './encounters.ts';

const fileSchema = z.strictObject({
  format: z.string(),
  system: z.string().max(40),
  edition: z.int().min(1),
  name: z.string().min(1).max(200),
  encounter: encounterSchema,
  /** WebP in base64, by the keys that foes name as their faces, and the encounter as what lies behind its board. */
  pictures: z.record(z.string().max(64), z.string().max(maxPictureLength)).optional(),
});

const refuseFile = (problem: string) => refuse('no-encounter-file', { problem });

/** Reads a file of `/encounter export`. The rulebook checks what it holds. */
export const parseEncounterFile = (
  text: string,
  rulesets: readonly Ruleset[],
): Result<EncounterFileContent, Refusal> => {
  const given = readJson(text.replace(/^\uFEFF/, ''), sheetJsonLimits);
  if (!given.ok) return given.error.code === 'bad-json' ? refuseFile('it is not JSON') : given;
  const file = fileSchema.safeParse(given.value, { error: describeInputError });
  if (!file.success) {
    const [issue] = file.error.issues;
    return refuseFile(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'it cannot be read'}`);
  }
  const { format: written, system, edition, name, encounter, pictures = {} } = file.data;
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) return refuseFile(phrase`this bot does not have the encounter’s rulebook, ${system}`);
  if (written !== encounterFormat || edition > ruleset.editions.present)
    return refuseFile('it was written by a newer version of the bot');
  try {
    const checked = checkEncounter(ruleset, upcastEncounter(ruleset, edition, encounter));
    if (checked.ok) return ok({ ruleset, name, encounter: checked.value, pictures });
    const { key, problem = 'the encounter does not follow its rulebook' } = checked.error.facts;
    return refuseFile(`${key === undefined ? '' : `${key}: `}${problem}`);
  } catch {
    return refuseFile('the encounter does not follow its rulebook');
  }
};
