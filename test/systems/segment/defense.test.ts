import { expect, test } from 'vitest';
import { defenseBonus } from './inner.ts';

test.each([
  [0, 5, 20],
  [1, 8, 23],
  [2, 10, 25],
  [5, 18, 33],
  [8, 25, 40],
])('SEG-DEF-5 SEG-DEF-7 SEG-DEF-10 rank %i adds %i or %i to DEF', (rank, full, desperate) => {
  expect([defenseBonus('full', 0, rank), defenseBonus('desperate', 0, rank)]).toEqual([full, desperate]);
});
