import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import { duel, gmCall, stage, typesOf, verb, type Written, warrior } from './stage.ts';

test.each([
  { says: 'an activation with nothing left ends by itself', autoEnd: true, ended: true },
  { says: 'with round.autoEnd off it stays open', autoEnd: false, ended: false },
])('DS-ACT-9: $says', ({ autoEnd, ended }) => {
  const table = stage(
    { ...duel, activation: { warrior: 'a', actions: 1, active: ['sword'] }, config: { round: { autoEnd } } },
    [2, 2],
  );
  expect(typesOf(table.order('attack', { target: 'b' }, 'A')).includes('activation-ended')).toBe(ended);
});

test('DS-ACT-1 an order in an activation is refused for another warrior of the seat', () => {
  const warriors = [...(duel.warriors as readonly Written[]), warrior('c', 'A', [1, 2])];
  const state = stage({ ...duel, warriors, activation: { warrior: 'a', active: ['sword'] } }).state();
  const gains = (actor: string) =>
    dskull.openGame(state).act(verb('gain'), { ...gmCall, actor }, [], createScriptedDice([]));
  expect(gains('a')).toMatchObject({ ok: true });
  expect(gains('c')).toMatchObject({ error: { code: 'E_ACTIVATION_OPEN' } });
});
