import type { PlacedMessage } from '../../battle/saved/outbox.ts';
import { type Character, formatDeletedOwner, type HistoryEvent, maxCharacters } from '../../campaign/characters.ts';
import { isSameName, ok, phrase, type Result, refuse } from '../../core/message.ts';
import { deletedItemLifetime } from '../../library/library.ts';
import { cutText } from '../../presentation/view-facts.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker } from '../command-kit/command.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import { flattenSettingTree } from '../input/setting-text.ts';
import { findPreset, withCurrentAbilities } from '../input/sheets.ts';
import type { Need } from '../services.ts';

/** A sheet to save, which its rulebook has already checked. */
export interface SheetToSave {
  readonly ruleset: Ruleset;
  readonly name: string;
  readonly sheet: unknown;
  /** The id to use if the character is new. */
  readonly id: string;
}

/** True if saving the sheet would replace one of these characters. */
export const hasCharacter = (own: readonly Character[], sheet: Pick<SheetToSave, 'ruleset' | 'name'>): boolean =>
  findSaved(own, sheet) !== undefined;

const findSaved = (own: readonly Character[], { ruleset, name }: Pick<SheetToSave, 'ruleset' | 'name'>) =>
  own.find((each) => each.system === ruleset.id && isSameName(each.name, name));

/** Time within which edits count as one version (milliseconds). */
const editSessionLength = 600_000;

/** A character to save, and the history event that records the edit, if it changes a saved one. */
interface PreparedCharacter {
  readonly character: Character;
  readonly historyEvents: readonly HistoryEvent[];
  readonly isNew: boolean;
}

/** Builds the character to save, replacing the one of the same name. `nth`: number within the command, from 1. */
export const prepareCharacter = async (
  asker: Asker,
  { ruleset, name, sheet, id }: SheetToSave,
  own: readonly Character[],
  { histories, now }: Need<'histories' | 'now'>,
  nth = 1,
): Promise<PreparedCharacter> => {
  const there = findSaved(own, { ruleset, name });
  const character: Character = {
    ...{ id: there?.id ?? id, owner: asker.user, guild: asker.guild, system: ruleset.id },
    ...{ name, sheet, edition: ruleset.editions.present, updatedAt: now() },
  };
  const changes = there === undefined ? [] : [...describeDifferences(there.sheet, sheet)];
  const last = changes.length > 0 ? (await histories.last([character.id])).get(character.id) : undefined;
  const goesOn = last?.kind === 'edited' && now() - last.at < editSessionLength;
  const edited: HistoryEvent = {
    id: nth === 1 ? `edited ${asker.orderId}` : `edited ${asker.orderId} ${nth}`,
    ...{ character: character.id, kind: 'edited', at: now(), changes, dead: last?.dead ?? false },
    ...(!goesOn && there !== undefined && { before: there.sheet }),
    edition: goesOn || there === undefined ? ruleset.editions.present : there.edition,
  };
  return { character, historyEvents: changes.length === 0 ? [] : [edited], isNew: there === undefined };
};

/** Refuses an unknown character name and suggests similar ones. */
export const refuseUnknownCharacter = (name: string, near: readonly string[] = []): Result<never> =>
  refuse('no-such-character', { name, hint: didYouMean(near, '/library list shows your characters.') });

/** Finds the user's character by name (`matchName`). */
export const findCharacter = async (
  { user, guild }: Pick<Asker, 'user' | 'guild'>,
  name: string,
  { characters }: Need<'characters'>,
  system?: string,
): Promise<Result<Character>> => {
  const exact = await characters.find(user, guild, name, system);
  if (exact !== undefined) return ok(exact);
  const own = (await characters.list(user, guild)).filter((each) => (system ?? each.system) === each.system);
  const meant = matchName(name, own, (each) => [each.name]);
  return meant.found === undefined ? refuseUnknownCharacter(name, meant.suggestions) : ok(meant.found);
};

interface FoundSheet {
  readonly name: string;
  readonly sheet: unknown;
  readonly character?: { readonly id: string; readonly savedAt: number };
}

/** Finds a character of the user, or a preset, by name. Returns the sheet and a name for a battle. */
export const findSheet = async (
  asker: Asker,
  ruleset: Ruleset,
  meant: { readonly character?: string | undefined; readonly preset?: string | undefined },
  services: Need<'characters' | 'histories'>,
): Promise<Result<FoundSheet>> => {
  if (meant.character !== undefined) {
    const found = await findCharacter(asker, meant.character, services, ruleset.id);
    if (!found.ok) return found;
    const { id, name, sheet, updatedAt } = found.value;
    if ((await services.histories.last([id])).get(id)?.dead) return refuse('character-dead', { name });
    return ok(withCurrentAbilities(ruleset, { name, sheet, character: { id, savedAt: updatedAt } }));
  }
  if (meant.preset === undefined) return refuse('no-sheet');
  const preset = findPreset(ruleset, meant.preset);
  return preset.ok
    ? ok(withCurrentAbilities(ruleset, { name: preset.value.title, sheet: preset.value.sheet }))
    : preset;
};

type DeletionServices = Need<'characters' | 'histories' | 'pictures' | 'now'>;
type OwnerInServer = Pick<Asker, 'user' | 'guild'>;

/** Refuses with CHARACTERS-FULL if `more` characters would exceed the maximum for a user in a server. */
export const requireRoomForCharacters = (own: readonly Character[], more = 1): Result<undefined> =>
  own.length + more > maxCharacters ? refuse('characters-full', { most: maxCharacters }) : ok(undefined);

/** Lists the user's deleted characters that can still be restored, last deleted first. */
export const deletedCharacters = async (
  { user, guild }: OwnerInServer,
  { characters, now }: Need<'characters' | 'now'>,
): Promise<readonly Character[]> =>
  (await characters.list(formatDeletedOwner(user), guild))
    .filter(({ updatedAt }) => updatedAt >= now() - deletedItemLifetime.milliseconds)
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, deletedItemLifetime.most);

const forget = async ({ id }: Character, services: DeletionServices): Promise<void> => {
  const { characters, histories, pictures } = services;
  await pictures.removePortrait(id);
  await histories.forget(id);
  await characters.remove(id);
};

/** Deletes a character so that it can be restored for a while. Purges characters deleted too long ago. */
export const softDeleteCharacter = async (
  there: Character,
  services: DeletionServices,
  said?: PlacedMessage,
): Promise<void> => {
  const owner = formatDeletedOwner(there.owner);
  for (const each of await services.characters.list(owner, there.guild))
    if (each.system === there.system && isSameName(each.name, there.name)) await forget(each, services);
  await services.characters.save({ ...there, owner, updatedAt: services.now() }, said);
  const whose = { user: there.owner, guild: there.guild };
  const stay = new Set((await deletedCharacters(whose, services)).map(({ id }) => id));
  for (const each of await services.characters.list(owner, there.guild))
    if (!stay.has(each.id)) await forget(each, services);
};

/** The values of a sheet as JSON texts, each by its field's full name. */
const flattenSheet = (sheet: unknown): ReadonlyMap<string, string> =>
  new Map(flattenSettingTree(sheet).map(({ key, value }) => [key, JSON.stringify(value)]));

const maxDifferences = 6;
/** Maximum length of the text about one difference (characters). */
const maxLength = 80;

/** Describes the first differences of two sheets, such as `hp 45 → 12`, and the number of further differences. */
const describeDifferences = (before: unknown, after: unknown): readonly string[] => {
  const [was, is] = [flattenSheet(before), flattenSheet(after)];
  const texts = [...new Set([...was.keys(), ...is.keys()])]
    .filter((key) => was.get(key) !== is.get(key))
    .map((key) => cutText(`${key} ${was.get(key) ?? '–'} → ${is.get(key) ?? '–'}`, maxLength));
  return texts.length > maxDifferences
    ? [...texts.slice(0, maxDifferences), phrase`${texts.length - maxDifferences} more`]
    : texts;
};
