import { expect, test } from 'vitest';
import { describeOrder, firstEvent, plain, stage, warrior } from './stage.ts';

test.each([
  {
    rule: 'DS-TEST-1',
    says: 'a warband test uses the best warrior on the board',
    params: { skill: 'medicine', seat: 'A' },
    dice: [1, 2, 5],
    step: 2,
  },
  {
    rule: 'DS-TEST-2',
    says: 'a warrior test uses only the named warrior',
    params: { skill: 'medicine', warriors: 'a2' },
    dice: [5, 2],
    step: -1,
  },
  {
    rule: 'DS-TEST-3',
    says: 'every participant helps with an innate ability',
    params: { skill: 'strength', warriors: 'a, a2' },
    dice: [1, 5, 2],
    step: 2,
  },
  {
    rule: 'DS-TEST-7',
    says: 'the GM may call for a Persuasion test',
    params: { skill: 'persuasion', warriors: 'a2', bonus: 1 },
    dice: [5],
    step: 0,
  },
  {
    rule: 'DS-TRAIT-2',
    says: 'Strong helps Strength',
    params: { skill: 'strength', warriors: 'a' },
    dice: [5, 2],
    step: 1,
  },
  {
    rule: 'DS-TRAIT-7',
    says: 'Intimidating helps Persuasion',
    params: { skill: 'persuasion', warriors: 'a' },
    dice: [5],
    step: 0,
  },
])('$rule: $says', ({ params, dice, step }) => {
  const warriors = [
    warrior('a', 'A', [2, 2], { skills: { medicine: 2 }, traits: ['strong', 'intimidating'] }),
    warrior('a2', 'A', [0, 0]),
    warrior('b', 'B', [5, 5]),
  ];
  const table = stage({ board: plain, warriors }, dice);
  expect(firstEvent(table.order('check', params, 'gm'), 'tested').roll.step).toBe(step);
  expect(table.left()).toBe(0);
});

test('DS-TRAIT-5: the sum of a test names each trait', () => {
  const setup = {
    board: plain,
    warriors: [warrior('a', 'A', [2, 2], { traits: ['brave'] }), warrior('b', 'B', [5, 5])],
  };
  const lines = describeOrder(setup, [5, 2], 'check', { skill: 'morale', warriors: 'a' }, 'gm');
  expect(JSON.stringify(lines)).toContain('+1 brave');
});
