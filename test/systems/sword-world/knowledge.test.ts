import { expect, test } from 'vitest';
import { ann, does, gathered, refusal, unitIn, verb } from './table.ts';

test.each([
  { rule: 'SW-KNOW-2', says: 'the reputation is reached, the weakness is not', dice: [1, 2], want: [true, false] },
  { rule: 'SW-KNOW-2', says: 'one less recalls nothing', reputation: 10, dice: [1, 2], want: [false, false] },
  { rule: 'SW-KNOW-2', says: 'the weakness value is reached with Sage', dice: [2, 2], want: [true, true] },
  {
    rule: 'SW-KNOW-1',
    says: 'an unknown monster may be recalled without Sage, but never its weakness',
    who: 'Wolf',
    dice: [6, 5],
    want: [true, false],
  },
])('$rule: $says', ({ who = 'Ilse', reputation = 5, dice, want }) => {
  const game = gathered([
    ['Ilse', 'allies', 'ilse'],
    ['Wolf', 'allies', 'wolf'],
    ['Grim', 'enemies', 'goblin', { reputation, weaknessValue: 10 }],
  ]);
  const known = does(game, verb('knowledge', { target: 'Grim' }), ann(who), dice).game;
  const { revealed, weaknessKnown } = unitIn(known, 'Grim');
  expect([revealed, weaknessKnown]).toEqual(want);
  expect(refusal(known, verb('knowledge', { target: 'Grim' }), ann(who))).toBe('E_NOT_NOW');
});
