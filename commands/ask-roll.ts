import { z } from 'zod';
import type { Asker } from '../src/app/commands/asker.ts';
import { matchingOffers, offersOf } from '../src/app/commands/autocomplete.ts';
import { type Command, command } from '../src/app/commands/command.ts';
import { completeWho } from '../src/app/gm/gm-selection.ts';
import { findActiveBattle } from '../src/app/input/active-battle.ts';
import { type Answer, type Post, post, privateView, type Reply } from '../src/app/replies/reply.ts';
import { createAskedRoll, handleAskedRollPress, rolledParts } from '../src/app/rolls/asked-roll-actions.ts';
import {
  askedControls,
  gmCard,
  isPublicRoll,
  isWaiting,
  openCard,
  pressPath,
} from '../src/app/rolls/asked-roll-cards.ts';
import { whatToRoll, wordsToRoll } from '../src/app/rolls/roll-expressions.ts';
import { type AskedHere, findRollTargets } from '../src/app/rolls/roll-targets.ts';
import type { Services } from '../src/app/services.ts';
import { rollModes } from '../src/battle/saved/session.ts';
import { usersToNotify } from '../src/battle/views/control.ts';
import type { AskedRoll } from '../src/campaign/asked-rolls.ts';
import { isFree } from '../src/campaign/calendar.ts';
import { personOf, usersToNotifyOutsideBattle } from '../src/campaign/people.ts';
import { phrase } from '../src/core/language.ts';
import { refuse } from '../src/core/refusal.ts';
import { listed } from '../src/core/text.ts';
import { type Card, card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { oneOf, text, wholeNumber } from '../src/rules/params.ts';

const most = 30;

const whatParam = text('A word of the sheet: PER, Scout dex, wits alertness; or dice: 2d6+{agility}', 100);

/** Who is called by it: those who are to roll, or whoever acts for them, but for those who want no calls now. */
const toPing = async (
  { battle }: AskedHere,
  asked: AskedRoll,
  { people, now }: Pick<Services, 'people' | 'now'>,
): Promise<Post['ping']> => {
  const users = new Set(asked.of.flatMap(({ user, dice }) => (user === undefined || dice !== undefined ? [] : [user])));
  const called: string[] = [];
  for (const user of users)
    called.push(
      ...(battle === undefined
        ? usersToNotifyOutsideBattle(await personOf(people, user), now())
        : usersToNotify(battle, user)),
    );
  const ping: string[] = [];
  for (const user of new Set(called)) {
    const person = await personOf(people, user);
    if (user !== asked.by && person.pings.question !== 'off' && isFree(now(), person)) ping.push(user);
  }
  return ping;
};

/** For the GM alone: what was rolled for the GM’s own, and who was left out. */
const asideFor = (asked: AskedRoll, without: readonly string[]): readonly Card[] => {
  const own = asked.of.filter(({ dice }) => dice !== undefined);
  const isTold = asked.rolls === 'public' && own.every(isPublicRoll);
  const left =
    without.length === 0
      ? []
      : [card('', { lines: [line(phrase`Nothing of the kind is on the sheet of ${listed(without)}.`, 'quiet')] })];
  return [...(own.length > 0 && !isTold ? [gmCard({ ...asked, of: own })] : []), ...left];
};

/** The answer: everybody reads who is asked; what the GM alone sees is for the GM alone. */
const answered = (asked: AskedRoll, ping: Post['ping'], without: readonly string[]): Reply => {
  const aside = asideFor(asked, without);
  const isOpen = asked.rolls === 'public' && asked.of.some(isPublicRoll);
  if (!isWaiting(asked) && !isOpen) return privateView({ cards: [gmCard(asked), ...aside.slice(1)] });
  return post({ cards: [openCard(asked)], controls: askedControls(asked), ping, aside });
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
  services: Services,
): Promise<Answer> => {
  const here = await findRollTargets(asker, who, services);
  if (!here.ok) return here;
  const { battle, campaign, asked: all, byName } = here.value;
  if (all.length > most) return refuse('too-many-asked', { count: all.length, most });
  const rolling = whatToRoll(all, what, byName);
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
    of: rolling.value.of.map(({ who: { name, user, unseen }, check: { target, ...check } }) => ({
      ...{ name, ...check },
      ...((against ?? target) !== undefined && { target: against ?? target }),
      ...(user !== undefined && { user }),
      ...(unseen && { unseen: true as const }),
    })),
    ...{ version: 1, at: services.now() },
  };
  const rolled = await rolledParts(asker, asked, (part) => how === 'now' || !isPublicRoll(part), true, services);
  if (!rolled.ok) return rolled;
  const ping = await toPing(here.value, rolled.value, services);
  return createAskedRoll(asker, rolled.value, (kept) => answered(kept, ping, rolling.value.without), services);
};

const askRoll = command({
  path: ['ask-roll'],
  answers: 'everyone',
  summary: 'GM: ask several for a roll at once, each from their own sheet; or roll for all of them yourself',
  params: z.strictObject({
    what: whatParam,
    who: text('Names with commas, Zombie*, all, in a battle side:red; left out: all that players run', 300).optional(),
    rolls: oneOf('Who sees it: all, each and the GM, the GM alone, each alone', rollModes).optional(),
    against: wholeNumber('The number to reach, or not to pass; left out: the sheet’s own', -999, 9999).optional(),
    how: oneOf('ask: each presses Roll; now: you roll for all of them', ['ask', 'now']).default('ask'),
  }),
  complete: async (asker, option, typed, soFar, services) => {
    if (option === 'who' && (await findActiveBattle(asker, services)) !== undefined)
      return completeWho(asker, typed, services);
    if (option !== 'who' && option !== 'what') return [];
    const whom = option === 'what' && typeof soFar.who === 'string' ? soFar.who : undefined;
    const here = await findRollTargets(asker, option === 'who' ? 'all' : whom, services);
    if (!here.ok) return [];
    const { asked } = here.value;
    if (option === 'what') return matchingOffers(offersOf([...wordsToRoll(asked)]), typed);
    const cut = typed.lastIndexOf(',') + 1;
    const before = cut === 0 ? '' : `${typed.slice(0, cut)} `;
    return matchingOffers(offersOf(['all', ...new Set(asked.map(({ name }) => name))]), typed.slice(cut).trim()).map(
      ({ value }) => ({ value: `${before}${value}`, label: `${before}${value}`.slice(0, 100) }),
    );
  },
  run: ask,
});

/** What stands under a roll that was asked for. */
const press: Command = {
  ...command({
    path: [...pressPath],
    answers: 'everyone',
    summary: 'Make a roll that was asked for',
    params: z.strictObject({
      id: text('Which', 60),
      does: oneOf('What', ['roll', 'rest', 'results']),
    }),
    run: (asker, { id, does }, services) => handleAskedRollPress(asker, id, does, services),
  }),
  hidden: true,
};

export const askRollCommands = [askRoll, press];
