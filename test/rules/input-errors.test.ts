import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseInput } from '../../src/rules/verb.ts';

const params = z.strictObject({
  target: z.string().min(1).max(5),
  times: z.int().min(1).max(3).default(1),
  open: z.boolean().optional(),
  mode: z.enum(['melee', 'ranged']).optional(),
  rows: z.literal([5, 6]).optional(),
  name: z.string().regex(/^x/, 'it must begin with x').optional(),
});

test.each([
  { input: {}, option: 'target', problem: 'a value is missing' },
  { input: { target: '' }, option: 'target', problem: 'it is empty' },
  { input: { target: 'too long' }, option: 'target', problem: 'at most 5 characters' },
  { input: { target: 5 }, option: 'target', problem: 'a text is needed' },
  { input: { target: 'a', times: 0 }, option: 'times', problem: 'at least 1' },
  { input: { target: 'a', times: 4 }, option: 'times', problem: 'at most 3' },
  { input: { target: 'a', times: 1.5 }, option: 'times', problem: 'a whole number is needed' },
  { input: { target: 'a', times: 1e300 }, option: 'times', problem: 'at most 9007199254740991' },
  { input: { target: 'a', times: 'x' }, option: 'times', problem: 'a number is needed' },
  { input: { target: 'a', open: 'x' }, option: 'open', problem: 'write yes or no' },
  { input: { target: 'a', mode: 'x' }, option: 'mode', problem: 'choose one of melee, ranged' },
  { input: { target: 'a', rows: 7 }, option: 'rows', problem: 'choose one of 5, 6' },
  { input: { target: 'a', name: 'y' }, option: 'name', problem: 'it must begin with x' },
  { input: { target: 'a', mood: 'y' }, option: 'mood', problem: 'there is no field with that name here' },
])('$input is refused with an explanation: $option, $problem', ({ input, option, problem }) => {
  expect(parseInput(params, input)).toEqual({ ok: false, error: { code: 'bad-input', facts: { option, problem } } });
});
