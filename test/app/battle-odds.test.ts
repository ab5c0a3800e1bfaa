import { expect, test } from 'vitest';
import type { CommandInput } from '../../src/app/command-kit/command.ts';
import { findFairCount, nearestFairCount, selectByStrength } from '../../src/app/odds/foe-proposals.ts';
import { parseOddsQuestion } from '../../src/app/odds/odds-question.ts';
import { confidenceInterval } from '../../src/app/odds/odds-text.ts';
import { refineOdds } from '../../src/app/odds/refine-odds.ts';
import type { SimulationHandle } from '../../src/app/odds/simulation-request.ts';
import type { RefinedAnswer, Reply } from '../../src/app/replies/reply.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import type { SimulationRequest } from '../../src/simulation/simulation-request.ts';
import { rulesets } from '../../src/systems/index.ts';
import { isLong, someOf, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';
import { begun, mark } from './random-play.ts';

test('confidenceInterval returns Wilson’s 95 % interval', () => {
  const close = (count: number, of: number) => {
    const { share, low, high } = confidenceInterval(count, of);
    return [share, low, high].map((each) => Math.round(each * 1000));
  };
  // Known values of Wilson's interval.
  expect(close(0, 10)).toEqual([0, 0, 278]);
  expect(close(10, 10)).toEqual([1000, 722, 1000]);
  expect(close(50, 100)).toEqual([500, 404, 596]);
  expect(close(200, 400)).toEqual([500, 451, 549]);
  expect(close(0, 0)).toEqual([0, 0, 1000]);
});

const text = (answer: unknown): string => JSON.stringify(answer);

test.each(
  someOf(
    rulesets.map(({ id }) => id),
    1,
  ),
)('%s: odds are private and leave the battle unchanged', async (system) => {
  const there = house();
  await begun(there, system, picker(11));
  const before = await opened(there);
  const answer = await must(there, 'gm', 'battle odds');
  expect(answer.kind).toBe('private');
  expect(text(answer)).toMatch(/Victory for .+ in \d+ % \(\d+ to \d+\)/);
  expect(text(answer)).toMatch(/\d+ battles? simulated with/);
  const after = await opened(there);
  expect(after.saved).toEqual(before.saved);
  const theirs = await must(there, 'ada', 'battle odds');
  expect(theirs.kind).toBe('private');
  expect(text(theirs)).toMatch(/uses what your side knows/);
  expect(text(theirs)).not.toContain(mark);
  const refused = await there.run('eve', 'battle odds');
  expect(!refused.ok && refused.error.code).toBe('odds-not-in-battle');
});

test('odds are refused for a battle that cannot start and for unknown combatants', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'segment' });
  expect(await there.run('gm', 'battle odds')).toMatchObject({ error: { code: 'odds-cannot-begin' } });
  expect(await there.run('gm', 'battle odds', { beside: 'Nobody 3' })).toMatchObject({ ok: false });
  const begunThere = house();
  await begun(begunThere, 'sword-world', picker(11));
  const side = await begunThere.run('gm', 'battle odds', { careless: 'nobody' });
  expect(!side.ok && side.error.facts.option).toBe('careless');
  const without = await begunThere.run('gm', 'battle odds', { without: 'Nobody' });
  expect(!without.ok && without.error.code).toBe('bad-selection');
});

/** Two heroes, Ada's and Bob's, in a battle that has not started. */
const battleWithHeroes = async (system: string, preset: string): Promise<House> => {
  const there = house();
  await must(there, 'gm', 'battle create', { system });
  for (const user of ['ada', 'bob'])
    await must(there, user, 'battle join', { preset, name: `${user}’s`, side: sideIn(system) });
  return there;
};
const sideIn = (system: string): string => (system === 'sword-world' ? 'allies' : 'company');

const fights = [
  ['skure', 'swordsman', 'Zombie'],
  ['straalara', 'ysolde', 'Pell, raw recruit'],
  ['sword-world', 'wolf', 'Goblin'],
  ['segment', 'Hedda Stane', 'Sister Maud'],
  ['dskull', 'greyford-watch', 'Thornwake Raiders'],
] as const;

test.each(someOf(fights, 1))(
  '%s: odds before the start can include foes not yet added, for %s',
  async (system, hero, foe) => {
    const there = await battleWithHeroes(system, hero);
    const before = await opened(there);
    const answer = text(await must(there, 'gm', 'battle odds', { beside: `${foe} ${system === 'dskull' ? 2 : 1}` }));
    expect(answer).toMatch(/Victory for (company|allies|foes) in \d+ %/);
    expect((await opened(there)).saved).toEqual(before.saved);
  },
);

test.each(someOf(fights, 1))(
  '%s: /encounter propose suggests a number of foes for %s and leaves the battle unchanged',
  async (system, hero, foe) => {
    const there = await battleWithHeroes(system, hero);
    const before = await opened(there);
    const answer = await must(there, 'gm', 'encounter propose', { foe, chance: 60 });
    expect(answer.kind).toBe('private');
    const tried = answer.cards.flatMap(({ lines }) => lines.map((each) => each.text));
    expect(tried.filter((each) => each.includes('victory for')).length).toBeGreaterThan(0);
    expect((await opened(there)).saved).toEqual(before.saved);
    const [button] = answer.controls.flat();
    if (button === undefined) return expect(tried.at(-1)).toMatch(/is too many|are too few/);
    const { preset, count } = button.press.input;
    await must(there, 'gm', 'npc add', { preset, count });
    expect((await opened(there)).game.roster().length).toBeGreaterThan(before.game.roster().length);
  },
  60_000,
);

/** Proposes foes for simulated battles that the heroes win with the given probability. */
const proposeFoes = async (battle: OpenBattle, shareAgainst: (count: number) => number | undefined, chance: number) => {
  const asked: number[] = [];
  const play: SimulationHandle['play'] = async ({ entrantsAtStart = [], stopCondition }) => {
    asked.push(entrantsAtStart.length);
    const share = shareAgainst(entrantsAtStart.length);
    const battles = share === undefined ? 0 : stopCondition.battles;
    const wins = { allies: Math.round(battles * (share ?? 0)) };
    return { battles, wins, draws: 0, unfinished: 0, defeats: {}, lifeLeft: {}, rounds: [], orders: 0 };
  };
  const foes = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `Foe ${n}`, side: 'foes', sheet: {} }));
  const effort = { battles: 200, milliseconds: 1 };
  const wish = { side: 'allies', chance, search: effort, confirm: effort };
  const all = (await findFairCount(battle, { play, close: () => {} }, foes, wish)) ?? [];
  return { count: nearestFairCount(all, chance)?.count, numbers: new Set(asked).size };
};

test('a proposal finds the number of foes with the odds nearest to the wish', async () => {
  const battle = await opened(await battleWithHeroes('sword-world', 'wolf'));
  const steep = (foes: number) => ({ 5: 0.95, 6: 0.61 })[foes] ?? (foes < 5 ? 1 : 0.05);
  expect((await proposeFoes(battle, steep, 0.65)).count).toBe(6);
  expect((await proposeFoes(battle, steep, 0.9)).count).toBe(5);
});

test('kinds of foes are tried from weak to strong, six at most', () => {
  const kinds = [7, 1, 9, 3, 5, 10, 2, 8, 4, 6, 0].map((left) => ({ left }));
  expect(selectByStrength(kinds).map(({ left }) => left)).toEqual([10, 8, 6, 4, 2, 0]);
  expect(selectByStrength(kinds.slice(0, 3)).map(({ left }) => left)).toEqual([9, 7, 1]);
});

test('a proposal finds the number of foes that keeps the wanted odds in nine tries', async () => {
  const battle = await opened(await battleWithHeroes('sword-world', 'wolf'));
  for (let most = 0; most <= 20; most++) {
    const { count, numbers } = await proposeFoes(battle, (foes) => (foes <= most ? 0.8 : 0.3), 0.65);
    expect(count).toBe(most === 0 ? undefined : most);
    expect(numbers).toBeLessThanOrEqual(9);
  }
});

test('a proposal has fewer foes if the heroes should win more often', async () => {
  const battle = await opened(await battleWithHeroes('sword-world', 'wolf'));
  const share = (foes: number) => 1 - foes / 20;
  expect((await proposeFoes(battle, share, 0.9)).count).toBe(2);
  expect((await proposeFoes(battle, share, 0.5)).count).toBe(10);
  expect((await proposeFoes(battle, share, 0.25)).count).toBe(15);
});

test('a proposal skips numbers of foes with which the battle cannot start', async () => {
  const battle = await opened(await battleWithHeroes('sword-world', 'wolf'));
  const fours = (foes: number) => (foes % 2 === 0 ? (foes <= 2 ? 0.9 : 0.1) : undefined);
  expect((await proposeFoes(battle, fours, 0.65)).count).toBe(2);
  expect((await proposeFoes(battle, () => undefined, 0.65)).count).toBeUndefined();
});

test('proposals are for the GM alone, before the battle, with heroes present', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'sword-world' });
  expect(await there.run('gm', 'encounter propose', { foe: 'Goblin' })).toMatchObject({ error: { code: 'no-heroes' } });
  await must(there, 'ada', 'battle join', { preset: 'wolf', name: 'Wolf' });
  expect(await there.run('ada', 'encounter propose', { foe: 'Goblin' })).toMatchObject({ error: { code: 'gm-only' } });
  expect(await there.run('gm', 'encounter propose', { foe: 'Nobody' })).toMatchObject({ ok: false });
  await must(there, 'gm', 'npc add', { preset: 'Goblin' });
  await must(there, 'gm', 'battle start');
  expect(await there.run('gm', 'encounter propose', { foe: 'Goblin' })).toMatchObject({
    error: { code: 'propose-before-battle' },
  });
});

/** Two combatants against three, all the GM's and on autopilot. */
const createMelee = async (there: House): Promise<void> => {
  await must(there, 'gm', 'battle create', { system: 'sword-world' });
  await must(there, 'gm', 'npc add', { preset: 'Wolf: Fighter 3, Ranger 1', name: 'Hero', side: 'allies' });
  await must(there, 'gm', 'npc add', { preset: 'Goblin', name: 'Foe', side: 'enemies', count: 5 });
};

const winnerOf = async (there: House): Promise<string | undefined> => {
  const { game, ruleset, saved } = await opened(there);
  const [winner] = ruleset.createPlayout(game.save()).winners() ?? [];
  return saved.status === 'setup' ? undefined : winner;
};

const best = async (there: House, user: string, input: CommandInput = {}): Promise<Reply> => {
  const answer = await must(there, user, 'battle odds', input);
  let [said, times] = [answer, 0];
  if (answer.kind === 'private' && answer.refinements !== undefined)
    for await (const each of answer.refinements) [said, times] = [{ ...answer, ...each }, times + 1];
  expect(times).toBeLessThan(20);
  return said;
};

test.runIf(isLong)(
  'predicted odds agree with 80 real battles',
  async () => {
    const there = house();
    await createMelee(there);
    await must(there, 'gm', 'battle start');
    const answer = text(await best(there, 'gm'));
    const [, low = 0, high = 0] = (/Victory for allies in \d+ % \((\d+) to (\d+)\)/.exec(answer) ?? []).map(Number);
    await must(there, 'gm', 'battle end');
    const times = 80;
    let won = 0;
    for (let n = 0; n < times; n++) {
      await createMelee(there);
      await must(there, 'gm', 'battle start');
      await must(there, 'gm', 'gm autopilot', { who: 'all', does: 'at-once' });
      for (let k = 0; k < 20 && (await winnerOf(there)) === undefined; k++) await there.run('gm', 'gm run');
      if ((await winnerOf(there)) === 'allies') won += 1;
      if ((await opened(there)).saved.status !== 'ended') await must(there, 'gm', 'battle end');
    }
    const real = confidenceInterval(won, times);
    expect(real.low * 100).toBeLessThan(high);
    expect(real.high * 100).toBeGreaterThan(low);
    expect(low).toBeGreaterThan(3);
    expect(high).toBeLessThan(97);
  },
  unhurried,
);

/** A running battle of one combatant of Ada's and one of the GM's. */
const startDuel = async (system: string, hero: string, foe: string): Promise<House> => {
  const there = await battleWithHeroes(system, hero);
  await must(there, 'gm', 'npc add', { preset: foe });
  if (system === 'skure') await must(there, 'gm', 'deploy');
  await must(there, 'gm', 'battle start');
  return there;
};

test.each(fights)('%s: a side that sees every number gets the same simulation as the GM', async (system, hero, foe) => {
  const there = await startDuel(system, hero, foe);
  await must(there, 'gm', 'gm foe-info', { mode: 'exact' });
  const [theirs, truth] = [await opened(there), await opened(there)];
  const of = async (user: string, battle: OpenBattle) => {
    const question = await parseOddsQuestion(there.asker(user), battle, {}, there.services);
    if (!question.ok) throw new Error(question.error.code);
    const { state, worlds = [], ...rest } = question.value.simulation;
    return { ...rest, saved: state, others: new Set([state, ...worlds].map((each) => JSON.stringify(each))).size };
  };
  expect(await of('ada', theirs)).toEqual(await of('gm', truth));
  expect((await of('ada', theirs)).others).toBe(1);
});

test('assumed numbers and styles change only the question, never the battle', async () => {
  const there = await startDuel('sword-world', 'wolf', 'Goblin');
  const before = await opened(there);
  const weak = text(await must(there, 'gm', 'battle odds', { numbers: 'ada’s hp 1, bob’s hp 1' }));
  expect(weak).toContain('With other numbers: ada’s hp 1 and bob’s hp 1.');
  for (const manner of ['careless', 'brave', 'careful'])
    expect(text(await must(there, 'ada', 'battle odds', { [manner]: 'allies' }))).toContain('With allies played');
  expect((await opened(there)).saved).toEqual(before.saved);
  const refused = async (input: CommandInput) => {
    const answer = await there.run('gm', 'battle odds', input);
    return !answer.ok && [answer.error.code, answer.error.facts.option];
  };
  expect(await refused({ numbers: 'Nobody hp 3' })).toEqual(['bad-input', 'numbers']);
  expect(await refused({ numbers: 'Goblin' })).toEqual(['bad-input', 'numbers']);
  expect(await refused({ numbers: 'Goblin luck 3' })).toEqual(['bad-input', 'numbers']);
  expect(await there.run('gm', 'battle odds', { numbers: 'Goblin hp many' })).toMatchObject({ ok: false });
  expect(await refused({ brave: 'nobody' })).toEqual(['bad-input', 'brave']);
  expect(await refused({ mode: 'standard' })).toEqual(['bad-input', 'mode']);
});

test('odds before the start can assume another mode of the rulebook', async () => {
  const there = await battleWithHeroes('sword-world', 'wolf');
  await must(there, 'gm', 'npc add', { preset: 'Goblin' });
  expect(text(await must(there, 'gm', 'battle odds', { mode: 'standard' }))).toContain('In the mode standard.');
  expect(await there.run('gm', 'battle odds', { mode: 'wild' })).toMatchObject({
    error: { facts: { option: 'mode' } },
  });
  const other = await battleWithHeroes('segment', 'Hedda Stane');
  expect(await other.run('gm', 'battle odds', { mode: 'wild', beside: 'Sister Maud' })).toMatchObject({
    error: { facts: { option: 'mode' } },
  });
});

test.each(someOf(fights, 1))(
  '%s: odds can add foes to a running battle if the rulebook allows it',
  async (system, hero, foe) => {
    const there = await startDuel(system, hero, foe);
    const answer = await there.run('gm', 'battle odds', { beside: `${foe} 2` });
    if (system === 'dskull') return expect(answer).toMatchObject({ error: { facts: { option: 'beside' } } });
    expect(text(answer)).toContain('added, from now on.');
    expect(text(answer)).toMatch(/Victory for/);
  },
);

test('odds are refused for a side with no members and for one that knows no foe', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'sword-world' });
  await must(there, 'gm', 'npc add', { preset: 'Goblin', side: 'enemies' });
  await must(there, 'ada', 'battle watch');
  expect(await there.run('ada', 'battle odds')).toMatchObject({ error: { code: 'odds-nobody-known' } });
  await must(there, 'bob', 'battle join', { preset: 'wolf', name: 'Bob', side: 'allies' });
  await must(there, 'gm', 'gm hide', { who: 'Goblin' });
  expect(await there.run('bob', 'battle odds')).toMatchObject({ error: { code: 'odds-no-foe-known' } });
});

/** A fake simulation that plays `perHalf` battles a call and lets the heroes win half of them. */
const fakeSimulation = (perHalf: number) => {
  const asked: SimulationRequest['stopCondition'][] = [];
  const firsts: number[] = [];
  let over = 0;
  const asking: SimulationHandle = {
    play: async ({ stopCondition, firstBattle }) => {
      asked.push(stopCondition);
      firsts.push(firstBattle);
      const battles = Math.min(perHalf, stopCondition.battles);
      const wins = { allies: battles / 2, foes: battles / 2 };
      return { battles, wins, draws: 0, unfinished: 0, defeats: {}, lifeLeft: {}, rounds: [], orders: 0 };
    },
    close: () => {
      over += 1;
    },
  };
  return { asking, asked, firsts, ended: () => over };
};
const patience = { first: 1000, perRefinement: 2000, total: 10_000 };
const limits = { orders: 10, dice: 10, battles: 0, milliseconds: 0 };
const asBattle = { system: 'x', state: {}, policies: {}, stopCondition: limits, seed: 1, firstBattle: 0 };
const question = { simulation: asBattle, sides: ['allies', 'foes'] };

test('refined odds stop once every side is known within five percent', async () => {
  const { asking, asked, firsts, ended } = fakeSimulation(50);
  const answers: (number | undefined)[] = [];
  for await (const so of refineOdds(question, asking, patience)) answers.push(so?.battles);
  expect(answers).toEqual([100, 200, 300, 400]);
  expect(firsts).toEqual([0, 1_000_000, 50, 1_000_050, 100, 1_000_100, 150, 1_000_150]);
  expect(asked.map(({ milliseconds }) => milliseconds)).toEqual([1000, 1000, 2000, 2000, 2000, 2000, 2000, 2000]);
  expect(asked.every(({ orders, dice }) => orders === 10 && dice === 10)).toBe(true);
  expect(ended()).toBe(1);
});

test('refined odds stop on timeout, without results, or if a newer question comes', async () => {
  const slow = fakeSimulation(2);
  const answers: number[] = [];
  for await (const so of refineOdds(question, slow.asking, patience)) answers.push(so?.battles ?? 0);
  expect(answers).toEqual([4, 8, 12, 16, 20, 24]);
  expect(slow.asked.filter((_, at) => at % 2 === 0).reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBe(
    10_000,
  );
  const none = fakeSimulation(0);
  for await (const so of refineOdds(question, none.asking, patience)) expect(so?.battles).toBe(0);
  expect(none.asked.length).toBe(2);
  const later = { play: async () => undefined, close: () => {} };
  const all = [];
  for await (const so of refineOdds(question, later, patience)) all.push(so);
  expect(all).toEqual([undefined]);
});

test.runIf(isLong)(
  'saved foes are proposed too, alone and mixed',
  async () => {
    const there = await battleWithHeroes('sword-world', 'wolf');
    const foe = { kind: 'foe', name: 'Old Goblin', content: 'Goblin', system: 'sword-world' };
    await must(there, 'gm', 'library save', foe);
    const answer = await must(there, 'gm', 'encounter propose', { foe: 'Old Goblin, Goblin', chance: 60 });
    if (answer.kind !== 'private' || answer.refinements === undefined) throw new Error(answer.kind);
    expect(text(answer)).toContain('1 more kind is being tried');
    let last: RefinedAnswer = answer;
    for await (const each of answer.refinements) last = each;
    expect(text(last)).toMatch(/Old Goblin.*Goblin/);
    expect(text(last)).not.toContain('more kind');
    const mixed = await must(there, 'gm', 'encounter propose', { foe: 'Goblin + Old Goblin', chance: 60 });
    expect(text(mixed)).toContain('Goblin + Old Goblin ×1');
  },
  60_000,
);
