import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createScriptedDice } from '../../src/dice/dice.ts';
import { findNotationError, rollNotation } from '../../src/dice/notation.ts';

const rolledSchema = z.strictObject({
  total: z.int(),
  notation: z.string().optional(),
  remark: z.string().optional(),
  labels: z.array(z.string().nullable()).optional(),
});
const cases = z
  .array(
    z.strictObject({
      command: z.string(),
      dice: z.array(z.int()),
      expect: z.array(rolledSchema).optional(),
      error: z.string().optional(),
    }),
  )
  .parse(JSON.parse(readFileSync(new URL('rolls.json', import.meta.url), 'utf8')));

test.each(cases)('$command with dice $dice', ({ command, dice: values, expect: wanted, error }) => {
  const dice = createScriptedDice(values);
  const rolled = rollNotation(command, dice);
  expect(dice.remaining()).toEqual([]);
  if (wanted === undefined) {
    expect(rolled).toMatchObject({ ok: false, error: expect.stringContaining(error ?? '') });
    expect(dice.rolledDice()).toEqual([]);
    expect(findNotationError(command)).toContain(error);
    return;
  }
  expect(findNotationError(command)).toBeUndefined();
  const all = rolled.ok ? rolled.value : [];
  expect(all.map(({ total }) => total)).toEqual(wanted.map(({ total }) => total));
  for (const [at, { notation, remark, labels }] of wanted.entries()) {
    const one = all[at];
    if (notation !== undefined) expect(one?.notation).toBe(notation);
    if (remark !== undefined) expect(one?.remark).toBe(remark);
    if (labels !== undefined) expect(one?.kind === 'sum' && one.terms.map(({ label = null }) => label)).toEqual(labels);
  }
});
