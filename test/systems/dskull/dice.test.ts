import { expect, test } from 'vitest';
import { duel, stage, warrior } from './stage.ts';

test('DS-CMD-17, DS-DICE-12: a removal policy may apply to one player', () => {
  const table = stage(
    {
      ...duel,
      warriors: [warrior('a', 'A', [2, 2], { shield: true }), warrior('b', 'B', [3, 2], { shield: true })],
      activation: { warrior: 'a', active: ['sword'] },
    },
    [5, 1, 1],
  );
  table.order('policy', { seat: 'B', policy: 'ask' }, 'gm');
  expect(table.order('attack', { target: 'b' }, 'A')).toMatchObject({
    kind: 'asked',
    question: { to: 'B', auto: '1' },
  });
});
