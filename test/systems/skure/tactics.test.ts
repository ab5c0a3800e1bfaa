import { expect, test } from 'vitest';
import { scriptedDice } from '../../../src/dice/scripted.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { ann, as, battle, bob, verb } from './stage.ts';

const dart = { name: 'Dart', cost: 2, range: 5, damage: 12 };
const mage = (given: object = {}) => ann({ attack: 1, maxEssence: 8, essence: 8, spells: [dart], ...given });
const far = bob({ y: 2, attack: 60 });

const best = (game: Game) => game.plans('Ann', gmViewer)[0];
const lastOf = (game: Game) => best(game)?.orders.at(-1);

test('SK-SPELL-1: a mage casts from where it stands, and its orders are legal', () => {
  const game = battle([mage(), far]);
  expect(best(game)?.label).toBe('Cast Dart on Bob');
  expect(best(game)?.orders).toEqual([{ verb: 'cast', params: { spell: 'Dart', target: 'Bob' } }]);
  const cast = game.act(verb('cast', { spell: 'Dart', target: 'Bob' }), as('Ann'), [], scriptedDice([]));
  expect(cast.ok).toBe(true);
});

test('SK-SPELL-2, SK-SPELL-5: no spell that may fail; one that is paid for exactly is cast, but not after a move', () => {
  expect(lastOf(battle([mage({ essence: 1 }), far]))?.verb).not.toBe('cast');
  expect(lastOf(battle([mage({ essence: 2 }), far]))?.verb).toBe('cast');
  const farther = bob({ y: 0, attack: 60 });
  const moved = battle([mage({ essence: 2 }), farther]).plans('Ann', gmViewer);
  expect(moved.filter(({ orders }) => orders.at(-1)?.verb === 'cast')).toEqual([]);
  expect(lastOf(battle([mage({ essence: 3 }), farther]))?.verb).toBe('cast');
});

test('SK-BREATH-1: a breath is used where it does more than a blow', () => {
  const breaths = [{ name: 'Spray', range: 4, damage: 40, element: 'water' }];
  expect(lastOf(battle([ann({ attack: 1, breaths }), bob()]))).toEqual({
    verb: 'breath',
    params: { breath: 'Spray', target: 'Bob' },
  });
  expect(lastOf(battle([ann({ attack: 60, breaths: [{ ...breaths[0], damage: 1 }] }), bob()]))?.verb).toBe('attack');
});
