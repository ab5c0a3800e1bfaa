import { z } from 'zod';
import type { CommandInput } from '../../src/app/command-kit/command.ts';
import { panelReply } from '../../src/app/replies/battle-panel.ts';
import type { EntrantOptions } from '../../src/battle/operations/lifecycle.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import { expectedActionsForViewer } from '../../src/battle/views/expected-actions.ts';
import type { Result } from '../../src/core/message.ts';
import { listOptions } from '../../src/rules/command-options.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import type { Pick as Chance } from '../chance.ts';
import { closeQuarters, type Kinds, sidesOf } from '../systems/any-battle.ts';
import { type House, opened } from './house.ts';

const optionless = z.object({});

/** The part of the app that is needed to choose a random order. */
export type Offering = Pick<House, 'services'>;

/** Name of a hidden combatant that only the GM may read. */
export const mark = 'Xyzzy';

export const any = <T>(list: readonly T[], pick: Chance): T | undefined => list[pick(Math.max(1, list.length))];

const hostile = [
  '',
  '-0',
  'NaN',
  '1e9',
  '99999',
  '@everyone',
  '**x**',
  '\u202eabc',
  'x'.repeat(120),
  'Nobody',
  'all',
  'D4',
  'N N',
  '-1,-1',
  '{}',
];

const renamed = (sheet: unknown): unknown =>
  JSON.parse(JSON.stringify(sheet), function (this: unknown, key, value: unknown) {
    const insideWarrior = typeof this === 'object' && this !== null && 'armour' in this && 'weapons' in this;
    return key === 'name' && insideWarrior && typeof value === 'string' ? `${mark} ${value}` : value;
  });

/** Boards so small that attacks happen soon. */
const smallest: Readonly<Record<string, unknown>> = { skure: { 'board.width': 4, 'board.height': 3 } };

const requireValue = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

/** A battle without combatants. */
const blankBattle = async ({ services, asker }: House, system: string, settings: unknown): Promise<Ruleset> => {
  const ruleset = services.rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) throw new Error(system);
  requireValue(await services.battles.create(asker('gm'), { system, name: 'Random', settings: settings ?? {} }));
  return ruleset;
};

const players = [
  { user: 'ada', id: 'Ada' },
  { user: 'bob', id: 'Bob' },
] as const;

/** Turns approvals off in half of the battles, so that approved numbers are played too, then starts. */
const startPrepared = async (house: House, pick: Chance): Promise<OpenBattle> => {
  if (pick(2) === 0) requireValue(await house.run('gm', 'gm approvals', { from: 'pass' }));
  await prepared(house);
  return requireValue(await house.services.battles.open('table'));
};

/** Starts a battle of two players and a hidden combatant of the GM's. */
export const begun = async (house: House, system: string, pick: Chance): Promise<OpenBattle> => {
  const ruleset = await blankBattle(house, system, smallest[system]);
  const { battles } = house.services;
  const presets = Object.values(ruleset.presets);
  const sides = sidesOf(ruleset);
  for (const [at, { user, id }] of players.entries())
    requireValue(await battles.join(house.asker(user), { id, side: sides[at], sheet: any(presets, pick)?.sheet }));
  const hidden = { id: `${mark} One`, side: sides[1], sheet: renamed(any(presets, pick)?.sheet) };
  requireValue(await battles.addEntrants(house.asker('gm'), [hidden], { hidden: 'until-revealed' }));
  return startPrepared(house, pick);
};

/** Starts a battle of two sides. The first pair are players' combatants, and in some battles the last foe is hidden. */
export const begunAgainst = async (house: House, ruleset: Ruleset, kinds: Kinds, pick: Chance): Promise<OpenBattle> => {
  const standard = ruleset.id === 'sword-world' && pick(2) === 0;
  const settings = standard ? { mode: 'standard' } : closeQuarters(ruleset, 2 * kinds.length);
  await blankBattle(house, ruleset.id, settings);
  const { battles } = house.services;
  const last = kinds.length > 1 && pick(2) === 0 ? kinds.length - 1 : undefined;
  for (const [at, pair] of kinds.entries())
    for (const [which, side] of sidesOf(ruleset).entries()) {
      const player = players[which];
      const sheet: unknown = ruleset.presets[pair[which] ?? '']?.sheet;
      const bring = (id: string, worn: unknown, how: EntrantOptions) =>
        battles.addEntrants(house.asker('gm'), [{ id, side, sheet: worn }], how);
      if (player !== undefined && at === 0)
        requireValue(await battles.join(house.asker(player.user), { id: player.id, side, sheet }));
      else if (at === last && which === 1)
        requireValue(await bring(`${mark} One`, renamed(sheet), { hidden: 'until-revealed' }));
      else
        requireValue(
          await bring(`${pair[which]} ${at} ${which}`, sheet, pick(3) === 0 ? { controller: player?.user } : {}),
        );
    }
  return startPrepared(house, pick);
};

/** Completes the setup by the rulebook's defaults and starts the battle. */
export const prepared = async (house: House): Promise<void> => {
  const { battles } = house.services;
  for (let n = 0; n < 40; n++) {
    const battle = await battles.open('table');
    if (!battle.ok || battle.value.game.status !== 'setup') return;
    const due = battle.value.game.expectedActions().find(({ auto }) => auto !== undefined);
    if (due?.auto !== undefined) {
      const done = await battles.order(house.asker('gm'), {
        verb: due.auto.verb,
        params: due.auto.params,
        actor: due.actor,
      });
      if (done.ok) continue;
    }
    if (battle.value.ruleset.verbs.deploy?.role === 'gm')
      await battles.order(house.asker('gm'), { verb: 'deploy', params: {}, actor: 'gm' });
    await battles.start(house.asker('gm'));
  }
};

/** Gives the default answer to the open question. False if there is none. */
export const answerByDefault = async (house: House): Promise<boolean> => {
  const { pending, table } = (await opened(house)).saved;
  if (pending === undefined) return false;
  const { to, auto } = pending.question;
  await house.run(table.control[to] ?? 'gm', 'my answer', { choice: auto });
  return true;
};

/** Random parameters for a verb: mostly suggested values, sometimes nonsense. */
export const paramsFor = async (
  house: Offering,
  battle: OpenBattle,
  user: string,
  verb: string,
  pick: Chance,
  hidden = `${mark} One`,
): Promise<CommandInput> => {
  const declared = battle.ruleset.verbs[verb];
  const input: Record<string, unknown> = {};
  for (const option of declared === undefined ? [] : listOptions(declared.params)) {
    if (!option.required && pick(3) > 0) continue;
    const offers = await house.services.battles.offers('table', user, verb, option.name, input);
    const roster = battle.game.roster().map(({ id }) => id);
    const nonsense = pick(12) === 0;
    if (nonsense)
      input[option.name] = any<unknown>(
        [...hostile, ...(option.widget === 'combatant' ? [hidden] : []), 7, true],
        pick,
      );
    else if (option.kind === 'choice') input[option.name] = any(option.choices, pick);
    else if (option.kind === 'flag') input[option.name] = pick(2) === 0;
    else if (option.kind === 'whole')
      input[option.name] = (option.min ?? 0) + pick(Math.min(20, (option.max ?? 10) - (option.min ?? 0) + 1));
    else if (offers !== undefined && offers.length > 0) input[option.name] = any(offers, pick)?.value;
    else if (option.widget === 'combatant') input[option.name] = any(roster, pick);
    else if (option.required) input[option.name] = any(['N', 'D4', 'A1', 'Ada', 'Bob', ...hostile], pick);
  }
  return input;
};

export interface Given {
  readonly user: string;
  readonly path: string;
  readonly input: CommandInput;
}

/** One random command of a random user. */
export const randomOrder = async (house: Offering, pick: Chance, hidden = `${mark} One`): Promise<Given> => {
  const opened = await house.services.battles.open('table');
  if (!opened.ok) throw new Error(opened.error.code);
  const battle = opened.value;
  const { pending, table } = battle.saved;
  const asGm = pick(4) === 0;
  if (pending !== undefined && pick(5) > 0) {
    const user = pick(6) === 0 ? 'eve' : (table.control[pending.question.to] ?? 'gm');
    return { user, path: 'my answer', input: { choice: any(pending.question.choices, pick)?.id ?? 'x' } };
  }
  const special = pick(40);
  if (special === 0) return { user: 'gm', path: 'undo', input: {} };
  if (special === 1) return { user: 'gm', path: 'gm redo', input: {} };
  if (special === 2) return { user: 'ada', path: 'undo', input: {} };
  if (special === 3) {
    const fields = Object.keys(battle.ruleset.corrections);
    return {
      user: 'gm',
      path: 'gm set',
      input: {
        field: any(fields, pick) ?? 'hp',
        who: any(['Ada', 'Bob', 'all', hidden], pick),
        value: any(['5', '0', '-3', 'none', 'N', 'D4', 'x'], pick) ?? '1',
        reason: 'a test',
      },
    };
  }
  if (special === 4) {
    const terms = Object.keys(battle.ruleset.modifiers);
    return {
      user: 'gm',
      path: 'gm effect',
      input: {
        name: 'Hex',
        who: any(['Ada', 'Bob'], pick) ?? 'Ada',
        modifiers: `${any(terms, pick) ?? 'hit'}=${pick(21) - 10}`,
        rounds: 1 + pick(3),
      },
    };
  }
  if (special === 5) return { user: 'gm', path: 'gm skip', input: {} };
  if (special === 6)
    return {
      user: 'bob',
      path: 'roll',
      input: { dice: '2d6+1', rolls: any(['public', 'private', 'blind', 'self'], pick) },
    };
  const awaited = expectedActionsForViewer(battle, 'gm');
  const due = any(awaited, pick);
  const verbs = pick(6) === 0 || due === undefined ? Object.keys(battle.ruleset.verbs) : due.verbs;
  const verb = any(verbs, pick) ?? 'end';
  const user = asGm ? 'gm' : pick(15) === 0 ? 'eve' : (table.control[due?.actor ?? ''] ?? 'gm');
  const rolls = pick(6) === 0 ? { rolls: any(['private', 'blind', 'self'], pick) } : {};
  const as = user === 'gm' && due !== undefined ? { as: due.actor } : {};
  const path = battle.ruleset.verbs[verb]?.role === 'gm' && verb !== 'tactics' ? `${battle.ruleset.id} ${verb}` : verb;
  return { user, path, input: { ...(await paramsFor(house, battle, user, verb, pick, hidden)), ...as, ...rolls } };
};

/** Gives one random command of a random user. */
export const giveRandomOrder = async (house: House, pick: Chance): Promise<void> => {
  const { user, path, input } = await randomOrder(house, pick);
  await house.run(user, path, input);
};

/** Gives a random order, then perhaps a secret roll, its reveal, an undo of up to `reach` entries or a redo. */
export const somethingHappens = async (house: House, pick: Chance, reach: number): Promise<void> => {
  await giveRandomOrder(house, pick);
  const either = (): string => (pick(2) === 0 ? 'ada' : 'gm');
  if (pick(5) === 0) await house.run(either(), 'roll', { dice: 'd6', rolls: 'private' });
  if (pick(5) === 0) await house.run(either(), 'my show-roll', {});
  const { version } = (await opened(house)).saved;
  if (pick(4) === 0) await house.run('gm', 'undo', pick(2) === 0 ? {} : { to: Math.max(8, version - pick(reach)) });
  if (pick(6) === 0) await house.run('gm', 'gm redo');
  if (pick(8) === 0) await house.run('ada', 'undo');
};

/** All texts that a user without GM rights can read: messages, pictures, alt texts, lists, logs. */
export const publicTexts = async (house: House, user: string, pick: Chance): Promise<readonly string[]> => {
  const opened = await house.services.battles.open('table');
  if (!opened.ok) throw new Error(opened.error.code);
  const said = async (path: string, input: CommandInput = {}): Promise<string> => {
    const answer = await house.run(user, path, input);
    return answer.ok
      ? JSON.stringify(answer.value)
      : (await house.sentence(answer.error, 'table')) + JSON.stringify(answer.error.facts);
  };
  const { ruleset } = opened.value;
  const verb = any(Object.keys(ruleset.verbs), pick) ?? 'attack';
  const options = listOptions(ruleset.verbs[verb]?.params ?? ruleset.verbs.attack?.params ?? optionless);
  const offers = await Promise.all(options.map(({ name }) => house.complete(user, verb, name)));
  return [
    JSON.stringify(panelReply(opened.value)),
    await said('battle status'),
    await said('battle status', { public: true }),
    await said('my view'),
    await said('help'),
    await said('battle log'),
    await said('battle log', { public: true }),
    await said('undo', { list: true }),
    await said('guide', { verb }),
    await said('gm panel'),
    await said('my standing-orders', {}),
    JSON.stringify(offers),
    JSON.stringify(await house.complete(user, 'gm set', 'who')),
    JSON.stringify(await house.complete(user, 'gm reveal', 'who')),
  ];
};
