import { expect, test } from 'vitest';
import { ann, as, battle, bob, cat, gm, of, order, verb } from './stage.ts';

const stunned = (turns: number) => ({ name: 'stunned', disrupts: true, turns });

const laid = (had: readonly unknown[], value: string) =>
  of(
    order(battle([ann(), bob({ conditions: had }), cat()]), gm, {
      do: 'correct',
      field: 'condition',
      who: 'Bob',
      value,
    }).game,
    'Bob',
  ).conditions;

test.each([
  { rule: 'SK-COND-3', says: 'a second stun adds nothing', had: [stunned(1)], value: 'stunned 3', want: [stunned(1)] },
  {
    rule: 'SK-COND-3',
    says: 'the longer of two sleeps counts',
    had: [{ name: 'asleep', turns: 1 }],
    value: 'asleep 3',
    want: [{ name: 'asleep', disrupts: true, turns: 3 }],
  },
  {
    rule: 'SK-COND-3',
    says: 'a shorter sleep adds nothing',
    had: [{ name: 'asleep' }],
    value: 'asleep 3',
    want: [{ name: 'asleep', disrupts: true }],
  },
])('$rule: $says', ({ had, value, want }) => {
  expect(laid(had, value)).toEqual(want);
});

test('SK-COND-1: only a condition that the BM marks as disrupting costs the turn', () => {
  const next = (value: string) => {
    const game = order(battle([ann(), bob(), cat()]), gm, {
      do: 'correct',
      field: 'condition',
      who: 'Bob',
      value,
    }).game;
    return order(game, as('Ann'), verb('end')).game.save();
  };
  expect(next('dazed 1 disrupting')).toMatchObject({ turn: { who: 'Cat' } });
  expect(next('dazed 1')).toMatchObject({ turn: { who: 'Bob' } });
});
