import { expect, test } from 'vitest';
import type { GameAction } from '../../../src/rules/game.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import { duel, gmCall, play, stage, stateOf, warriorIn } from './stage.ts';

test.each([
  { field: 'at', who: 'a', value: 'D5', want: { at: { x: 3, y: 4 } } },
  { field: 'ready', who: 'a', value: 'no', want: { ready: false } },
  { field: 'conditions', who: 'a', value: 'stunned, wounded', want: { conditions: ['stunned', 'wounded'] } },
  { field: 'life', who: 'a', value: 'killed', want: { removed: 'killed', ready: false } },
  { field: 'armour', who: 'a', value: 'heavy', want: { armour: 'heavy' } },
  { field: 'shield', who: 'a', value: 'no', want: { shield: false } },
  { field: 'traits', who: 'a', value: 'tough, brave', want: { traits: ['tough', 'brave'] } },
  { field: 'skills', who: 'a', value: 'medicine=1', want: { skills: { medicine: 1 } } },
  { field: 'worth', who: 'a', value: '7', want: { cost: 7 } },
])('DS-CMD-17: the GM sets $field of a warrior', ({ field, who, value, want }) => {
  const game = dskull.openGame(stage(duel).state());
  const set: GameAction = { do: 'correct', field, who, value };
  expect(warriorIn(stateOf(play(game, set, gmCall)), who)).toMatchObject(want);
});

test.each([
  { field: 'vp', who: 'A', value: '3', want: { seats: [{ vp: 3 }, {}] } },
  { field: 'hits', who: 'A', value: '2', want: { seats: [{ symbols: { HIT: 2 } }, {}] } },
  { field: 'advs', who: 'A', value: '2', want: { seats: [{ symbols: { ADV: 2 } }, {}] } },
  { field: 'side', who: 'A', value: 'B', want: { seats: [{ team: 'B' }, {}] } },
  { field: 'round', who: 'battle', value: '4', want: { round: 4 } },
  { field: 'current', who: 'battle', value: 'B', want: { current: 'B' } },
  { field: 'initiative', who: 'battle', value: 'B', want: { initiative: 'B' } },
  { field: 'order', who: 'battle', value: 'B, A', want: { seats: [{ id: 'B' }, { id: 'A' }] } },
  { field: 'ending', who: 'battle', value: 'yes', want: { ending: true } },
  { field: 'board', who: 'battle', value: '9x9; wall A1/B1', want: { board: { w: 9 } } },
  { field: 'actions', who: 'battle', value: '5', want: { activation: { actions: 5 } } },
  { field: 'mp', who: 'battle', value: '5', want: { activation: { mp: 5 } } },
  { field: 'attacks', who: 'battle', value: '5', want: { activation: { attacks: { sword: 5 } } } },
  { field: 'symbol-spent', who: 'battle', value: 'yes', want: { activation: { symbolSpent: true } } },
])('DS-CMD-17: the GM sets $field of the battle', ({ field, who, value, want }) => {
  const table = stage({ ...duel, activation: { warrior: 'a', active: ['sword'] } });
  const set: GameAction = { do: 'correct', field, who, value };
  expect(stateOf(play(dskull.openGame(table.state()), set, gmCall))).toMatchObject(want);
});

test('DS-ROUND-5, DS-CMD-17: a correction that leaves the player no ready warrior passes the turn', () => {
  const set = (who: string): GameAction => ({ do: 'correct', field: 'ready', who, value: 'no' });
  const theirs = play(dskull.openGame(stage(duel).state()), set('a'), gmCall);
  expect(stateOf(theirs)).toMatchObject({ current: 'B', round: 1 });
  expect(theirs.expectedActions().map(({ actor }) => actor)).toEqual(['B']);
  const next = play(theirs, set('b'), gmCall);
  expect(stateOf(next)).toMatchObject({ phase: 'preparation', round: 2 });
  expect(next.expectedActions()).toMatchObject([{ actor: 'gm', verbs: ['tactics'] }]);
});
