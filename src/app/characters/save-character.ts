import type { HistoryEvent } from '../../campaign/character-history.ts';
import type { Character } from '../../campaign/characters.ts';
import { normalizeName } from '../../core/message.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';
import { describeDifferences, sheetDifferences } from './sheet-differences.ts';

/** A sheet that is to be kept, as its rulebook checked it. */
export interface SheetToSave {
  readonly ruleset: Ruleset;
  readonly name: string;
  readonly sheet: unknown;
  /** The id of a character that is new. */
  readonly id: string;
}

/** Is a sheet that is to be kept one of these, changed? */
export const hasCharacter = (
  own: readonly Character[],
  { ruleset, name }: Pick<SheetToSave, 'ruleset' | 'name'>,
): boolean => own.some((each) => each.system === ruleset.id && normalizeName(each.name) === normalizeName(name));

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
  const there = own.find((each) => each.system === ruleset.id && normalizeName(each.name) === normalizeName(name));
  const character: Character = {
    id: there?.id ?? id,
    owner: asker.user,
    guild: asker.guild,
    system: ruleset.id,
    name,
    sheet,
    edition: ruleset.editions.present,
    updatedAt: now(),
  };
  const changes = there === undefined ? [] : [...describeDifferences(sheetDifferences(there.sheet, sheet))];
  const last = changes.length > 0 ? (await histories.last([character.id])).get(character.id) : undefined;
  const goesOn = last?.kind === 'edited' && now() - last.at < editSessionLength;
  const edited: HistoryEvent | undefined =
    changes.length === 0
      ? undefined
      : {
          id: nth === 1 ? `edited ${asker.orderId}` : `edited ${asker.orderId} ${nth}`,
          character: character.id,
          kind: 'edited',
          at: now(),
          changes,
          dead: last?.dead ?? false,
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
