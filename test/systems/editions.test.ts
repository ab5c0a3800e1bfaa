import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';

const editionsOf = (system: string) => {
  const editions = rulesets.find(({ id }) => id === system)?.editions;
  if (editions === undefined) throw new Error(`No rulebook is called ${system}.`);
  return editions;
};

/** Settings as a table of edition 1 has them today. */
const lifted = (system: string, settings: unknown): Readonly<Record<string, unknown>> =>
  Object(editionsOf(system).settings(1, settings));

const dskullDice = { faces: ['SKL', 'BLK', 'ADV', 'ADV', 'HIT', 'HIT'], dropPolicy: 'auto' };

test.each([
  { system: 'skure', key: 'charge.countsOverrun', was: 'yes', other: 'no' },
  { system: 'dskull', key: 'dice', was: dskullDice, other: { ...dskullDice, dropPolicy: 'ask' } },
  { system: 'sword-world', key: 'initiativeTie', was: 'pcs', other: 'monsters' },
  { system: 'straalara', key: 'defenseBonus', was: 4, other: 5 },
  { system: 'segment', key: 'contingency', was: 'ask', other: 'one' },
])(
  '$system: a table of edition 1 goes by the defaults of then, and by what it chose',
  ({ system, key, was, other }) => {
    const whole = lifted(system, {});
    expect(whole[key]).toEqual(was);
    expect(lifted(system, { [key]: other })).toEqual({ ...whole, [key]: other });
    expect(lifted(system, whole)).toEqual(whole);
    expect(lifted(system, undefined)).toEqual(whole);
    // Nothing but settings changed.
    const { state, sheet, doing, events } = editionsOf(system);
    const saved = { something: 'saved' };
    expect([state(1, saved), sheet(1, saved), doing(1, saved), ...events(1, [saved])]).toEqual(Array(4).fill(saved));
  },
);

test.each([
  { faces: 'standard', want: ['SKL', 'BLK', 'ADV', 'ADV', 'HIT', 'HIT'] },
  { faces: 'brutal', want: ['SKL', 'BLK', 'ADV', 'HIT', 'HIT', 'HIT'] },
  { faces: ['HIT', 'HIT', 'HIT', 'HIT', 'HIT', 'SKL'], want: ['HIT', 'HIT', 'HIT', 'HIT', 'HIT', 'SKL'] },
])('DS-DICE-4: faces called $faces are the faces of that name of then', ({ faces, want }) => {
  expect(lifted('dskull', { dice: { faces, dropPolicy: 'ask' } }).dice).toEqual({ faces: want, dropPolicy: 'ask' });
});

test('a group keeps what was chosen in it, and the defaults of then beside it', () => {
  const usual = Object(lifted('sword-world', {}).prone);
  expect(lifted('sword-world', { prone: { checks: -4 } }).prone).toEqual({ ...usual, checks: -4 });
});
