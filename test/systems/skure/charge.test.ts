import { expect, test } from 'vitest';
import { ann, as, battle, bob, of, order, told, verb } from './stage.ts';

test('SK-CHARGE-12: only a diver chooses the height after a charge', () => {
  const dive = (move: string) =>
    order(
      battle([ann({ y: 8, move, size: 9 }), bob()]),
      as('Ann'),
      verb('charge', { target: 'Bob', altitude: 'low' }),
      [50, 99],
    );
  expect(of(dive('3A (+1) Flying').game, 'Ann')).toMatchObject({ altitude: 'low' });
  expect(of(dive('3A (+1) Ground').game, 'Ann')).toMatchObject({ altitude: 'ground' });
});

test('SK-CHARGE-8: the log shows a charge from the run to its end', () => {
  expect(told(battle([ann({ y: 8 }), bob()]), as('Ann'), verb('charge', { target: 'Bob' }), [50, 30])).toEqual([
    'Ann moves F9 → F8 → F7.',
    'Ann charges Bob: Standard Hit, 15 damage.',
    'The charge of Ann leaves Bob gored.',
    'Ann passes through to F5, facing S.',
  ]);
});

test('SK-CHARGE-13: the log says if a charge does not gore', () => {
  const [, , effect] = told(battle([ann({ y: 8 }), bob()]), as('Ann'), verb('charge', { target: 'Bob' }), [50, 51]);
  expect(effect).toBe('The charge of Ann does not leave Bob gored.');
});
