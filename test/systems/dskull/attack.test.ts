import { describe, expect, test } from 'vitest';
import { defaultNumberWords, type Viewer } from '../../../src/rules/reader.ts';
import {
  acting,
  asked,
  describeOrder,
  duel,
  mortar,
  outsider,
  plain,
  rulesOf,
  stage,
  textOf,
  warrior,
} from './stage.ts';

test('DS-GEN-11: an attack shows its rolls in one line each', () => {
  const setup = {
    ...acting(),
    warriors: [
      warrior('a', 'A', [2, 2], { shield: true }),
      warrior('b', 'B', [3, 2], { shield: true, armour: 'light' }),
    ],
  };
  const lines = describeOrder(setup, [5, 3, 5, 2, 2, 5], 'attack', { target: 'b' });
  expect(lines.map(({ text }) => text)).toContain('a attacks b with sword: 2 hits, wounded.');
  const attacked = lines.find(({ text }) => text.startsWith('a attacks'));
  expect(attacked?.rows.map((row) => row.map(({ says }) => says).join(' · '))).toEqual([
    'attack 2d−1 · −1 shield · HIT (5), ADV (3), HIT (5) · B removes HIT (die 3) · kept HIT, ADV · = 2 hits',
    'armour 1d · BLK (2) · 2 damage − 0 = 2',
    'injury 1d−1 · −1 injury roll · BLK (2), HIT (5) · A removes HIT (die 2) · kept BLK · 2 damage − 0 = 2 · wounded',
  ]);
});

test.each([
  { says: 'a move', verb: 'move', params: { path: 'C4 C5' }, dice: [], text: 'a moves from C3 to C5; 1 MP left.' },
  { says: 'movement points', verb: 'gain', params: {}, dice: [], text: 'a gains 4 MP; 8 in all.' },
  { says: 'a miss', verb: 'attack', params: { target: 'b' }, dice: [2, 2], text: 'a attacks b with sword: a miss.' },
  { says: 'an Attack action', verb: 'attack-action', params: {}, dice: [], text: 'a gains attacks: 1 with sword.' },
])('DS-CMD-16: the log describes $says', ({ verb, params, dice, text }) => {
  expect(describeOrder(acting({ mp: 4 }), dice, verb, params).map((line) => line.text)).toContain(text);
});

test('DS-AOE-5: the log describes a blast for each victim', () => {
  const setup = {
    board: plain,
    warriors: [warrior('a', 'A', [1, 1], { weapons: [mortar] }), warrior('b', 'B', [3, 2])],
    activation: { warrior: 'a' },
  };
  expect(describeOrder(setup, [5, 2, 2, 2, 2], 'blast', { to: 'D3' }).map(({ text }) => text)).toEqual([
    'a aims mortar at D3.',
    'The blast hits b: 1 hit, stunned.',
  ]);
});

test('DS-GEN-11: secret steps and armour rolls are hidden from other players', () => {
  const setup = {
    ...acting(),
    warriors: [
      warrior('a', 'A', [2, 2], { shield: true }),
      warrior('b', 'B', [3, 2], { shield: true, armour: 'light' }),
    ],
  };
  const rows = (viewer: Viewer) =>
    JSON.stringify(describeOrder(setup, [5, 3, 5, 2, 2, 5], 'attack', { target: 'b' }, 'A', viewer));
  const keeping = (term: string): Viewer => ({
    ...outsider(),
    foes: { mode: 'words', words: defaultNumberWords, of: { [term]: { mode: 'off', words: [] } } },
  });
  expect(rows(outsider())).toContain('shield');
  expect(rows(outsider())).toContain('armour');
  expect(rows(keeping('steps'))).not.toContain('shield');
  expect(rows(keeping('armour'))).not.toMatch(/armour|DS-INJ-5/);
});

describe('DS-CMD-16: odds are exact', () => {
  const state = stage(duel).state();

  test.each([
    { base: 2, step: -2, how: 'default', want: '8.6 %' },
    { base: 2, step: -1, how: 'default', want: '20.4 %' },
    { base: 2, step: 0, how: 'default', want: '44.4 %' },
    { base: 2, step: 1, how: 'default', want: '67.6 %' },
    { base: 2, step: -2, how: 'melee', want: '39.5 %' },
    { base: 2, step: -1, how: 'melee', want: '51.9 %' },
    { base: 2, step: 0, how: 'melee', want: '66.7 %' },
    { base: 2, step: 1, how: 'melee', want: '90.7 %' },
    { base: 3, step: -2, how: 'default', want: '13.8 %' },
    { base: 3, step: 1, how: 'default', want: '74.1 %' },
    { base: 3, step: -2, how: 'melee', want: '54.3 %' },
    { base: 3, step: -1, how: 'melee', want: '66.7 %' },
    { base: 3, step: 0, how: 'melee', want: '79.6 %' },
    { base: 3, step: 1, how: 'melee', want: '93.8 %' },
  ] as const)('DS-DICE-11: $base d $step $how hits with the chance $want of section 2', ({ base, step, how, want }) => {
    const roll = `${base}d${step < 0 ? step : `+${step}`}`;
    expect(textOf(asked(state, 'odds', { roll, count: how }))).toContain(`At least one hit: ${want} (`);
  });

  // Two ways of counting together tell every face from the others.
  test.each([
    { step: -2, plain: ['1/27', '13/24', '91/216'], melee: ['8/27', '61/216', '91/216'] },
    { step: -1, plain: ['1/9', '7/12', '11/36'], melee: ['4/9', '1/4', '11/36'] },
    { step: 0, plain: ['1/3', '1/2', '1/6'], melee: ['2/3', '1/6', '1/6'] },
    { step: 1, plain: ['5/9', '5/12', '1/36'], melee: ['8/9', '1/12', '1/36'] },
  ])('DS-DICE-3: 1d $step keeps each face with its exact chance', ({ step, plain: usual, melee }) => {
    const chances = (count: string) =>
      rulesOf(asked(state, 'odds', { roll: `1d${step < 0 ? step : `+${step}`}`, count })).map(
        (says) => /\((.*)\)/.exec(says)?.[1],
      );
    expect([chances('default'), chances('melee')]).toEqual([usual, melee]);
  });

  test('DS-CMD-16: the results of an attack sum to its chance to hit', () => {
    const state = stage({ ...duel, activation: { warrior: 'a', active: ['sword'] } }).state();
    const answer = asked(state, 'odds', { target: 'b' });
    expect(textOf(answer)).toBe('Chance to hit: 66.7 %. Chance to take b out: 13.6 %.');
    expect(rulesOf(answer)).toContain('hit: 66.7 % (2/3)');
    expect(rulesOf(answer)).toContain('incapacitated: 13.6 % (11/81)');
  });

  test('DS-CMD-16: odds of a plain roll are shown', () => {
    expect(textOf(asked(stage(duel).state(), 'odds', { roll: '2d-1' }))).toBe('At least one hit: 20.4 % (11/54).');
  });
});
