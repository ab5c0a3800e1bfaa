import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import { ann, as, battle, bob, cat, verb } from './stage.ts';

const dart = { name: 'Dart', cost: 2, range: 5, damage: 12 };
const mage = (given: object = {}) => ann({ attack: 1, maxEssence: 8, essence: 8, spells: [dart], ...given });
const far = bob({ y: 2, attack: 60 });

const best = (game: Game) => game.plans('Ann', gmViewer)[0];
const lastOf = (game: Game) => best(game)?.orders.at(-1);

test('SK-SPELL-1: a mage casts from its own square with legal orders', () => {
  const game = battle([mage(), far]);
  expect(best(game)?.label).toBe('Cast Dart on Bob');
  expect(best(game)?.orders).toEqual([{ verb: 'cast', params: { spell: 'Dart', target: 'Bob' } }]);
  const cast = game.act(verb('cast', { spell: 'Dart', target: 'Bob' }), as('Ann'), [], createScriptedDice([]));
  expect(cast.ok).toBe(true);
});

test('SK-SPELL-2, SK-SPELL-5: a plan casts only spells that cannot fail, also after a move', () => {
  expect(lastOf(battle([mage({ essence: 1 }), far]))?.verb).not.toBe('cast');
  expect(lastOf(battle([mage({ essence: 2 }), far]))?.verb).toBe('cast');
  const farther = bob({ y: 0, attack: 60 });
  const moved = battle([mage({ essence: 2 }), farther]).plans('Ann', gmViewer);
  expect(moved.filter(({ orders }) => orders.at(-1)?.verb === 'cast')).toEqual([]);
  expect(lastOf(battle([mage({ essence: 3 }), farther]))?.verb).toBe('cast');
});

test('SK-BREATH-1: a plan uses a breath that does more damage than a melee attack', () => {
  const breaths = [{ name: 'Spray', range: 4, damage: 40, element: 'water' }];
  expect(lastOf(battle([ann({ attack: 1, breaths }), bob()]))).toEqual({
    verb: 'breath',
    params: { breath: 'Spray', target: 'Bob' },
  });
  expect(lastOf(battle([ann({ attack: 60, breaths: [{ ...breaths[0], damage: 1 }] }), bob()]))?.verb).toBe('attack');
});

const first = (game: Game) => best(game)?.orders[0];
const quickly = (game: Game) => skure.createPlayout(game.save()).quickOrders('Ann').at(-1);

test.each([
  { rule: 'SK-OBJ-4', objective: 'reach F10', goes: true },
  { rule: 'SK-OBJ-4', objective: 'red: reach F10', goes: true },
  { rule: 'SK-OBJ-4', objective: 'blue: reach F10', goes: false },
  { rule: 'SK-RUL-78', objective: 'reach the door', goes: false },
])('$rule: with “$objective” a combatant moves there instead of attacking: $goes', ({ objective, goes }) => {
  const game = battle([ann({ y: 8, attack: 90 }), bob({ y: 7, hp: 5 })], { objective });
  for (const order of [lastOf(game), quickly(game)]) expect(order?.verb).toBe(goes ? 'defend' : 'attack');
});

test('SK-OBJ-4: a combatant that blocks a goal attacks the foe nearest to it', () => {
  const two = [ann(), bob({ x: 4 }), cat({ x: 6, y: 5 })];
  expect(lastOf(battle(two, { objective: 'blue: reach A6' }))).toEqual({ verb: 'attack', params: { target: 'Bob' } });
  expect(lastOf(battle(two, { objective: 'blue: reach T6' }))).toEqual({ verb: 'attack', params: { target: 'Cat' } });
});

test('SK-OBJ-3: a combatant attacks from free ground, unless a friend holds it', () => {
  const onGround = (more: readonly Readonly<Record<string, unknown>>[], objective: string) =>
    battle([ann({ y: 7 }), bob(), ...more], { objective });
  const path = (game: Game) => first(game)?.params.path ?? first(game)?.verb;
  for (const square of ['E7', 'G7'])
    expect(best(onGround([], `hold ${square} for 2 rounds`))?.label).toMatch(`Attack Bob, from ${square}`);
  const friend = ann({ x: 4, name: 'Amy' });
  expect(path(onGround([friend], 'hold E7 for 2 rounds'))).toBe(path(onGround([friend], 'parley')));
});

test('SK-OBJ-5: foes attack the protected combatant first, and its team attacks foes near it', () => {
  const two = [ann(), bob({ x: 4 }), cat({ x: 6, y: 5 })];
  for (const target of ['Bob', 'Cat'])
    expect(lastOf(battle(two, { objective: `protect ${target}` }))).toEqual({ verb: 'attack', params: { target } });
  const ward = battle([ann({ attack: 0 }), bob({ y: 4, attack: 60, defense: 60 })], {
    objective: 'protect Ann for 4 rounds',
  });
  expect(first(ward)?.verb).toBe('move');
  const lia = (x: number) => ann({ x, y: 5, name: 'Lia' });
  expect(lastOf(battle([...two, lia(3)], { objective: 'protect Lia' }))?.params.target).toBe('Bob');
  expect(lastOf(battle([...two, lia(7)], { objective: 'protect Lia' }))?.params.target).toBe('Cat');
});

test.each([
  { captains: ['Cat'], target: 'Cat' },
  { captains: ['Bob'], target: 'Bob' },
])('SK-OBJ-7: of $captains, a combatant attacks the last captain first', ({ captains, target }) => {
  const role = (name: string) => (captains.includes(name) ? 'captain' : 'member');
  const two = [ann(), bob({ x: 4, role: role('Bob') }), cat({ x: 6, y: 5, role: role('Cat') })];
  expect(lastOf(battle(two, { objective: 'fell the captain' }))).toEqual({ verb: 'attack', params: { target } });
  const both = [...two, cat({ name: 'Cob', role: 'captain' })];
  expect(lastOf(battle(both, { objective: 'fell the captain' }))).toEqual(lastOf(battle(both)));
});
