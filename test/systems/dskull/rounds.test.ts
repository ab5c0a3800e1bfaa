import { expect, test } from 'vitest';
import type { State } from '../../../src/systems/dskull/state.ts';
import { calling, gmCall, plain, play, seated, stage, stateOf, typesOf, verb, type Written, warrior } from './stage.ts';

const lastOne: Written = {
  board: plain,
  warriors: [warrior('a', 'A', [2, 2]), warrior('b', 'B', [5, 5], { ready: false }), warrior('out', 'B', null)],
  activation: { warrior: 'a' },
  symbols: { A: { HIT: 1 }, B: { ADV: 2 } },
};

test('DS-CMD-4: with round.tactics = command the tests wait for the GM', () => {
  let game = seated({ round: { tactics: 'command' } }, ['A'], ['B']);
  game = play(game, { do: 'start' }, gmCall, [1, 2]);
  game = play(game, verb('deploy', { warrior: 'One', to: 'A1' }), calling('A'));
  game = play(game, verb('deploy', { warrior: 'One (B)', to: 'A7' }), calling('B'));
  expect(game.expectedActions()).toMatchObject([{ actor: 'gm', verbs: ['tactics'] }]);
  expect(stateOf(play(game, verb('tactics'), gmCall, [2, 2, 2, 2])).phase).toBe('resolution');
});

test.each([
  { rule: 'DS-ROUND-3', says: 'preparation makes all warriors on the board ready' },
  { rule: 'DS-ROUND-6', says: 'cleanup discards symbols and moves the token' },
  { rule: 'DS-ROUND-7', says: 'without a reason to end, the next round begins' },
])('$rule: $says', () => {
  const table = stage(lastOne);
  const told = table.order('end', {}, 'A');
  expect(typesOf(told)).toEqual(['activation-ended', 'cleanup-began', 'round-ended', 'token-moved', 'round-began']);
  const state = table.state();
  expect(state).toMatchObject({ phase: 'preparation', round: 2, initiative: 'B' });
  expect(state.warriors.map(({ ready }) => ready)).toEqual([true, true, false]);
  expect(state.seats.map(({ symbols }) => symbols)).toEqual([
    { HIT: 0, ADV: 0 },
    { HIT: 0, ADV: 0 },
  ]);
});

test.each([
  {
    rule: 'DS-ROUND-7',
    says: 'the last round ends the game and the token stays',
    change: (state: State): State => ({ ...state, round: 6 }),
    ends: true,
  },
  {
    rule: 'DS-ROUND-7',
    says: 'the round before the last does not end the game',
    change: (state: State): State => ({ ...state, round: 5 }),
    ends: false,
  },
  {
    rule: 'DS-ROUND-7',
    says: 'one team alone on the board ends the game',
    change: (state: State): State => ({ ...state, warriors: state.warriors.filter(({ owner }) => owner === 'A') }),
    ends: true,
  },
  {
    rule: 'DS-ROUND-7',
    says: 'a scenario condition ends the game',
    change: (state: State): State => ({ ...state, ending: true }),
    ends: true,
  },
])('$rule: $says', ({ change, ends }) => {
  const table = stage(lastOne, [], change);
  const types = typesOf(table.order('end', {}, 'A'));
  expect(types.includes('ended')).toBe(ends);
  expect(types.includes('token-moved')).toBe(!ends);
});
