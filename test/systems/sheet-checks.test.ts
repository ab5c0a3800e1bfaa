import { expect, test } from 'vitest';
import { findNotationError } from '../../src/dice/notation.ts';
import type { SheetCheck } from '../../src/rules/sheets.ts';
import { rulesets } from '../../src/systems/index.ts';
import { segment } from '../../src/systems/segment/index.ts';
import { straalara } from '../../src/systems/straalara/index.ts';
import { swordWorld } from '../../src/systems/sword-world/index.ts';
import { gathered, stateOf } from './sword-world/table.ts';

const named = (checks: readonly SheetCheck[], name: string) => checks.find((each) => each.name === name);

test.each(rulesets.map((ruleset) => [ruleset.id, ruleset] as const))(
  '%s: each check of each preset is a valid roll with its own name',
  (_, ruleset) => {
    for (const { title, sheet } of Object.values(ruleset.presets)) {
      const checks = ruleset.sheetChecks(sheet);
      expect(new Set(checks.map(({ name }) => name)).size, title).toBe(checks.length);
      expect(
        checks.flatMap(({ notation }) => findNotationError(notation) ?? []),
        title,
      ).toEqual([]);
    }
    expect(ruleset.sheetChecks('no sheet')).toEqual([]);
  },
);

test('SEG-CHECK-1, SEG-CHECK-3, SEG-CHECK-5: checks use attributes, multiples, Luck and skills', () => {
  const sheet = { maxHp: 20, per: 13, dex: 11, luck: 30, firstAid: 40, skills: [{ name: 'Climbing', chance: 55 }] };
  const checks = segment.sheetChecks(sheet);
  const percent = (name: string, target: number) => ({ name, notation: 'd100', succeeds: 'at-most', target });
  for (const [name, target] of [
    ['PER', 13],
    ['DEX', 11],
    ['5x PER', 65],
    ['2x DEX', 22],
    ['Luck', 30],
    ['Climbing', 55],
    ['First Aid', 40],
  ] as const)
    expect(named(checks, name)).toEqual(percent(name, target));
  expect(named(checks, '6x PER')).toBeUndefined();
  expect(named(segment.sheetChecks({ maxHp: 20 }), 'First Aid')).toBeUndefined();
});

test('ST-POOL-1, ST-POOL-6, ST-POOL-7, ST-POOL-10: a check rolls attribute and ability in d10', () => {
  const sheet = {
    attributes: { strength: 2, dexterity: 3, stamina: 2, wits: 4 },
    abilities: { alertness: 3, brawl: 0 },
  };
  const checks = straalara.sheetChecks(sheet);
  expect(named(checks, 'wits alertness')).toEqual({
    ...{ name: 'wits alertness', notation: '7d10>=6fmin0', succeeds: 'at-least', target: 1 },
  });
  expect(named(checks, 'wits brawl')?.notation).toBe('4d10>=6fmin0');
  expect(named(checks, 'strength')?.notation).toBe('2d10>=6fmin0');
});

test('SW-DICE-2, SW-DICE-3, SW-DATA-3, SW-DATA-4: a check adds level and ability to 2d', () => {
  const sheet = {
    classes: { Scout: 2, Fencer: 3, Sage: 0 },
    abilities: { dex: 18, agi: 12, str: 6, vit: 17, int: 12, spi: 5 },
  };
  const checks = swordWorld.sheetChecks(sheet);
  const rolls = (name: string) => named(checks, name)?.notation;
  expect(named(checks, 'Scout dex')).toEqual({
    ...{ name: 'Scout dex', notation: '2d6+5', succeeds: 'at-least', always: { succeeds: 12, fails: 2 } },
  });
  expect([rolls('Scout'), rolls('unskilled'), rolls('Sage'), rolls('Fortitude'), rolls('Willpower')]).toEqual([
    ...['2d6+2', '2d6', undefined, '2d6+5', '2d6+3'],
  ]);
});

test('SW-ACC-4, SW-DATA-5: the sheet’s value comes first, and a fixed value rolls no dice', () => {
  const sheet = { kind: 'monster', fortitude: { mod: 4, fixed: 11 }, willpower: -1 };
  const rolls = (more: object) => swordWorld.sheetChecks({ ...sheet, ...more }).map(({ notation }) => notation);
  expect(rolls({ useFixed: false }).slice(0, 2)).toEqual(['2d6+4', '2d6-1']);
  expect(rolls({}).slice(0, 2)).toEqual(['11', '2d6-1']);
});

test('SW-ROUND-2, SW-DICE-2 a check rolled in a battle counts effects, as the check of the rulebook does', () => {
  const checks = (effects: object[]) => {
    const game = gathered([
      ['Wolf', 'allies', 'wolf', { effects }],
      ['Grim', 'enemies', 'goblin'],
    ]);
    const found = game.sheetChecks('Wolf', stateOf(game).units[0]?.sheet);
    return ['Fortitude', 'unskilled'].map((name) => named(found, name)?.notation ?? '');
  };
  const total = (notation = ''): number => Number(/[+-]\d+$/.exec(notation)?.[0] ?? 0);
  const [plain, blessed] = [checks([]), checks([{ id: 'bless', remaining: 'long', checks: 2 }])];
  expect(blessed.map(total)).toEqual(plain.map((each) => total(each) + 2));
});
