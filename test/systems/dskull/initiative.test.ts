import { expect, test } from 'vitest';
import { firstEvent, gmCall, plain, play, seated, stage, stateOf, verb, warrior } from './stage.ts';

test('DS-ROUND-2: the scenario may give the first initiative to the larger warband, or to a seat', () => {
  const game = play(seated({}, ['A'], ['B']), verb('scenario', { name: 'three-cairns' }), gmCall);
  const two = { name: 'B', warriors: [{ name: 'P' }, { name: 'Q' }] };
  const larger = play(game, { do: 'enter', entrant: { id: 'C', side: undefined, sheet: two } }, gmCall);
  expect(stateOf(play(larger, { do: 'start' }, gmCall)).initiative).toBe('C');
  expect(stateOf(play(game, { do: 'start' }, gmCall, [3, 1])).initiative).toBe('B');
  const given = play(game, verb('scenario', { name: 'three-cairns', first: 'A' }), gmCall);
  expect(stateOf(play(given, { do: 'start' }, gmCall)).initiative).toBe('A');
});

test('DS-ROUND-1: a holder without warriors passes the token before the tests', () => {
  const warriors = [
    warrior('a', 'A', [2, 2]),
    warrior('b', 'B', null, { removed: 'killed' }),
    warrior('c', 'C', [5, 5], { ready: false }),
  ];
  const table = stage({
    board: plain,
    seats: ['A', 'B', 'C'],
    initiative: 'A',
    warriors,
    activation: { warrior: 'a' },
  });
  expect(firstEvent(table.order('end', {}, 'A'), 'token-moved')).toMatchObject({ from: 'A', to: 'C', why: 'cleanup' });
});
