import type { PlacedMessage } from '../../battle/saved/outbox.ts';
import { type Character, formatDeletedOwner, type HistoryEvent, maxCharacters } from '../../campaign/characters.ts';
import { isSameName, phrase } from '../../core/message.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/result.ts';
import { deletedItemLifetime } from '../../library/library.ts';
import { cutText } from '../../presentation/fit-text.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker } from '../command-kit/asker.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import { flattenSettingTree } from '../input/setting-text.ts';
import { findPreset } from '../input/sheets.ts';
import type { Services } from '../services.ts';

/** A sheet that is to be kept, as its rulebook checked it. */
export interface SheetToSave {
  readonly ruleset: Ruleset;
  readonly name: string;
  readonly sheet: unknown;
  /** The id of a character that is new. */
  readonly id: string;
}

/** Is a sheet that is to be kept one of these, changed? */
export const hasCharacter = (own: readonly Character[], sheet: Pick<SheetToSave, 'ruleset' | 'name'>): boolean =>
  findSaved(own, sheet) !== undefined;

const findSaved = (own: readonly Character[], { ruleset, name }: Pick<SheetToSave, 'ruleset' | 'name'>) =>
  own.find((each) => each.system === ruleset.id && isSameName(each.name, name));

/** Changes within so many milliseconds of each other are one sitting: the sheet before it is kept as a version. */
const editSessionLength = 600_000;

/** A character as a sheet is to be kept, and what is to be written of it in its history. */
interface PreparedCharacter {
  readonly character: Character;
  readonly isNew: boolean;
  readonly isChanged: boolean;
  readonly edited: HistoryEvent | undefined;
}

/**
 * The character a sheet of a person is kept as: over one of the same name among their own, whose id and history it goes on with.
 * `nth` counts those that one command keeps, from 1. Nothing is written.
 */
export const prepareCharacter = async (
  asker: Asker,
  { ruleset, name, sheet, id }: SheetToSave,
  own: readonly Character[],
  { histories, now }: Pick<Services, 'histories' | 'now'>,
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
  const edited: HistoryEvent | undefined =
    changes.length === 0
      ? undefined
      : {
          id: nth === 1 ? `edited ${asker.orderId}` : `edited ${asker.orderId} ${nth}`,
          ...{ character: character.id, kind: 'edited', at: now(), changes, dead: last?.dead ?? false },
          ...(!goesOn && there !== undefined && { before: there.sheet }),
          edition: goesOn || there === undefined ? ruleset.editions.present : there.edition,
        };
  return { character, isNew: there === undefined, isChanged: changes.length > 0, edited };
};

/** The same, what is to be said of it in its history written. */
export const prepareCharacterWithHistory = async (
  asker: Asker,
  sheet: SheetToSave,
  own: readonly Character[],
  services: Pick<Services, 'histories' | 'now'>,
): Promise<Omit<PreparedCharacter, 'edited'>> => {
  const { edited, ...made } = await prepareCharacter(asker, sheet, own, services);
  if (edited !== undefined) await services.histories.add(edited);
  return made;
};

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

interface FoundSheet {
  readonly name: string;
  readonly sheet: unknown;
  readonly character?: { readonly id: string; readonly savedAt: number };
}

/** The sheet somebody means: a character of theirs, or a preset; with the name it would have in a battle. */
export const findSheet = async (
  asker: Asker,
  ruleset: Ruleset,
  meant: { readonly character?: string | undefined; readonly preset?: string | undefined },
  services: Pick<Services, 'characters' | 'histories'>,
): Promise<Result<FoundSheet, Refusal>> => {
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

type DeletionServices = Pick<Services, 'characters' | 'histories' | 'pictures' | 'now'>;
type OwnerInServer = Pick<Asker, 'user' | 'guild'>;

/** Refuses so many characters more than one person keeps in a server. */
export const requireRoomForCharacters = (own: readonly Character[], more = 1): Result<undefined, Refusal> =>
  own.length + more > maxCharacters ? refuse('characters-full', { most: maxCharacters }) : ok(undefined);

/** Those somebody has deleted here and can bring back, the last first. */
export const deletedCharacters = async (
  { user, guild }: OwnerInServer,
  { characters, now }: Pick<Services, 'characters' | 'now'>,
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

/** Deletes a character so that it can be brought back for a while; what was deleted long ago goes for good. */
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

/** The values of a sheet as JSON, by their full names. */
const flattenSheet = (sheet: unknown): ReadonlyMap<string, string> =>
  new Map(flattenSettingTree(sheet).map(({ key, value }) => [key, JSON.stringify(value)]));

const maxDifferences = 6;
/** Characters of one of them. */
const maxLength = 80;

/** What is different on two sheets, `hp 45 → 12`: each as far as a line holds it, and how many more there are. */
const describeDifferences = (before: unknown, after: unknown): readonly string[] => {
  const [was, is] = [flattenSheet(before), flattenSheet(after)];
  const texts = [...new Set([...was.keys(), ...is.keys()])]
    .filter((key) => was.get(key) !== is.get(key))
    .map((key) => cutText(`${key} ${was.get(key) ?? '–'} → ${is.get(key) ?? '–'}`, maxLength));
  return texts.length > maxDifferences
    ? [...texts.slice(0, maxDifferences), phrase`${texts.length - maxDifferences} more`]
    : texts;
};
