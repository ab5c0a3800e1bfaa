import type { PlacedMessage } from '../../battle/saved/outbox.ts';
import { type Character, formatDeletedOwner, maxCharacters } from '../../campaign/characters.ts';
import { normalizeName, ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import { deletedItemLifetime } from '../../library/library.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';

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
    if (each.system === there.system && normalizeName(each.name) === normalizeName(there.name))
      await forget(each, services);
  await services.characters.save({ ...there, owner, updatedAt: services.now() }, said);
  const whose = { user: there.owner, guild: there.guild };
  const stay = new Set((await deletedCharacters(whose, services)).map(({ id }) => id));
  for (const each of await services.characters.list(owner, there.guild))
    if (!stay.has(each.id)) await forget(each, services);
};
