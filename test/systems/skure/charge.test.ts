import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { ann, as, battle, bob, cat, of, order, stranger, told, verb } from './stage.ts';

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

const ram = (behind: Readonly<Record<string, unknown>>, viewer = gmViewer) => {
  const game = battle([ann({ y: 9, size: 8 }), bob({ facing: 'N' }), cat(behind)]);
  return told(game, as('Ann'), verb('charge', { target: 'Bob' }), [50, 99], viewer).slice(3, 4);
};

test('SK-RUL-26: the log names who stops a push, but only to those who see them', () => {
  expect(ram({ x: 5, y: 3 })).toEqual(['Bob is pushed back to F5. F4 is taken by Cat.']);
  expect(ram({ x: 5, y: 4 })).toEqual(['Bob is not pushed back. F5 is taken by Cat.']);
  expect(ram({ x: 5, y: 4 }, { ...stranger, unseen: ['Cat'] })).toEqual(['Bob is not pushed back.']);
});

test('SK-CHARGE-14: a refused charge says who blocks the lane', () => {
  const game = battle([ann({ y: 9 }), bob(), cat({ x: 5, y: 7 })]);
  const refused = game.act(verb('charge', { target: 'Bob' }), as('Ann'), [], createScriptedDice([]));
  expect(refused).toMatchObject({ ok: false, error: { code: 'CHARGE_BLOCKED', facts: { by: { ref: 'Cat' } } } });
});
