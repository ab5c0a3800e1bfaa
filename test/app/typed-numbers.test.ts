import { expect, test } from 'vitest';
import { z } from 'zod';
import { coerceInput } from '../../src/app/verbs/verb-command.ts';
import { listOptions } from '../../src/rules/command-options.ts';
import { wholeNumberParam } from '../../src/rules/verb.ts';

const params = z.strictObject({ n: wholeNumberParam('A number', -10, 10) });

test.each([
  ['−5', -5],
  [' +5 ', 5],
  ['1000000', 1_000_000],
  ['0x10', '0x10'],
  ['1 5', '1 5'],
])('a number option reads the text “%s” as %s', (text, want) => {
  expect(coerceInput(listOptions(params), { n: text })).toEqual({ n: want });
});
