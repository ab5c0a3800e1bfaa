import { expect, test } from 'vitest';
import type { EditionStep } from '../../src/rules/editions.ts';
import { edition2 as dskull } from '../../src/systems/dskull/editions/2.ts';
import { edition2 as segment } from '../../src/systems/segment/editions/2.ts';
import { edition2 as skure } from '../../src/systems/skure/editions/2.ts';
import { edition2 as straalara } from '../../src/systems/straalara/editions/2.ts';
import { edition2 as swordWorld } from '../../src/systems/sword-world/editions/2.ts';

const lifted = (step: EditionStep, settings: unknown): Readonly<Record<string, unknown>> =>
  Object(step.settings?.(settings));

const dskullDice = { faces: ['SKL', 'BLK', 'ADV', 'ADV', 'HIT', 'HIT'], dropPolicy: 'auto' };

test.each([
  { system: 'skure', step: skure, key: 'charge.countsOverrun', was: 'yes', other: 'no' },
  { system: 'dskull', step: dskull, key: 'dice', was: dskullDice, other: { ...dskullDice, dropPolicy: 'ask' } },
  { system: 'sword-world', step: swordWorld, key: 'initiativeTie', was: 'pcs', other: 'monsters' },
  { system: 'straalara', step: straalara, key: 'defenseBonus', was: 4, other: 5 },
  { system: 'segment', step: segment, key: 'contingency', was: 'ask', other: 'one' },
])('$system: a table of edition 1 goes by the defaults of then, and by what it chose', ({ step, key, was, other }) => {
  const whole = lifted(step, {});
  expect(whole[key]).toEqual(was);
  expect(lifted(step, { [key]: other })).toEqual({ ...whole, [key]: other });
  expect(lifted(step, whole)).toEqual(whole);
  expect(lifted(step, undefined)).toEqual(whole);
  // Nothing but settings changed.
  expect(Object.keys(step)).toEqual(['settings']);
});

test.each([
  { faces: 'standard', want: ['SKL', 'BLK', 'ADV', 'ADV', 'HIT', 'HIT'] },
  { faces: 'brutal', want: ['SKL', 'BLK', 'ADV', 'HIT', 'HIT', 'HIT'] },
  { faces: ['HIT', 'HIT', 'HIT', 'HIT', 'HIT', 'SKL'], want: ['HIT', 'HIT', 'HIT', 'HIT', 'HIT', 'SKL'] },
])('DS-DICE-4: faces called $faces are the faces of that name of then', ({ faces, want }) => {
  expect(lifted(dskull, { dice: { faces, dropPolicy: 'ask' } }).dice).toEqual({ faces: want, dropPolicy: 'ask' });
});

test('a group keeps what was chosen in it, and the defaults of then beside it', () => {
  const usual = Object(lifted(swordWorld, {}).prone);
  expect(lifted(swordWorld, { prone: { checks: -4 } }).prone).toEqual({ ...usual, checks: -4 });
});
