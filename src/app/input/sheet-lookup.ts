import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker } from '../commands/asker.ts';
import type { Services } from '../services.ts';
import { presetCalled } from './sheets.ts';
/** The sheet somebody means: a character of theirs, or a preset; with the name it would have in a battle. */
export const sheetNamed = async (
  asker: Asker,
  ruleset: Ruleset,
  meant: { readonly character?: string | undefined; readonly preset?: string | undefined },
  { characters, histories }: Services,
): Promise<
  Result<
    {
      readonly name: string;
      readonly sheet: unknown;
      readonly character?: { readonly id: string; readonly savedAt: number };
    },
    Refusal
  >
> => {
  if (meant.character !== undefined) {
    const found = await characters.find(asker.user, asker.guild, meant.character, ruleset.id);
    if (found === undefined) return refuse('no-such-character', { name: meant.character });
    if ((await histories.last([found.id])).get(found.id)?.dead) return refuse('character-dead', { name: found.name });
    return ok({ name: found.name, sheet: found.sheet, character: { id: found.id, savedAt: found.updatedAt } });
  }
  if (meant.preset === undefined) return refuse('no-sheet');
  const preset = presetCalled(ruleset, meant.preset);
  return preset.ok ? ok({ name: preset.value.title, sheet: preset.value.sheet }) : preset;
};
