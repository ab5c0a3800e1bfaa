import { z } from 'zod';
import type { Asker } from '../src/app/commands/asker.ts';
import { matchingOffers, toOffers } from '../src/app/commands/autocomplete.ts';
import { defineCommand } from '../src/app/commands/command.ts';
import { didYouMean, matchName } from '../src/app/input/match-name.ts';
import { findCharacter } from '../src/app/input/sheet-lookup.ts';
import { findRuleset } from '../src/app/input/sheets.ts';
import { toUnsentAnswer, writeWithAnswer } from '../src/app/outbox/durable-answer.ts';
import { requireMember } from '../src/app/people/require-member.ts';
import { type Control, createPrivateView } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import type { Character } from '../src/campaign/characters.ts';
import { phrase } from '../src/core/language.ts';
import { type Refusal, refuse } from '../src/core/refusal.ts';
import { ok, type Result } from '../src/core/result.ts';
import { listed, normalizeName } from '../src/core/text.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { flagParam, textParam, userParam } from '../src/rules/params.ts';
import { saveCharacter } from './character.ts';

const stopSharingButton = (name: string): Control => ({
  ...{ kind: 'button', label: 'Stop sharing', style: 'secondary' },
  press: { path: ['character', 'share'], input: { name, stop: true } },
});

const share = defineCommand({
  path: ['character', 'share'],
  summary: 'Let others in this server copy one of your characters, or stop that; yours stays unchanged',
  params: z.strictObject({
    name: textParam('The character’s name', 80),
    stop: flagParam('Stop sharing').optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'name'
      ? matchingOffers(
          toOffers((await services.characters.list(asker.user, asker.guild)).map((each) => each.name)),
          typed,
        )
      : [],
  run: async (asker, { name, stop }, services) => {
    if (asker.guild === undefined) return refuse('no-server-to-share');
    const there = await findCharacter(asker, name, services);
    if (!there.ok) return there;
    const called = there.value.name;
    const told = stop
      ? createPrivateView({
          cards: [
            card(phrase`${called} is no longer shared`, {
              lines: [line('Existing copies stay with their owners.', 'quiet')],
            }),
          ],
        })
      : createPrivateView({
          cards: [
            card(phrase`${called} is shared with this server`, {
              lines: [line('Anyone here can copy it with /character copy. They cannot change yours.')],
            }),
          ],
          controls: [[stopSharingButton(called)]],
        });
    await writeWithAnswer(services, asker, toUnsentAnswer(told), (said) =>
      services.characters.share(there.value, stop ? undefined : asker.name, said),
    );
    return ok(told);
  },
});

/** What others share in this server; of one of them, where that is given. */
const listSharedByOthers = async (
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
  services: Services,
): Promise<readonly Character[]> => {
  const owners = [...new Set(all.map(({ owner }) => owner))];
  const here = await Promise.all(owners.map(async (owner) => (await requireMember(asker, owner, services)).ok));
  return all.filter(({ owner }) => here[owners.indexOf(owner)]);
};

const listHint = '/character copy lists the shared characters.';

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

const copy = defineCommand({
  path: ['character', 'copy'],
  summary: 'Copy a character shared in this server, or list the shared ones',
  params: z.strictObject({
    name: textParam('Which character; default: list all shared characters', 80).optional(),
    as: textParam('The name of your copy; default: the same name', 80).optional(),
    player: userParam('The owner, if several characters have that name').optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'name'
      ? matchingOffers(
          toOffers([...new Set((await listSharedByOthers(asker, services)).map((each) => each.name))]),
          typed,
        )
      : [],
  run: async (asker, { name, as, player }, services) => {
    const shared = await listSharedByOthers(asker, services, player);
    if (name === undefined) {
      const all = await ownedByMembers(asker, shared, services);
      const lines = all
        .slice(0, maxListed)
        .map((each) => line(phrase`${each.name} (${each.system}), shared by ${each.sharedBy ?? ''}`));
      const more = all.length - maxListed;
      const title = all.length === 0 ? 'No one else shares a character here' : 'Characters to copy';
      return ok(
        createPrivateView({
          cards: [
            card(title, { lines, ...(more > 0 && { footer: phrase`and ${more} more; to find one, type its name` }) }),
          ],
        }),
      );
    }
    const found = matchShared(shared, name);
    if (!found.ok) return found;
    const [here] = await ownedByMembers(asker, [found.value], services);
    if (here === undefined) return refuse('not-shared', { name: found.value.name, hint: listHint });
    const { system, sheet } = found.value;
    const ruleset = findRuleset(services.rulesets, system);
    if (!ruleset.ok) return ruleset;
    const called = as ?? found.value.name;
    const there = await services.characters.find(asker.user, asker.guild, called, system);
    if (there !== undefined) return refuse('character-there', { name: there.name });
    const origin = line(phrase`Copied from the character shared by ${found.value.sharedBy ?? ''}.`, 'quiet');
    return saveCharacter(asker, ruleset.value, called, sheet, services, [origin]);
  },
});

/** Characters to be copied by others of a server. */
export const characterSharingCommands = [share, copy];
