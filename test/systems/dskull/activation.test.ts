import { expect, test } from 'vitest';
import { duel, stage, typesOf } from './stage.ts';

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
