import { expect, test } from 'vitest';
import { rollResultLines } from '../../src/battle/views/roll-lines.ts';
import { createScriptedDice } from '../../src/dice/dice.ts';
import { rollNotation } from '../../src/dice/notation.ts';

const roll = (notation: string, values: readonly number[]) => {
  const dice = createScriptedDice(values);
  const rolled = rollNotation(notation, dice);
  if (!rolled.ok) throw new Error(rolled.error);
  expect(dice.remaining()).toEqual([]);
  return rolled.value.map(({ total }) => total);
};

test.each([
  ['2d6+3', [4, 5], [12]],
  ['d20', [17], [17]],
  ['d%', [100], [100]],
  ['1d6-1d4+10', [6, 1], [15]],
  ['4d6kh3', [1, 6, 3, 5], [14]],
  ['4d6kl1', [4, 2, 3, 2], [2]],
  ['4d6dl1', [1, 6, 3, 5], [14]],
  ['4d6dh2', [1, 6, 3, 5], [4]],
  ['2d20k1', [7, 15], [15]],
  ['3d6!', [6, 6, 2, 1, 3], [18]],
  ['2d6!5', [5, 1, 4], [10]],
  ['1d6!x2', [6, 6, 6], [18]],
  ['2d6r1', [1, 4, 3], [7]],
  ['5d10>=6f', [6, 10, 1, 5, 1], [0]],
  ['5d10>=6', [6, 10, 1, 5, 1], [2]],
  ['4dF', [1, 2, 3, 3], [1]],
  ['3d6max10', [6, 6, 6], [10]],
  ['2d4min5', [1, 1], [5]],
  ['3#d6+1', [1, 2, 3], [2, 3, 4]],
  [' 2 d 6 + 1 ', [1, 1], [3]],
  ['２ｄ６＋３−１', [4, 5], [11]],
  ['2d+5', [4, 5], [14]],
  ['(2d6+3)*2', [4, 5], [24]],
  ['2d6/2', [4, 5], [4]],
  ['(2d6-8)/2+1', [1, 4], [-1]],
  ['10-(2d4-1)*2', [1, 4], [2]],
  ['2d6++3', [1, 2], [6]],
  ['d20+-1', [5], [4]],
  ['2d6！kh1', [6, 2, 3], [8]],
  ['2d6!dl1', [6, 2, 3], [8]],
  ['x3 d6', [1, 2, 3], [1, 2, 3]],
  ['rep2 2d', [1, 2, 3, 4], [3, 7]],
  ['[Attack] repeat2 d6', [1, 2], [1, 2]],
  ['５d10＞＝６', [6, 10, 1, 5, 1], [2]],
  ['5d10>6', [6, 10, 1, 5, 1], [1]],
  ['5d10≦6', [6, 10, 1, 5, 1], [4]],
  ['5d10<6', [6, 10, 1, 5, 1], [3]],
] as const)('%s with dice %j gives %j', (notation, values, totals) => {
  expect(roll(notation, values)).toEqual(totals);
});

test.each([
  '',
  '+',
  'd',
  '0d6',
  '101d6',
  '1d0',
  '1d1001',
  '60d6+60d6',
  'abc',
  '1d6!7',
  '1d6!1',
  '0#d6',
  '21#d6',
  '1e9',
  '-0x',
  'd6'.repeat(50),
  '99999999d6',
  '2d6/0',
  '2d6/d4',
  '2d6/-2',
  '(2d6',
  '2d6)',
  '2d6*',
  `${'('.repeat(25)}d6${')'.repeat(25)}`,
  'd',
  'x21 d6',
  '3d6@10',
  '2d6kh1@10',
  '2d6@2',
  'NaN',
])('%s is refused before any die is rolled', (notation) => {
  const dice = createScriptedDice([]);
  expect(rollNotation(notation, dice).ok).toBe(false);
  expect(dice.rolledDice()).toEqual([]);
});

test('dropped, rerolled and exploded dice are marked', () => {
  const rolled = rollNotation('3d6r1!kh2', createScriptedDice([1, 6, 2, 3, 4]));
  const sum = rolled.ok ? rolled.value[0] : undefined;
  expect(sum?.kind === 'sum' && sum.terms[0]?.dice).toEqual([
    { value: 1, status: 'rerolled', exploded: false },
    { value: 6, status: 'kept', exploded: false },
    { value: 2, status: 'kept', exploded: true },
    { value: 3, status: 'dropped', exploded: false },
    { value: 4, status: 'kept', exploded: false },
  ]);
});

test.each([
  ['2d6>=7', [3, 4], '2d6>=7 → 7, success by 0', ['2d6: 3 4 = 7']],
  ['2d6＋5≧10', [1, 2], '2d6+5>=10 → 8, failure by 2', ['2d6: 1 2 = 3', '+ 5']],
  ['2d6+5>=20', [6, 6], '2d6+5>=20 → 17, failure by 3', ['2d6: 6 6 = 12', '+ 5', 'in Sword World 6+6 always succeeds']],
  ['2d6+9>=10', [1, 1], '2d6+9>=10 → 11, success by 1', ['2d6: 1 1 = 2', '+ 9', 'in Sword World 1+1 always fails']],
  ['2d+9>=10', [1, 1], '2d+9>=10 → 11, automatic failure', ['2d: 1 1 = 2', '+ 9']],
  ['2d>=13', [6, 6], '2d>=13 → 12, automatic success', ['2d: 6 6 = 12']],
  ['2d6>7', [3, 4], '2d6>7 → 7, failure by 1', ['2d6: 3 4 = 7']],
  ['d100<=55', [56], 'd100<=55 → 56, failure by 1', ['d100: 56']],
  ['2d20kh1>=15', [7, 15], '2d20kh1>=15 → 15, success by 0', ['2d20kh1: (7) 15 = 15']],
  ['2d6<=9', [4, 4], '2d6<=9 → 8, success by 1', ['2d6: 4 4 = 8']],
  ['2d6>=5', [5, 2], '2d6>=5 → 1 success, each die counted', ['2d6>=5: 5 2 = 1']],
  ['5d10>=6f', [6, 10, 1, 5, 8], '5d10>=6f → 2 successes, each die counted', ['5d10>=6f: 6 10 1 5 8 = 2']],
  ['2d6@10+31>=30', [6, 4, 1, 1], '2d6@10+31>=30 → 43, super success by 13', ['2d6@10: 6 4 !1 !1 = 12', '+ 31']],
  ['(2d6+3)/2*2', [4, 4], '(2d6+3)/2*2 → 10', ['(2d6: 4 4 = 8', '+ 3)', '÷ 2, rounded down', '× 2']],
  ['[Attack] d20+5 the ogre', [7], 'Attack the ogre: d20+5 → 12', ['d20: 7', '+ 5']],
  ['Bite: K20@10', [3, 4], 'Bite: K20@10 → 5', ['power 20, C 10: 3+4 → 5', '= 5']],
  ['2d+3>=9 【回避】', [3, 4], '【回避】: 2d+3>=9 → 10, success by 1', ['2d: 3 4 = 7', '+ 3']],
] as const)('SW-DICE-2: %s with dice %j reads %s', (notation, values, text, row) => {
  const rolled = rollNotation(notation, createScriptedDice(values));
  const [told] = rolled.ok ? rollResultLines(rolled.value) : [];
  expect(told?.text).toBe(text);
  expect(told?.rows.map((steps) => steps.map(({ says }) => says))).toEqual([row]);
});
