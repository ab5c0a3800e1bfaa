import { expect, test } from 'vitest';
import { dskull } from '../../src/systems/dskull/index.ts';
import { seeds, someOf, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { playWithButtons } from './dskull-play.ts';
import { type House, house } from './house.ts';

const titles = Object.values(dskull.presets).map(({ title }) => title);

const startScenario = async (scenario: string, users: readonly string[], settings: string): Promise<House> => {
  const table = house();
  const done = async (user: string, path: string, input: Record<string, unknown> = {}) => {
    const answer = await table.run(user, path, input);
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(answer.error)}`);
  };
  await done('gm', 'battle create', { system: 'dskull', name: 'Table', settings });
  await done('gm', 'dskull scenario', { name: scenario });
  for (const [at, user] of users.entries())
    await done(user, 'battle join', { preset: titles[at % titles.length], name: user });
  await done('gm', 'battle start');
  return table;
};

const played = [
  { scenario: 'broken-field', players: ['Ada', 'Bob'], settings: 'dice.dropPolicy=auto' },
  { scenario: 'three-cairns', players: ['Ada', 'Bob', 'Cid', 'Dot'], settings: 'dice.dropPolicy=ask' },
  { scenario: 'lantern-run', players: ['Ada', 'Bob'], settings: 'dice.dropPolicy=ask' },
  { scenario: 'pilgrims-camp', players: ['Ada', 'Bob', 'Cid'], settings: 'dice.dropPolicy=auto' },
];

test.each(someOf(played, 2))(
  '$scenario can be played to its end by $players.length with buttons and lists alone',
  { timeout: unhurried },
  async (each) => {
    for (const seed of seeds(1)) {
      const table = await startScenario(each.scenario, each.players, each.settings);
      const { battle, met, told } = await playWithButtons(table, picker(seed * each.players.length * 31));
      expect(met).toEqual([]);
      expect(battle.game.status).toBe('ended');
      expect(told.some((text) => /undefined|NaN|\[object|\{\w+\}/.test(text))).toBe(false);
    }
  },
);

test('DS-SCEN-1 panel, /battle status, /help and /rule show what scores while the battle runs', async () => {
  const table = await startScenario('three-cairns', ['Ada', 'Bob'], 'dice.dropPolicy=auto');
  for (const [path, input] of [
    ['battle status', { public: true }],
    ['help', {}],
    ['rule', { words: 'DS-SCEN-1' }],
    ['rule', { words: 'DS-SCEN-1', public: true }],
  ] as const) {
    const answer = await table.run('Ada', path, input);
    expect(JSON.stringify(answer), path).toContain('a tie gives nothing. (DS-SCEN-1)');
  }
});
