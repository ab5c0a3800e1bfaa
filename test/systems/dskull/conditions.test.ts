import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import { calling, gmCall, plain, play, stage, stateOf, verb, warrior, warriorIn } from './stage.ts';

test('DS-COND-5: distracted ends with the next activation, not the present one', () => {
  const before = stage({ board: plain, warriors: [warrior('a', 'A', [2, 2]), warrior('b', 'B', [5, 5])] }).state();
  const activated = (game: Game) => play(game, verb('activate', { warrior: 'a' }), calling('A'));
  const ended = (game: Game) => play(game, verb('end'), calling('A'));
  const set = (game: Game, field: string, value: string, who = 'battle') =>
    play(game, { do: 'correct', field, value, who }, gmCall);
  const first = ended(set(activated(dskull.openGame(before)), 'conditions', 'distracted', 'a'));
  expect(warriorIn(stateOf(first), 'a').conditions).toEqual(['distracted']);
  const second = ended(activated(set(set(first, 'ready', 'yes', 'a'), 'current', 'A')));
  expect(warriorIn(stateOf(second), 'a').conditions).toEqual([]);
});
