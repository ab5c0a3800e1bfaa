import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import type { EncounterFoe, SavedEncounter } from '../../library/library.ts';
import { settingAt } from '../../rules/editions.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { describeInputError } from '../../rules/verb.ts';
import { parseSheet } from '../input/sheets.ts';

/** Checks the sheets and settings of an encounter. Refuses the first invalid one. */
export const checkEncounter = (ruleset: Ruleset, encounter: SavedEncounter): Result<SavedEncounter, Refusal> => {
  const foes: EncounterFoe[] = [];
  for (const foe of encounter.foes) {
    const sheet = parseSheet(ruleset, foe.sheet);
    if (!sheet.ok) return sheet;
    foes.push({ ...foe, sheet: sheet.value });
  }
  const settings = ruleset.settings.safeParse(encounter.settings ?? {}, { error: describeInputError });
  if (settings.success) return ok({ ...encounter, foes });
  const [issue] = settings.error.issues;
  const key = issue?.path.join('.') || 'settings';
  return refuse('bad-setting', {
    ...{ key, value: String(settingAt(encounter.settings, key)) },
    problem: issue?.message ?? 'not understood',
  });
};
