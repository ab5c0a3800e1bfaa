import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { rollResultLines } from '../../src/battle/views/roll-lines.ts';
import { createScriptedDice } from '../../src/dice/dice.ts';
import { rollNotation } from '../../src/dice/notation.ts';
import { isSecretRoll, type PowerRollResult } from '../../src/dice/power-roll.ts';

const caseSchema = z.object({
  command: z.string(),
  version: z.string(),
  dice: z.array(z.array(z.int())),
  expect: z.object({
    error: z.string().optional(),
    c: z.int().optional(),
    read: z.array(z.int()).optional(),
    values: z.array(z.int().nullable()).optional(),
    rerolls: z.int().optional(),
    total: z.int().optional(),
    fumble: z.boolean().optional(),
  }),
});
/** Only the newest version's grammar is read. */
const cases = z
  .array(caseSchema)
  .parse(JSON.parse(readFileSync('test/dice/power-rolls.json', 'utf8')))
  .filter(({ version }) => version === '2.5');

const rolled = (command: string, values: readonly number[]): PowerRollResult => {
  const dice = createScriptedDice(values.map((value) => ({ value, sides: 6 })));
  const found = rollNotation(command, dice);
  if (!found.ok) throw new Error(found.error);
  const [only] = found.value;
  if (only?.kind !== 'power') throw new Error(`${command} is no power roll.`);
  expect(dice.remaining()).toEqual([]);
  return only;
};

test.each(cases)('SW-POWER-1, SW-CRIT-1: $command with $dice gives $expect', ({ command, dice, expect: want }) => {
  if (want.error !== undefined) {
    expect(rollNotation(command, createScriptedDice([])).ok).toBe(false);
    return;
  }
  const found = rolled(command, dice.flat());
  expect({
    c: found.command.c,
    read: found.passes.map(({ total }) => total),
    values: found.passes.map(({ value }) => value ?? null),
    ...(found.total === undefined ? { fumble: true } : { rerolls: found.passes.length - 1, total: found.total }),
  }).toEqual(want);
});

test.each([
  ['k20＠10＋5', [3, 4], 10],
  ['K20⑩+5', undefined, undefined],
  ['K20[⑨]+5', [4, 4], 11],
  ['K20@10+5 with the sword', [3, 4], 10],
  ['SK20+5', [3, 4], 10],
  ['K20@14', [6, 6], 10],
  ['K20+(2+3)*2', [3, 4], 15],
  ['K20+7/2-1', [3, 4], 8],
  ['K100', [5, 4], 22],
  ['K20r90', [5, 5, 3, 3], 26],
  ['K20ad2H', [3, 4], 3],
  ['K20H+2+3', [3, 4], 6],
  ['K20sf1@3', [1], undefined],
  ['K20sf4@6', [1, 1].slice(0, 1), 3],
  ['K20sz7', [3, 4], 0],
  ['K20$+12', [1, 2, 1, 3], 12],
  ['K20#-5', [3, 4], undefined],
  ['K0+1-8H', [3, 4], -2],
] as const)('%s with dice %j gives %j', (command, values, total) => {
  if (values === undefined) expect(rollNotation(command, createScriptedDice([])).ok).toBe(false);
  else expect(rolled(command, values).total).toBe(total);
});

test.each([
  ['K101', 'the power table has the rows 0 to 100.'],
  ['K20@2', 'with a C value below 3 the roll would never end.'],
  ['K20sf4#1@6', 'with a C value below 7 the roll would never end.'],
  ['K20@10@9', 'the C value can appear only once.'],
  ['HK20OH', 'H, OH or DB can appear only once.'],
  ['K20gfsf4', 'GF, SF or TF can appear only once.'],
  ['K10+5@9+2', 'write all bonuses next to each other.'],
  ['K20+', 'a number is missing after +.'],
  ['K20+(1', 'a closing bracket is missing.'],
  ['K20[10-1]', 'write one number inside [ ], or a sum in round brackets: [(10-1)].'],
  ['K20[(10-1)', 'write one number inside [ ], or a sum in round brackets: [(10-1)].'],
  ['K20/0', '/0 is not understood. Try K20@10+5, HK20+3, K20H+2, K20$+1.'],
  ['K20+1/0', 'nothing can be divided by 0.'],
  ['K20+9999999', 'no number may be above a million.'],
  ['K20+999999*999999', 'no number may be above a million.'],
  ['K20$1', 'a roll of two dice is between 2 and 12: write $2 to $12.'],
  ['K20 +5', 'write a power roll without spaces; text after a space is a label. Try K20+5.'],
  ['K20@10+{B}', 'replace each { } and the word in it with a number.'],
  ['K20+K30', 'a number is missing after +.'],
  ['k20zz', 'ZZ is not understood. Try K20@10+5, HK20+3, K20H+2, K20$+1.'],
])('%s is refused before any die is rolled: %s', (command, says) => {
  const dice = createScriptedDice([]);
  expect(rollNotation(command, dice)).toEqual({ ok: false, error: says });
  expect(dice.rolledDice()).toEqual([]);
});

test('a power roll names its first roll and its criticals separately', () => {
  const dice = createScriptedDice([
    { name: 'first roll', value: 5 },
    { name: 'first roll', value: 5 },
    { name: 'critical 1', value: 2 },
    { name: 'critical 1', value: 3 },
    { name: 'first roll', value: 3 },
    { name: 'first roll', value: 4 },
  ]);
  const found = rollNotation('2#K20', dice);
  expect(found.ok && found.value.map(({ total }) => total)).toEqual([11, 5]);
  expect(dice.remaining()).toEqual([]);
});

test('an endless series of criticals is stopped', () => {
  expect(
    rolled(
      'K0@3',
      Array.from({ length: 1002 }, () => 6),
    ).passes,
  ).toHaveLength(501);
});

test.each([
  [
    'K20@10+5',
    [5, 5, 2, 3],
    'K20@10+5 → 16',
    ['power 20, C 10: 5+5 → 8, critical 2+3 → 3', '= 11', '+5 extra', '= 16'],
  ],
  ['HK20+5', [3, 4], 'HK20+5 → 5', ['power 20: 3+4 → 5', '+5 extra', '= 10, half 5']],
  ['K20+8H+2', [3, 4], 'K20+8H+2 → 9', ['power 20: 3+4 → 5', '+8 extra', '= 13, half 7', '+2 added afterwards', '= 9']],
  ['K20', [1, 1], 'K20 → automatic failure', ['power 20, C 10: 1+1 → failure, automatic failure']],
  [
    'K20$+2r5ad1',
    [4, 4, 2, 3],
    'K20$+2r5ad1 → 13',
    ['power 20, C 10: 4+4 as 10 → 8, critical row 25: 2+3 → 4', '= 12', '+1 for criticals', '= 13'],
  ],
  ['2#K20gf', [4, 3], 'K20gf → 6', ['power 20, C 10: 4 as 8 → 6', '= 6']],
] as const)('SW-POWER-1, SW-DMG-2: %s with dice %j shows its sum', (command, values, text, row) => {
  const found = rollNotation(command, createScriptedDice(values));
  const [told] = found.ok ? rollResultLines(found.value) : [];
  expect(told?.text).toBe(text);
  expect(told?.rows.map((steps) => steps.map(({ says }) => says))).toEqual([row]);
});

test.each([
  ['SK20', true],
  ['sohk20+1', true],
  ['Ｓk20', true],
  ['3#SK20', true],
  ['x2 SK20', true],
  ['[Bite] SK20', true],
  ['d6; sk(10+10)', true],
  ['K20', false],
  ['skill', false],
])('%s is hidden from the others: %s', (command, want) => {
  expect(isSecretRoll(command)).toBe(want);
});
