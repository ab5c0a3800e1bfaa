import { describe, expect, test } from 'vitest';
import { defaultNumberWords, gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import {
  dskull,
  settingsSchema,
  warbandLines,
  warbandReport,
  writtenWarband,
} from '../../../src/systems/dskull/index.ts';
import type { State } from '../../../src/systems/dskull/state.ts';
import { bow, duel, gmCall, plain, stage, sword, type Written, warrior } from './stage.ts';

const viewer = (unseen: readonly string[] = []): Viewer => ({
  gm: false,
  user: 'p',
  controls: ['A'],
  knows: [],
  unseen,
  foes: { mode: 'words', words: defaultNumberWords },
});
const asked = (state: State, query: string, params: object, who: Viewer = gmViewer) =>
  dskull.openGame(JSON.parse(JSON.stringify(state))).answerQuery(query, gmCall, params, who);
const textOf = (answer: ReturnType<typeof asked>): string =>
  answer.ok ? answer.value.lines.map(({ text }) => text).join('\n') : answer.error.code;
const rulesOf = (answer: ReturnType<typeof asked>): readonly string[] =>
  answer.ok ? answer.value.lines.flatMap(({ rows }) => rows.flat().map(({ says }) => says)) : [];

describe('odds are counted out exactly', () => {
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
  ] as const)('DS-DICE-11: $base d $step $how hits at $want, as section 2 prints it', ({ base, step, how, want }) => {
    const roll = `${base}d${step < 0 ? step : `+${step}`}`;
    expect(textOf(asked(state, 'odds', { roll, count: how }))).toContain(`At least one hit: ${want} (`);
  });

  // HIT, ADV or BLK, and SKL; then HIT or ADV, BLK, and SKL: so every face is told apart from the others.
  test.each([
    { step: -2, plain: ['1/27', '13/24', '91/216'], melee: ['8/27', '61/216', '91/216'] },
    { step: -1, plain: ['1/9', '7/12', '11/36'], melee: ['4/9', '1/4', '11/36'] },
    { step: 0, plain: ['1/3', '1/2', '1/6'], melee: ['2/3', '1/6', '1/6'] },
    { step: 1, plain: ['5/9', '5/12', '1/36'], melee: ['8/9', '1/12', '1/36'] },
  ])('DS-DICE-3: the kept face of 1d $step, best first', ({ step, plain: usual, melee }) => {
    const chances = (count: string) =>
      rulesOf(asked(state, 'odds', { roll: `1d${step < 0 ? step : `+${step}`}`, count })).map(
        (says) => /\((.*)\)/.exec(says)?.[1],
      );
    expect([chances('default'), chances('melee')]).toEqual([usual, melee]);
  });

  test('DS-CMD-16: an attack, its results summing to the chance to hit', () => {
    const state = stage({ ...duel, activation: { warrior: 'a', active: ['sword'] } }).state();
    const answer = asked(state, 'odds', { target: 'b' });
    expect(textOf(answer)).toBe('Chance to hit: 66.7 %. Chance to take b out: 13.6 %.');
    expect(rulesOf(answer)).toContain('hit 66.7 % (2/3)');
    expect(rulesOf(answer)).toContain('incapacitated 13.6 % (11/81)');
  });

  test('DS-CMD-16: a plain roll', () => {
    expect(textOf(asked(stage(duel).state(), 'odds', { roll: '2d-1' }))).toBe('At least one hit: 20.4 % (11/54).');
  });
});

test('DS-CMD-16: los gives corner, four lines, count and cover, drawn', () => {
  const state = stage({
    board: plain,
    warriors: [warrior('a', 'A', [1, 1]), warrior('x', 'B', [3, 1]), warrior('b', 'B', [5, 1])],
  }).state();
  const answer = asked(state, 'los', { from: 'a', target: 'b' });
  expect(textOf(answer)).toBe('1 of 4 lines from the NW corner are clear: no line of sight.');
  expect(answer.ok && answer.value.strokes?.map(({ kind }) => kind)).toEqual([
    'sight',
    'sight',
    'blocked-sight',
    'blocked-sight',
  ]);
  expect(textOf(asked(state, 'los', { from: 'A8', target: 'F5', corner: 'NE' }))).toMatch(/4 of 4/);
});

test('DS-CMD-16: los leaves out whom the reader must not know of', () => {
  const state = stage({
    board: plain,
    warriors: [warrior('a', 'A', [1, 1]), warrior('x', 'B', [3, 1]), warrior('b', 'B', [5, 1])],
  }).state();
  expect(textOf(asked(state, 'los', { from: 'a', target: 'b' }, viewer(['x'])))).toMatch(/3 of 4/);
  expect(asked(state, 'los', { from: 'a', target: 'x' }, viewer(['x']))).toMatchObject({ ok: false });
});

test('DS-CMD-16: cost tells each step before it is paid', () => {
  const setup: Written = {
    board: plain,
    warriors: [warrior('a', 'A', [2, 2]), warrior('b', 'B', [3, 2])],
    activation: { warrior: 'a', mp: 4 },
  };
  const answer = asked(stage(setup).state(), 'cost', { path: 'C4 C5' });
  expect(textOf(answer)).toBe('3 MP in all; 4 MP can be spent now.');
  expect(rulesOf(answer)).toEqual(['C4', '1 step', '1 zone', '= 2', 'C5', '1 step', '= 1']);
});

test('DS-CMD-16: zone without a name shows everybody’s, but of nobody the reader must not know of', () => {
  const state = stage(duel).state();
  const all = asked(state, 'zone', {});
  expect(textOf(all)).toBe('A: a.\nB: b.');
  expect(all.ok && all.value.zones?.map(({ label }) => label)).toEqual(['Zones of A', 'Zones of B']);
  const known = asked(state, 'zone', {}, viewer(['B', 'b']));
  expect(textOf(known)).toBe('A: a.');
  expect(JSON.stringify(known)).not.toMatch(/"[Bb]"|of B/);
});

test('DS-LOS-10: lines of one direction that count once are named', () => {
  const state = stage({ board: plain, warriors: [warrior('a', 'A', [2, 0]), warrior('b', 'B', [2, 5])] }).state();
  const answer = asked(state, 'los', { from: 'a', target: 'b', corner: 'NW' });
  expect(textOf(answer)).toMatch(/^3 of 4/);
  expect(rulesOf(answer)).toContain('4 clear; lines in the same direction count once');
});

test('DS-CMD-16: zone shows the spaces and whether it is contested', () => {
  const answer = asked(stage(duel).state(), 'zone', { warrior: 'a' });
  expect(textOf(answer)).toBe('a has a contested zone and is engaged by b.');
  expect(answer.ok && answer.value.zones?.[0]?.squares).toHaveLength(4);
});

test('DS-CMD-16: status tells the battle and one warrior', () => {
  const state = stage(duel).state();
  expect(textOf(asked(state, 'status', {}))).toMatch(/Round 1, resolution.*\nWaiting for A to activate a warrior\./);
  expect(rulesOf(asked(state, 'status', { warrior: 'a' }))).toContain('sword (one-handed, melee, 2 dice)');
  expect(asked(state, 'status', { warrior: 'b' }, viewer(['b']))).toMatchObject({ ok: false });
});

test('DS-CMD-16: the board can be written down and drawn again', () => {
  expect(textOf(asked(stage(duel).state(), 'ground', { form: 'text' }))).toBe('8x8');
});

describe('DS-CMD-1', () => {
  test('DS-CMD-1: all errors at once, the cost in its parts', () => {
    const report = warbandReport({
      name: 'X',
      warriors: [{ name: 'A', race: 'troll', weapons: [sword, bow, bow], traits: ['fast'] }],
    });
    if (typeof report === 'string') throw new Error(report);
    expect(report.says).toEqual(['A: there is no race troll', 'A: the trait fast cannot be bought']);
    expect(report.costs[0]?.cost).toMatchObject({ body: 6, weapons: 8, hands: 2, total: 16 });
  });

  test.each([
    ['{', 'That is not JSON.'],
    ['[]', /not a warband/],
    ['{"name":"X"}', /warriors/],
  ] as const)('DS-CMD-1: %s is no warband', (text, says) => {
    expect(warbandReport(text)).toMatch(says);
  });

  test('DS-CMD-1, DS-WB-20: the lines itemise', () => {
    const watch = writtenWarband(dskull.presets['greyford-watch']?.sheet);
    if (!watch.ok) throw new Error(watch.error);
    const lines = warbandLines(watch.value, settingsSchema.parse({}));
    expect(lines.map(({ text }) => text)).toEqual([
      '40 of 40 points, none left: the warband may join.',
      'Ysolde: 13 points',
      'Tam: 10 points',
      'Odo: 9 points',
      'Wren: 8 points',
    ]);
    expect(lines.flatMap(({ rows }) => rows.flat().map(({ says }) => says))).toContain('= 13');
  });
});

test.each(Object.entries(dskull.presets))('DS-WB-1: the example warband %s costs 40 points', (_id, { sheet }) => {
  const report = warbandReport(sheet);
  expect(report).toMatchObject({ ok: true, total: 40 });
});
