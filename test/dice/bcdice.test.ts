import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createScriptedDice } from '../../src/dice/dice.ts';
import { type RollResult, rollNotation } from '../../src/dice/notation.ts';

/** Figures of BCDice's own tests of Sword World 1.0, 2.0 and 2.5 (bcdice/BCDice@98145305, BSD-3-Clause). */
const cases = z
  .array(z.tuple([z.string(), z.array(z.int()), z.union([z.int(), z.string(), z.tuple([z.int(), z.string()])])]))
  .parse(JSON.parse(readFileSync(new URL('bcdice.json', import.meta.url), 'utf8')));

const resultOf = (rolled: RollResult | undefined) =>
  rolled?.kind === 'sum' && rolled.outcome !== undefined
    ? [rolled.total, rolled.outcome.result]
    : (rolled?.total ?? 'failure');

test.each(cases)('SW-POWER-1, SW-DICE-3: %s with dice %j gives %j as in BCDice', (command, values, want) => {
  const dice = createScriptedDice(values);
  const rolled = rollNotation(command, dice);
  expect(rolled.ok ? resultOf(rolled.value[0]) : 'refused').toEqual(want);
  expect(dice.remaining()).toEqual([]);
});
