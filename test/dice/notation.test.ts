import { expect, test } from 'vitest';
import { createScriptedDice } from '../../src/dice/dice.ts';
import { rollNotation } from '../../src/dice/notation.ts';

const roll = (notation: string, values: readonly number[]) => {
  const dice = createScriptedDice(values);
  const rolled = rollNotation(notation, dice);
  if (!rolled.ok) throw new Error(rolled.error.message);
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
  '2d6++3',
  'abc',
  '1d6!7',
  '1d6!1',
  '0#d6',
  '21#d6',
  '1e9',
  '-0x',
  'd6'.repeat(50),
  '99999999d6',
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
    { value: 2, status: 'dropped', exploded: true },
    { value: 3, status: 'dropped', exploded: false },
    { value: 4, status: 'kept', exploded: false },
  ]);
});
