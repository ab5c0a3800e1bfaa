import { expect, test } from 'vitest';
import { shareOf } from '../../src/app/odds/odds-text.ts';
import { rulesets } from '../../src/systems/index.ts';
import { picker } from '../chance.ts';
import { must } from './duel.ts';
import { type House, house } from './house.ts';
import { begun } from './random-play.ts';
import { opened } from './readable.ts';

test('a share stands with the bounds between which the truth lies in 95 of 100 counts', () => {
  const close = (count: number, of: number) => {
    const { share, low, high } = shareOf(count, of);
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

test.each(rulesets.map(({ id }) => id))(
  '%s: the GM is told in private who wins from here; nothing of it happens',
  async (system) => {
    const there = house();
    await begun(there, system, picker(11));
    const before = await opened(there);
    const answer = await must(there, 'gm', 'battle odds');
    expect(answer.kind).toBe('private');
    expect(text(answer)).toMatch(/Victory for .+ in \d+ % \(\d+ to \d+\)/);
    expect(text(answer)).toMatch(/\d+ battles? played on in thought/);
    const after = await opened(there);
    expect(after.saved).toEqual(before.saved);
    for (const user of ['ada', 'eve']) {
      const refused = await there.run(user, 'battle odds');
      expect(!refused.ok && refused.error.code).toBe('gm-only');
    }
  },
);

test('before it begins a battle has no odds, and what is supposed must be there', async () => {
  const there = house();
  await must(there, 'gm', 'battle create', { system: 'segment' });
  const early = await there.run('gm', 'battle odds');
  expect(!early.ok && early.error.code).toBe('odds-only-in-battle');
  const begunThere = house();
  await begun(begunThere, 'sword-world', picker(11));
  const side = await begunThere.run('gm', 'battle odds', { careless: 'nobody' });
  expect(!side.ok && side.error.facts.option).toBe('careless');
  const without = await begunThere.run('gm', 'battle odds', { without: 'Nobody' });
  expect(!without.ok && without.error.code).toBe('bad-selection');
});

/** Two of the GM's against three, all of whom play by themselves. */
const melee = async (there: House): Promise<void> => {
  await must(there, 'gm', 'battle create', { system: 'sword-world' });
  await must(there, 'gm', 'npc add', { preset: 'Wolf: Fighter 3, Ranger 1', name: 'Hero', side: 'allies' });
  await must(there, 'gm', 'npc add', { preset: 'Goblin', name: 'Foe', side: 'enemies', count: 5 });
};

const winnerOf = async (there: House): Promise<string | undefined> => {
  const { game, ruleset, saved } = await opened(there);
  const [winner] = ruleset.playout(game.save()).decided() ?? [];
  return saved.status === 'setup' ? undefined : winner;
};

test('what is foretold comes true: the same battle by the real rules, with real dice and whole logs, many times', async () => {
  const there = house();
  await melee(there);
  await must(there, 'gm', 'battle start');
  const answer = text(await must(there, 'gm', 'battle odds'));
  const [, low = 0, high = 0] = (/Victory for allies in \d+ % \((\d+) to (\d+)\)/.exec(answer) ?? []).map(Number);
  await must(there, 'gm', 'battle end');
  const times = 40;
  let won = 0;
  for (let n = 0; n < times; n++) {
    await melee(there);
    await must(there, 'gm', 'battle start');
    await must(there, 'gm', 'gm autopilot', { who: 'all', does: 'at-once' });
    for (let k = 0; k < 20 && (await winnerOf(there)) === undefined; k++) await there.run('gm', 'gm run');
    if ((await winnerOf(there)) === 'allies') won += 1;
    if ((await opened(there)).saved.status !== 'ended') await must(there, 'gm', 'battle end');
  }
  const real = shareOf(won, times);
  expect(real.low * 100).toBeLessThan(high);
  expect(real.high * 100).toBeGreaterThan(low);
  expect(low).toBeGreaterThan(3);
  expect(high).toBeLessThan(97);
});
