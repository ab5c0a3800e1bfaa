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

test('SEG-RUL-3: battles of Segment that began before go on asking about one replacement too', () => {
  const { changedDefaults, settings } = editionsOf('segment');
  expect(changedDefaults(2)).toEqual([{ key: 'contingency', was: 'ask', is: 'one' }]);
  const pinned = lifted('segment', {});
  expect(pinned.contingency).toBe('ask');
  expect(settings(2, pinned)).toEqual(pinned);
});

test('SK-RUL-24, SK-RUL-43, SK-RUL-69: battles of Skure that began before keep how they read these', () => {
  const { changedDefaults, settings } = editionsOf('skure');
  expect(changedDefaults(2)).toEqual([
    { key: 'charge.countsOverrun', was: 'yes', is: 'no' },
    { key: 'ally.charges', was: 'no', is: 'yes' },
    { key: 'ally.ownCut', was: 'front', is: 'all' },
  ]);
  const pinned = lifted('skure', {});
  expect(settings(2, pinned)).toEqual(pinned);
});

test('RULING-13: what was written of dSkull before Tactics and Medicine were for sale goes on without them', () => {
  const { changedDefaults, settings, state, events } = editionsOf('dskull');
  expect(changedDefaults(3)).toEqual([
    { key: 'skills.prices.tactics', was: 'not-for-sale', is: 1 },
    { key: 'skills.prices.medicine', was: 'not-for-sale', is: 1 },
  ]);
  const prices = (tactics: number | 'not-for-sale') => ({
    skills: { prices: { tactics, medicine: 'not-for-sale' } },
    attack: { statuses: 'shown' },
  });
  const then = { skills: { prices: {} }, range: { perDie: 2 } };
  expect(settings(3, then)).toEqual({ ...prices('not-for-sale'), range: { perDie: 2 } });
  expect(settings(3, { skills: { prices: { tactics: 2 } } })).toEqual(prices(2));
  expect(state(3, { round: 1, settings: then })).toEqual({ round: 1, specials: [], settings: settings(3, then) });
  const set = { type: 'settings-set', key: 'range.perDie', value: '2', settings: then };
  const others = { type: 'scored', settings: then };
  expect(events(3, [set, others])).toEqual([{ ...set, settings: settings(3, then) }, others]);
  expect(settings(4, then)).toEqual(then);
});

const enchanted = { id: 'Enchant', cMod: -1 };
const warded = { id: 'Ward', evasion: 1 };
const both = (raised: object) => [raised, warded];
const everywhere = { ...enchanted, raises: 'all' };

test('SW-FEAT-6: what raised weapons and spells before edition 4 of Sword World goes on raising both', () => {
  const { state, sheet, events } = editionsOf('sword-world');
  const brought = (raised: object) => ({
    effects: both(raised),
    spells: [{ id: 'Enchant', effect: raised }, { id: 'Bolt' }],
  });
  const unit = (raised: object) => ({ id: 'Ilse', effects: both(raised), sheet: brought(raised) });
  const all = (raised: object) => [
    { type: 'entered', unit: unit(raised) },
    { type: 'effects', unit: 'Ilse', effects: both(raised) },
    { type: 'feat', unit: 'Ilse', effects: both(raised) },
    { type: 'corrected', unit: unit(raised) },
    { type: 'corrected', battle: { units: [unit(raised)] } },
  ];
  expect(sheet(3, brought(enchanted))).toEqual(brought(everywhere));
  expect(state(3, { units: [unit(enchanted)], effects: [{ who: 'Ilse' }] })).toEqual({
    units: [unit(everywhere)],
    effects: [{ who: 'Ilse' }],
  });
  expect(events(3, all(enchanted))).toEqual(all(everywhere));
  const others = [{ type: 'hung', effects: [{ power: 1 }] }, { type: 'lost' }, 'nothing'];
  expect(events(3, others)).toEqual(others);
  expect(sheet(4, brought(enchanted))).toEqual(brought(enchanted));
});
