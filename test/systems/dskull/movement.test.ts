import { expect, test } from 'vitest';
import { asked, plain, rulesOf, stage, textOf, type Written, warrior } from './stage.ts';

test('DS-CMD-16: cost shows the price of each step in advance', () => {
  const setup: Written = {
    board: plain,
    warriors: [warrior('a', 'A', [2, 2]), warrior('b', 'B', [3, 2])],
    activation: { warrior: 'a', mp: 4 },
  };
  const answer = asked(stage(setup).state(), 'cost', { path: 'C4 C5' });
  expect(textOf(answer)).toBe('3 MP in all; 4 MP can be spent now.');
  expect(rulesOf(answer)).toEqual(['C4', '1 step', '1 zone', '= 2', 'C5', '1 step', '= 1']);
});
