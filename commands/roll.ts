import { type Asker, defineCommand, matchingOffers, toIssuer, toOffers } from '../src/app/command-kit/command.ts';
import { completeWhoOption } from '../src/app/gm/gm-panel.ts';
import { findActiveBattle } from '../src/app/input/battle-names.ts';
import { findContent, itemOptions, libraryEntries } from '../src/app/library/libraries.ts';
import { findRow, isNamedLikeTable, toRulesetRows } from '../src/app/library/tables.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { type CommandAnswer, createPost, createPrivateView, type Post, type Reply } from '../src/app/replies/reply.ts';
import {
  fillRoll,
  findRollTargets,
  listRollWords,
  planRolls,
  type RollTargets,
} from '../src/app/rolls/roll-expressions.ts';
import {
  askedRollControls,
  askedRollPath,
  createAskedRoll,
  gmRollCard,
  handleAskedRollPress,
  isPublicRoll,
  isRollIncomplete,
  publicRollCard,
  rollOutsideBattle,
  rollPendingParts,
} from '../src/app/rolls/roll-outside-battle.ts';
import {
  type CampaignServices,
  forCampaign,
  forLibrary,
  type LibraryServices,
  type Need,
} from '../src/app/services.ts';
import { type RollMode, rollModes } from '../src/battle/saved/session.ts';
import type { FreeRoll } from '../src/battle/views/roll-lines.ts';
import { usersToNotify } from '../src/battle/views/viewer.ts';
import type { AskedRoll } from '../src/campaign/asked-rolls.ts';
import { isFreeTime } from '../src/campaign/calendar.ts';
import { findPersonalSettings, usersToNotifyOutsideBattle } from '../src/campaign/people.ts';
import {
  isSameName,
  listed,
  ok,
  phrase,
  type Result,
  refuse,
  refuseInput,
  runForEveryone,
} from '../src/core/message.ts';
import { findNotationError } from '../src/dice/notation.ts';
import { parseContent } from '../src/library/library.ts';
import { type Card, card } from '../src/presentation/card.ts';
import { type InputOf, oneOfParam, textParam, wholeNumberParam } from '../src/rules/verb.ts';
import { defineGmCommand, lineIf } from './answers.ts';
import { type Completer, completeEach, itemOffers, offersOfBattle } from './completion.ts';

const rollParams = {
  dice: textParam(
    'What to roll, with a label: d20+5 Attack; 2d6+3 Damage; 2d+{agility}; or a saved roll (/library list)',
    100,
  ).optional(),
  rolls: oneOfParam('Who sees it: everyone, you and the GM, GM only, only you', rollModes).optional(),
  comment: textParam('What it is for: Perception', 80).optional(),
  table: textParam('A table to roll on instead of dice (/library list)', 80).optional(),
};

type RollServices = LibraryServices & Need<'characters'>;

interface RollToMake {
  readonly free: FreeRoll;
  /** The roll mode of the saved roll: who sees it. Undefined if the saved roll has none. */
  readonly rolls?: RollMode | undefined;
}

/** Finds a saved roll by name. If there is none, takes the text as dice notation. */
const parseDice = async (
  asker: Asker,
  dice: string,
  comment: string | undefined,
  services: RollServices,
): Promise<Result<RollToMake>> => {
  if (findNotationError(dice) === undefined) return ok({ free: { notation: dice, comment } });
  if (/[{｛]|\/\/.+=/.test(dice)) {
    const filled = await fillRoll(asker, dice, services);
    return filled.ok ? ok({ free: { ...filled.value, ...(comment && { comment }) } }) : filled;
  }
  const there = await findContent(asker, 'roll', dice, {}, services);
  // If no saved roll has that name, the notation gets refused later.
  if (!there.ok) return there.error.code === 'nothing-saved' ? ok({ free: { notation: dice, comment } }) : there;
  const { head, content: saved } = there.value;
  const free = { notation: saved.notation, comment: comment ?? saved.comment ?? head.name };
  return ok({ free, rolls: saved.rolls });
};

/** Builds the roll from the options: notation, saved roll, or saved table. */
const chooseRoll = async (
  asker: Asker,
  { dice, table: called, comment }: Pick<InputOf<typeof rollParams>, 'dice' | 'table' | 'comment'>,
  services: RollServices,
): Promise<Result<RollToMake>> => {
  if ((dice === undefined) === (called === undefined)) return refuse('one-roll');
  if (called === undefined) return parseDice(asker, dice ?? '', comment, services);
  const there = await findContent(asker, 'table', called, {}, services);
  if (!there.ok) return there;
  const { head, content: table } = there.value;
  const row = (total: number) => findRow(table, total);
  return ok({ free: { notation: table.dice, comment, table: { name: head.name, row } } });
};

/** Suggests the user's saved rolls. */
const savedRollOffers: Completer<LibraryServices> = async (asker, typed, services) => {
  const kept = await libraryEntries(asker, ['roll'], {}, services);
  const items = await services.library.findMany(kept.map(({ head }) => head.id));
  const offers = items.flatMap((item) => {
    const roll = parseContent('roll', item, services.rulesets);
    return roll.ok ? [{ value: item.name, label: phrase`${item.name}: ${roll.value.notation}` }] : [];
  });
  return matchingOffers(offers, typed);
};

/** The command that rolls dice. In a battle, the roll is logged and can be verified. */
const roll = defineCommand([...forLibrary, 'characters', 'now', 'outbox', 'people'], {
  path: ['roll'],
  usualReader: 'everyone',
  summary: 'Roll dice: 2d6+3[fire], 2d6+5>=10, (d6+1)*2, 4d6kh3, 5d10>=6f, x6 3d6, K20@10; or a saved one',
  params: rollParams,
  complete: completeEach({ dice: savedRollOffers, table: itemOffers('table') }),
  run: async (asker, { rolls: said, ...input }, services) => {
    const wanted = await chooseRoll(asker, input, services);
    if (!wanted.ok) return wanted;
    const { free } = wanted.value;
    const rolls = said ?? wanted.value.rolls;
    const { battles } = services;
    const battle = await battles.open(asker.channel);
    if (!battle.ok || battle.value.game.status === 'ended') return rollOutsideBattle(asker, free, rolls, services);
    return orderAnswer(await battles.roll(toIssuer(asker), free, rolls), asker);
  },
});

const maxTargets = 30;

const askParams = {
  what: textParam('What to roll: a value on the sheet (PER, Scout dex, wits alertness), or dice (2d6+{agility})', 100),
  who: textParam(
    'Who rolls: names with commas, Zombie*, all, side:red (in a battle); default: all player characters',
    300,
  ).optional(),
  rolls: oneOfParam('Who sees it: everyone, roller and GM, GM only, roller only', rollModes).optional(),
  against: wholeNumberParam('The target number; default: the number on the sheet', -999, 9999).optional(),
  how: oneOfParam('ask: each player presses Roll; now: you roll for everyone', ['ask', 'now']).default('ask'),
};

/** The users to notify about a roll request: players who have to roll, or their deputies. */
const usersToPing = async (
  { battle }: RollTargets,
  asked: AskedRoll,
  { people, now }: Need<'people' | 'now'>,
): Promise<Post['ping']> => {
  const users = new Set(asked.of.flatMap(({ user, dice }) => (user === undefined || dice !== undefined ? [] : [user])));
  const called: string[] = [];
  for (const user of users)
    if (battle !== undefined) called.push(...usersToNotify(battle, user));
    else called.push(...usersToNotifyOutsideBattle(await findPersonalSettings(people, user), now()));
  const ping: string[] = [];
  for (const user of new Set(called)) {
    const person = await findPersonalSettings(people, user);
    if (user !== asked.by && person.pings.question !== 'off' && isFreeTime(now(), person)) ping.push(user);
  }
  return ping;
};

/** Cards for the GM about a roll request: own combatants' rolls, and names whose sheet lacks the value. */
const gmCards = (asked: AskedRoll, without: readonly string[]): readonly Card[] => {
  const own = asked.of.filter(({ dice }) => dice !== undefined);
  const isTold = asked.rolls === 'public' && own.every(isPublicRoll);
  const lines = lineIf(without.length > 0, phrase`There is no such value on the sheet of ${listed(without)}.`, 'quiet');
  const left = lines.length === 0 ? [] : [card('', { lines })];
  return [...(own.length > 0 && !isTold ? [gmRollCard({ ...asked, of: own })] : []), ...left];
};

/** The reply to a roll request: a public card, and private cards for the GM. */
const askReply = (asked: AskedRoll, ping: Post['ping'], without: readonly string[]): Reply => {
  const aside = gmCards(asked, without);
  const isOpen = asked.rolls === 'public' && asked.of.some(isPublicRoll);
  if (!isRollIncomplete(asked) && !isOpen) return createPrivateView({ cards: [gmRollCard(asked), ...aside.slice(1)] });
  return runForEveryone(() =>
    createPost({ cards: [publicRollCard(asked)], controls: askedRollControls(asked), ping, aside }),
  );
};

const ask = async (
  asker: Asker,
  { what, who, rolls: said, against, how }: InputOf<typeof askParams>,
  services: CampaignServices & Need<'askedRolls' | 'characters' | 'now' | 'outbox' | 'people' | 'rulesets'>,
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
  path: ['gm', 'ask-roll'],
  usualReader: 'everyone',
  summary: 'GM: ask several players for a roll from their own sheets, or roll for all of them yourself',
  params: askParams,
  complete: completeEach({
    what: async (asker, typed, services, { who }) => {
      const here = await findRollTargets(asker, typeof who === 'string' ? who : undefined, services);
      return here.ok ? matchingOffers([...listRollWords(here.value.targets)], typed) : [];
    },
    who: async (asker, typed, services) => {
      if ((await findActiveBattle(asker, services)) !== undefined) return completeWhoOption(asker, typed, services);
      const here = await findRollTargets(asker, 'all', services);
      if (!here.ok) return [];
      const cut = typed.lastIndexOf(',') + 1;
      const before = cut === 0 ? '' : `${typed.slice(0, cut)} `;
      const names = toOffers(['all', ...new Set(here.value.targets.map(({ name }) => name))]);
      return matchingOffers(names, typed.slice(cut).trim()).map(({ value }) => ({
        value: `${before}${value}`,
        label: `${before}${value}`,
      }));
    },
  }),
  run: ask,
});

/** Handles the buttons of a roll request. */
const press = defineCommand([...forCampaign, 'askedRolls', 'now', 'outbox', 'people'], {
  path: [...askedRollPath],
  hidden: true,
  usualReader: 'everyone',
  summary: 'Roll what the GM asked for',
  params: {
    id: textParam('Which roll', 60),
    does: oneOfParam('What', ['roll', 'rest', 'results']),
  },
  run: (asker, { id, does }, services) => handleAskedRollPress(asker, id, does, services),
});

/** Finds the rulebook's table that a saved table should replace: the given one, else the one of the same name. */
const chooseRulesetTable = (names: readonly string[], wanted: string | undefined, name: string): Result<string> => {
  const found =
    wanted === undefined
      ? names.find((each) => isNamedLikeTable(name, each))
      : names.find((each) => isSameName(each, wanted));
  return found === undefined
    ? refuseInput('as', phrase`choose a table of the rulebook: ${listed(names, 'or')}`)
    : ok(found);
};

/** The command that fills a table that the rulebook leaves open with a saved table. */
const tableUse = defineGmCommand([...forLibrary], {
  path: ['library', 'use-table'],
  scope: 'person',
  usualReader: 'everyone',
  summary: 'GM: use a saved table in place of a table that the rulebook mentions but does not include',
  params: {
    ...itemOptions,
    as: textParam('Which table of the rulebook; default: the one with the same name', 40).optional(),
  },
  complete: completeEach({
    name: itemOffers('table'),
    as: offersOfBattle(({ ruleset }) => ruleset.gmTables?.names ?? []),
  }),
  run: async (battle, asker, input, services) => {
    const { ruleset } = battle;
    if (ruleset.gmTables === undefined) return refuse('no-tables-of-book', { system: ruleset.title });
    const there = await findContent(asker, 'table', input.name, input, services);
    if (!there.ok) return there;
    const { verb, names } = ruleset.gmTables;
    const meant = chooseRulesetTable(names, input.as, there.value.head.name);
    if (!meant.ok) return meant;
    const rows = toRulesetRows(there.value.content);
    if (!rows.ok) return refuseInput('name', rows.error);
    const params = { name: meant.value, rows: rows.value };
    return orderAnswer(await services.battles.order(toIssuer(asker), () => ok({ verb, params })), asker);
  },
});

export const rollCommands = [roll, askRoll, press, tableUse];
