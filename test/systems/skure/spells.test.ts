import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { ann, as, battle, bob, told, verb } from './stage.ts';

const offered = (game: Game, name: string, param: string, call = as('Ann'), soFar = {}) =>
  game.offers(name, param, call, soFar, gmViewer)?.map(({ value }) => value);

test('SK-SPELL-3, SK-RUL-57: offers need essence and a clear line', () => {
  const spells = [{ name: 'Dart', cost: 2, range: 5, damage: 12 }];
  const mage = (essence: number) => ann({ y: 8, rangedRange: 6, maxEssence: 4, essence, spells });
  const walled = { settings: { 'sight.obstacles': 'yes' }, board: { width: 20, height: 20, blocked: [[5, 6]] } };
  expect(offered(battle([mage(1), bob()]), 'cast', 'target')).toEqual(['Bob']);
  expect(offered(battle([mage(0), bob()]), 'cast', 'spell')).toEqual([]);
  expect(offered(battle([mage(0), bob()]), 'cast', 'target')).toEqual([]);
  expect(offered(battle([mage(1), bob()], walled), 'cast', 'target')).toEqual([]);
  expect(offered(battle([mage(1), bob()], walled), 'attack', 'target')).toEqual([]);
});

test('SK-SPELL-8: the log says that a spell misses', () => {
  const lance = { name: 'Lance', cost: 1, range: 5, damage: 12, usesHitRoll: true };
  const game = battle([ann({ essence: 1, maxEssence: 5, spells: [lance] }), bob()]);
  expect(told(game, as('Ann'), verb('cast', { spell: 'Lance', target: 'Bob' }), [10])).toEqual([
    'Ann casts Lance at Bob.',
    'Ann misses Bob with Lance: Miss or Block, 0 damage.',
  ]);
});

test('SK-SPELL-6: the log says that a spell fails', () => {
  const dart = { name: 'Dart', cost: 3, range: 5, damage: 12, element: 'fire' };
  const game = battle([ann({ essence: 1, maxEssence: 5, spells: [dart] }), bob()]);
  expect(told(game, as('Ann'), verb('cast', { spell: 'dart', target: 'Bob' }), [50])).toEqual([
    'Ann casts Dart at Bob, but it fails.',
    'Ann is stunned (1 turn).',
  ]);
});
