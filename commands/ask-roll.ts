import { z } from 'zod';
import type { Asker } from '../src/app/command-kit/asker.ts';
import { defineCommand, matchingOffers, toOffers } from '../src/app/command-kit/command.ts';
import { completeWhoOption } from '../src/app/gm/gm-selection.ts';
import { findActiveBattle } from '../src/app/input/battle-names.ts';
import { type CommandAnswer, createPost, createPrivateView, type Post, type Reply } from '../src/app/replies/reply.ts';
import { createAskedRoll, handleAskedRollPress, rollPendingParts } from '../src/app/rolls/asked-roll-actions.ts';
import {
  askedRollControls,
  askedRollPath,
  gmRollCard,
  isPublicRoll,
  isRollIncomplete,
  publicRollCard,
} from '../src/app/rolls/asked-roll-cards.ts';
import { listRollWords, planRolls } from '../src/app/rolls/roll-expressions.ts';
import { findRollTargets, type RollTargets } from '../src/app/rolls/roll-targets.ts';
import { type CampaignServices, forCampaign, type Services } from '../src/app/services.ts';
import { rollModes } from '../src/battle/saved/session.ts';
import { usersToNotify } from '../src/battle/views/viewer.ts';
import type { AskedRoll } from '../src/campaign/asked-rolls.ts';
import { isFreeTime } from '../src/campaign/calendar.ts';
import { findPersonalSettings, usersToNotifyOutsideBattle } from '../src/campaign/people.ts';
import { listed, phrase, refuse } from '../src/core/message.ts';
import { type Card, card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { oneOfParam, textParam, wholeNumberParam } from '../src/rules/verb.ts';

const maxTargets = 30;

const whatParam = textParam(
  'What to roll: a value on the sheet (PER, Scout dex, wits alertness), or dice (2d6+{agility})',
  100,
);

/** Who is called by it: those who are to roll, or whoever acts for them, but for those who want no calls now. */
const usersToPing = async (
  { battle }: RollTargets,
  asked: AskedRoll,
  { people, now }: Pick<Services, 'people' | 'now'>,
): Promise<Post['ping']> => {
  const users = new Set(asked.of.flatMap(({ user, dice }) => (user === undefined || dice !== undefined ? [] : [user])));
  const called: string[] = [];
  for (const user of users)
    called.push(
      ...(battle === undefined
        ? usersToNotifyOutsideBattle(await findPersonalSettings(people, user), now())
        : usersToNotify(battle, user)),
    );
  const ping: string[] = [];
  for (const user of new Set(called)) {
    const person = await findPersonalSettings(people, user);
    if (user !== asked.by && person.pings.question !== 'off' && isFreeTime(now(), person)) ping.push(user);
  }
  return ping;
};

/** For the GM alone: what was rolled for the GM’s own, and who was left out. */
const gmCards = (asked: AskedRoll, without: readonly string[]): readonly Card[] => {
  const own = asked.of.filter(({ dice }) => dice !== undefined);
  const isTold = asked.rolls === 'public' && own.every(isPublicRoll);
  const left =
    without.length === 0
      ? []
      : [card('', { lines: [line(phrase`There is no such value on the sheet of ${listed(without)}.`, 'quiet')] })];
  return [...(own.length > 0 && !isTold ? [gmRollCard({ ...asked, of: own })] : []), ...left];
};

/** The answer: everybody reads who is asked; what the GM alone sees is for the GM alone. */
const askReply = (asked: AskedRoll, ping: Post['ping'], without: readonly string[]): Reply => {
  const aside = gmCards(asked, without);
  const isOpen = asked.rolls === 'public' && asked.of.some(isPublicRoll);
  if (!isRollIncomplete(asked) && !isOpen) return createPrivateView({ cards: [gmRollCard(asked), ...aside.slice(1)] });
  return createPost({ cards: [publicRollCard(asked)], controls: askedRollControls(asked), ping, aside });
};

const ask = async (
  asker: Asker,
  {
    what,
    who,
    rolls: said,
    against,
    how,
  }: {
    readonly what: string;
    readonly who?: string | undefined;
    readonly rolls?: (typeof rollModes)[number] | undefined;
    readonly against?: number | undefined;
    readonly how: 'ask' | 'now';
  },
  services: CampaignServices & Pick<Services, 'askedRolls' | 'characters' | 'now' | 'outbox' | 'people' | 'rulesets'>,
): Promise<CommandAnswer> => {
  const here = await findRollTargets(asker, who, services);
  if (!here.ok) return here;
  const { battle, campaign, targets: all, byName } = here.value;
  if (all.length > maxTargets) return refuse('too-many-asked', { count: all.length, most: maxTargets });
  const rolling = planRolls(all, what, byName);
  if (!rolling.ok) return rolling;
  const rolls = said ?? battle?.saved.table.rolls ?? campaign?.rolls ?? 'public';
  if (rolls === 'self' && how === 'now') return refuse('for-oneself-by-all');
  const asked: AskedRoll = {
    id: asker.orderId,
    ...(asker.guild !== undefined && { guild: asker.guild }),
    channel: asker.channel,
    ...(battle !== undefined && { battle: battle.saved.id }),
    ...{ by: asker.user, byName: asker.name, what: rolling.value.what, rolls },
    named: against !== undefined,
    of: rolling.value.rolls.map(({ who: { name, user, isHidden }, check: { target, ...check } }) => ({
      ...{ name, ...check },
      ...((against ?? target) !== undefined && { target: against ?? target }),
      ...(user !== undefined && { user }),
      ...(isHidden && { unseen: true as const }),
    })),
    ...{ version: 1, at: services.now() },
  };
  const rolled = await rollPendingParts(asker, asked, (part) => how === 'now' || !isPublicRoll(part), true, services);
  if (!rolled.ok) return rolled;
  const ping = await usersToPing(here.value, rolled.value, services);
  return createAskedRoll(asker, rolled.value, (kept) => askReply(kept, ping, rolling.value.missing), services);
};

const askRoll = defineCommand([...forCampaign, 'askedRolls', 'characters', 'now', 'outbox', 'people', 'rulesets'], {
  path: ['ask-roll'],
  usualReader: 'everyone',
  summary: 'GM: ask several players for a roll from their own sheets, or roll for all of them yourself',
  params: z.strictObject({
    what: whatParam,
    who: textParam(
      'Who rolls: names with commas, Zombie*, all, side:red (in a battle); default: all player characters',
      300,
    ).optional(),
    rolls: oneOfParam('Who sees it: everyone, roller and GM, GM only, roller only', rollModes).optional(),
    against: wholeNumberParam('The target number; default: the number on the sheet', -999, 9999).optional(),
    how: oneOfParam('ask: each player presses Roll; now: you roll for everyone', ['ask', 'now']).default('ask'),
  }),
  complete: async (asker, option, typed, soFar, services) => {
    if (option === 'who' && (await findActiveBattle(asker, services)) !== undefined)
      return completeWhoOption(asker, typed, services);
    if (option !== 'who' && option !== 'what') return [];
    const whom = option === 'what' && typeof soFar.who === 'string' ? soFar.who : undefined;
    const here = await findRollTargets(asker, option === 'who' ? 'all' : whom, services);
    if (!here.ok) return [];
    const { targets } = here.value;
    if (option === 'what') return matchingOffers(toOffers([...listRollWords(targets)]), typed);
    const cut = typed.lastIndexOf(',') + 1;
    const before = cut === 0 ? '' : `${typed.slice(0, cut)} `;
    return matchingOffers(toOffers(['all', ...new Set(targets.map(({ name }) => name))]), typed.slice(cut).trim()).map(
      ({ value }) => ({ value: `${before}${value}`, label: `${before}${value}`.slice(0, 100) }),
    );
  },
  run: ask,
});

/** What stands under a roll that was asked for. */
const press = {
  ...defineCommand([...forCampaign, 'askedRolls', 'now', 'outbox', 'people'], {
    path: [...askedRollPath],
    usualReader: 'everyone',
    summary: 'Roll what the GM asked for',
    params: z.strictObject({
      id: textParam('Which roll', 60),
      does: oneOfParam('What', ['roll', 'rest', 'results']),
    }),
    run: (asker, { id, does }, services) => handleAskedRollPress(asker, id, does, services),
  }),
  hidden: true,
};

export const askRollCommands = [askRoll, press];
