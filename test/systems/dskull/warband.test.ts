import { describe, expect, test } from 'vitest';
import {
  describeProblem,
  dskull,
  parseWarband,
  parseWeapons,
  settingsSchema,
  warbandLines,
} from '../../../src/systems/dskull/index.ts';
import { checkWarband } from '../../conformance/dskull/setup.ts';
import { bow, sword } from './stage.ts';

describe('DS-CMD-1', () => {
  test('DS-CMD-1: the report lists all errors and the parts of each cost', () => {
    const report = checkWarband({
      name: 'X',
      warriors: [{ name: 'A', race: 'troll', weapons: [sword, bow, bow], traits: ['fast'] }],
    });
    expect(report.errors.map(describeProblem)).toEqual([
      'A: there is no race troll',
      'A: the trait fast cannot be bought',
    ]);
    expect(report.costs[0]?.cost).toMatchObject({ body: 6, weapons: 8, hands: 2, total: 16 });
  });

  test.each([
    [[], /warband/],
    [{ name: 'X' }, /warriors/],
  ] as const)('DS-CMD-1: %j is refused as a warband', (given, error) => {
    expect(parseWarband(given)).toMatchObject({ ok: false, error: expect.stringMatching(error) });
  });

  test('DS-CMD-1, DS-WB-20: the report itemises each cost', () => {
    const watch = parseWarband(dskull.presets['greyford-watch']?.sheet);
    if (!watch.ok) throw new Error(watch.error);
    const lines = warbandLines(watch.value, settingsSchema.parse({}));
    expect(lines.map(({ text }) => text)).toEqual([
      '40 of 40 points, 0 left. The warband may join.',
      'Ysolde: 13 points',
      'Tam: 10 points',
      'Odo: 9 points',
      'Wren: 8 points',
    ]);
    expect(lines.flatMap(({ rows }) => rows.flat().map(({ says }) => says))).toContain('= 13');
  });
});

test.each(Object.entries(dskull.presets))('DS-WB-1: the example warband %s costs 40 points', (_id, { sheet }) => {
  const report = checkWarband(sheet);
  expect(report).toMatchObject({ ok: true, total: 40 });
});

test.each([
  ['fire pots', { aoe: 1, charges: 3 }],
  ['fire pots 1 charge', { aoe: 1, charges: 1 }],
  ['fire pots 1h ranged area 1', { aoe: 1, charges: undefined }],
])('DS-WB-12: the weapon “%s” has no values that were not written', (text, { aoe, charges }) => {
  const read = parseWeapons(text);
  const [weapon] = read.ok ? read.value : [];
  expect([weapon?.aoe, weapon?.charges]).toEqual([aoe, charges]);
});
