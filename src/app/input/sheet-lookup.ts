import type { Character } from '../../campaign/characters.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';
import { didYouMean, matchName } from './match-name.ts';
import { findPreset } from './sheets.ts';

/** Refuses a name that none of somebody's characters has, with those that come near it. */
export const refuseUnknownCharacter = (name: string, near: readonly string[] = []): Result<never, Refusal> =>
  refuse('no-such-character', { name, hint: didYouMean(near, '/library list shows your characters.') });

/** The asker's character by what its name can mean (`matchName`); of a rulebook, where one is given. */
export const findCharacter = async (
  { user, guild }: Pick<Asker, 'user' | 'guild'>,
  name: string,
  { characters }: Pick<Services, 'characters'>,
  system?: string,
): Promise<Result<Character, Refusal>> => {
  const exact = await characters.find(user, guild, name, system);
  if (exact !== undefined) return ok(exact);
  const own = (await characters.list(user, guild)).filter((each) => (system ?? each.system) === each.system);
  const meant = matchName(name, own, (each) => [each.name]);
  return meant.found === undefined ? refuseUnknownCharacter(name, meant.suggestions) : ok(meant.found);
};

/** The sheet somebody means: a character of theirs, or a preset; with the name it would have in a battle. */
export const findSheet = async (
  asker: Asker,
  ruleset: Ruleset,
  meant: { readonly character?: string | undefined; readonly preset?: string | undefined },
  services: Pick<Services, 'characters' | 'histories'>,
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
    const found = await findCharacter(asker, meant.character, services, ruleset.id);
    if (!found.ok) return found;
    const { id, name, sheet, updatedAt } = found.value;
    if ((await services.histories.last([id])).get(id)?.dead) return refuse('character-dead', { name });
    return ok({ name, sheet, character: { id, savedAt: updatedAt } });
  }
  if (meant.preset === undefined) return refuse('no-sheet');
  const preset = findPreset(ruleset, meant.preset);
  return preset.ok ? ok({ name: preset.value.title, sheet: preset.value.sheet }) : preset;
};
