import type { Asker } from '../../src/app/command-kit/command.ts';
import { didYouMean, matchName } from '../../src/app/input/match-name.ts';
import { requireMember } from '../../src/app/people/user-presence.ts';
import type { Services } from '../../src/app/services.ts';
import type { Character } from '../../src/campaign/characters.ts';
import { listed, normalizeName, ok, phrase, type Refusal, type Result, refuse } from '../../src/core/message.ts';
import { type Line, line } from '../../src/rules/event.ts';

/** What others share in this server; of one of them, where that is given. */
export const listSharedByOthers = async (
  { user, guild }: Asker,
  { characters }: Pick<Services, 'characters'>,
  of?: string,
): Promise<readonly Character[]> =>
  guild === undefined
    ? []
    : (await characters.listShared(guild)).filter(({ owner }) => owner !== user && (of ?? owner) === owner);

/** Those whose owners are still in the server: whoever left cannot take back there what they share. */
const ownedByMembers = async (
  asker: Asker,
  all: readonly Character[],
  services: Pick<Services, 'channels'>,
): Promise<readonly Character[]> => {
  const owners = [...new Set(all.map(({ owner }) => owner))];
  const here = await Promise.all(owners.map(async (owner) => (await requireMember(asker, owner, services)).ok));
  return all.filter(({ owner }) => here[owners.indexOf(owner)]);
};

const listHint = '/library list kind:character shows the shared characters.';

const matchShared = (all: readonly Character[], name: string): Result<Character, Refusal> => {
  const same = all.filter((each) => normalizeName(each.name) === normalizeName(name));
  if (same.length > 1)
    return refuse('several-shared', { name, players: listed([...new Set(same.map(({ sharedBy = '' }) => sharedBy))]) });
  const meant = matchName(name, all, (each) => [each.name]);
  return meant.found === undefined
    ? refuse('not-shared', { name, hint: didYouMean(meant.suggestions, listHint) })
    : ok(meant.found);
};

const maxListed = 40;

/** The characters that others share in this server. */
export const sharedLines = async (
  asker: Asker,
  services: Pick<Services, 'channels' | 'characters'>,
): Promise<readonly Line[]> => {
  const all = await ownedByMembers(asker, await listSharedByOthers(asker, services), services);
  const more = all.length - maxListed;
  const names = all.slice(0, maxListed).map((each) => phrase`${each.name} (${each.system}, by ${each.sharedBy ?? ''})`);
  return all.length === 0
    ? []
    : [line(phrase`Shared by others: ${[...names, ...(more > 0 ? [phrase`and ${more} more`] : [])].join('; ')}.`)];
};

/** A character that somebody else shares here, by what its name can mean. */
export const findShared = async (
  asker: Asker,
  name: string,
  player: string | undefined,
  services: Pick<Services, 'channels' | 'characters'>,
): Promise<Result<Character, Refusal>> => {
  const found = matchShared(await listSharedByOthers(asker, services, player), name);
  if (!found.ok) return found;
  const [here] = await ownedByMembers(asker, [found.value], services);
  return here === undefined ? refuse('not-shared', { name: found.value.name, hint: listHint }) : found;
};
