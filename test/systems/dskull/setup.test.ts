import { expect, test } from 'vitest';
import { dskull } from '../../../src/systems/dskull/index.ts';
import { calling, duel, eventsOf, gmCall, play, seated, stage, stateOf, verb, warriorIn } from './stage.ts';

test('DS-GEN-1, DS-ROUND-9, DS-CMD-2: setup leads from seats to round 1', () => {
  let game = seated({}, ['A'], ['B']);
  expect(game.status).toBe('setup');
  game = play(game, verb('scenario', { name: 'Broken Field', rounds: 2 }), gmCall);
  game = play(game, { do: 'start' }, gmCall, [4, 2]);
  expect(stateOf(game)).toMatchObject({ phase: 'deploy', initiative: 'B', current: 'B', board: { w: 10, h: 8 } });
  game = play(game, verb('deploy', { warrior: 'One (B)', to: 'A7' }), calling('B'));
  expect(stateOf(game).current).toBe('A');
  game = play(game, verb('deploy', { warrior: 'One', to: 'A1' }), calling('A'), [2, 5, 5, 3]);
  expect(stateOf(game)).toMatchObject({ phase: 'resolution', round: 1, current: 'B', initiative: 'B' });
  expect(stateOf(game).seats.map(({ symbols }) => symbols)).toEqual([
    { HIT: 0, ADV: 1 },
    { HIT: 0, ADV: 0 },
  ]);
});

test('DS-GEN-1: each player is a team of one unless the GM forms teams', () => {
  expect(stateOf(seated({}, ['A'], ['B'])).seats.map(({ team }) => team)).toEqual(['A', 'B']);
  const four = seated({}, ['A', 'red'], ['B', 'blue'], ['C', 'red'], ['D', 'blue']);
  expect(stateOf(four).seats.map(({ team }) => team)).toEqual(['red', 'blue', 'red', 'blue']);
});

test('DS-DATA-8: a new warrior has an owner, traits and default weapons but no space', () => {
  const orcs = dskull.presets['thornwake-raiders']?.sheet;
  const blank = dskull.createGame({});
  if (!blank.ok) throw new Error('blank');
  const game = play(blank.value, { do: 'enter', entrant: { id: 'A', side: undefined, sheet: orcs } }, gmCall);
  expect(warriorIn(stateOf(game), 'Mug')).toMatchObject({
    owner: 'A',
    ready: false,
    conditions: [],
    armour: 'none',
    cost: 10,
    traits: ['tough', 'weak-willed'],
    held: ['axe', 'axe 2'],
  });
  expect(warriorIn(stateOf(game), 'Mug').at).toBeUndefined();
});

test.each([
  { rule: 'DS-DATA-10', says: 'a saved battle opens unchanged' },
  { rule: 'DS-GEN-8', says: 'the same orders with the same dice give the same events' },
])('$rule: $says', () => {
  const [one, two] = [stage(duel, [5, 2, 2, 2]), stage(duel, [5, 2, 2, 2])];
  const orders = [
    ['activate', { warrior: 'a' }],
    ['attack', { target: 'b' }],
  ] as const;
  for (const [name, params] of orders)
    expect(eventsOf(one.order(name, params, 'A'))).toEqual(eventsOf(two.order(name, params, 'A')));
  expect(dskull.openGame(JSON.parse(JSON.stringify(one.state()))).save()).toEqual(two.state());
});
