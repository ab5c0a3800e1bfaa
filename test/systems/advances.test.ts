import { expect, test } from 'vitest';
import type { Game } from '../../src/rules/game.ts';
import { parseSquare } from '../../src/rules/grid/square.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { dskull } from '../../src/systems/dskull/index.ts';
import { segment } from '../../src/systems/segment/index.ts';
import { straalara } from '../../src/systems/straalara/index.ts';
import { swordWorld } from '../../src/systems/sword-world/index.ts';
import { duel, stage, warrior } from './dskull/stage.ts';
import { ann as footSoldier, grim, sword, tableOf } from './segment/table.ts';
import { ann, battle, bob } from './skure/stage.ts';

const at = (name: string) => parseSquare(name) ?? { x: -1, y: -1 };

/** The orders of the best plan of a combatant that advances on a square. */
const best = (game: Game, who: string, place: string) =>
  game.advancePlans(who, gmViewer, at(place))[0]?.orders.map(({ verb, params }) => ({ verb, ...params })) ?? [];

/** A whole column of a board. */
const column = (x: number, height: number) => Array.from({ length: height }, (_, y) => [x, y] as const);

test.each([
  { rulebook: 'Skure', game: () => battle([ann(), bob()], { board: { width: 20, height: 20, blocked: [[3, 3]] } }) },
  {
    rulebook: 'dSkull',
    game: () => dskull.openGame(stage({ ...duel, board: { w: 8, h: 8, edges: [], voids: [[7, 7]] } }).state()),
  },
  {
    rulebook: 'Segment',
    game: () =>
      segment.openGame(
        tableOf([footSoldier(), grim()], [], {
          board: { width: 9, height: 9, blocked: [{ x: 3, y: 3 }] },
        }).state(),
      ),
  },
])('a position in $rulebook is on the board and free to enter', ({ rulebook, game }) => {
  expect(game().placeProblem(at('A2'))).toBeUndefined();
  expect(game().placeProblem(at('Z90'))).toBe('off-board');
  expect(game().placeProblem(rulebook === 'dSkull' ? at('H8') : at('D4'))).toBe(
    rulebook === 'dSkull' ? 'off-board' : 'blocked',
  );
});

test('a board without squares has no positions to advance to', () => {
  for (const { createGame } of [straalara, swordWorld]) {
    const game = createGame({});
    expect(game.ok && game.value.placeProblem(at('A1'))).toBe('no-places');
    expect(game.ok && game.value.advancePlans('Ann', gmViewer, at('A1'))).toEqual([]);
  }
  const plain = segment.openGame(tableOf([footSoldier(), grim()], [], { useMap: false }).state());
  expect(plain.placeProblem(at('A1'))).toBe('no-places');
});

test('Skure: an advance goes past a foe to its square, and attacks at the end if in reach', () => {
  const past = battle([ann(), bob({ x: 9, y: 9 })]);
  const orders = best(past, 'Ann', 'F1');
  expect(orders.find(({ verb }) => verb === 'move')).toMatchObject({ path: 'N N N' });
  const beside = best(battle([ann({ y: 3 }), bob({ x: 6, y: 0 })]), 'Ann', 'F1');
  expect(beside.map(({ verb }) => verb)).toContain('attack');
});

test('Skure: at its square a combatant stays and attacks foes in reach or in the way', () => {
  const there = battle([ann({ facing: 'E' }), bob({ x: 9, y: 6 })]);
  expect(best(there, 'Ann', 'F7').map(({ verb }) => verb)).toEqual(['defend']);
  const near = battle([ann(), bob()]);
  expect(best(near, 'Ann', 'F7')).toEqual([{ verb: 'attack', target: 'Bob' }]);
  const walls = [...column(4, 20), ...column(6, 20)];
  const barred = battle([ann(), bob()], { board: { width: 20, height: 20, blocked: walls } });
  expect(best(barred, 'Ann', 'F1')).toEqual([{ verb: 'attack', target: 'Bob' }]);
  // A foe on the square itself is attacked too.
  expect(best(near, 'Ann', 'F6')).toEqual([{ verb: 'attack', target: 'Bob' }]);
});

test('dSkull: the warband goes to the square and stays there', () => {
  const warriors = [warrior('a', 'A', [0, 0]), warrior('b', 'B', [7, 7])];
  const far = dskull.openGame(stage({ ...duel, warriors, current: 'A' }).state());
  const [activated, ...orders] = best(far, 'A', 'F1');
  expect(activated).toMatchObject({ verb: 'activate', warrior: 'a' });
  const move = orders.find(({ verb }) => verb === 'move');
  expect(String(move?.verb === 'move' && 'path' in move ? move.path : '')).toMatch(/F1$/);
  const there = dskull.openGame(stage({ ...duel, warriors, current: 'A' }).state());
  expect(best(there, 'A', 'A1').map(({ verb }) => verb)).not.toContain('move');
});

test('dSkull: a warrior attacks the foe that blocks the only way', () => {
  const walls = [0, 1, 2, 3, 4, 5, 6, 7].map((x) => ({
    a: [x, 2],
    b: [x, 3],
    kinds: ['blocking'],
  }));
  const board = { w: 8, h: 8, edges: walls.filter(({ a }) => a[0] !== 4) };
  const warriors = [warrior('a', 'A', [4, 2]), warrior('b', 'B', [4, 3])];
  const game = dskull.openGame(stage({ board, warriors, current: 'A' }).state());
  expect(best(game, 'A', 'E8')).toContainEqual(expect.objectContaining({ verb: 'attack', target: 'b' }));
});

test('Segment: an advance runs as far as needed around others, and walks if that suffices', () => {
  const game = (given: Readonly<Record<string, unknown>>) =>
    segment.openGame(tableOf([footSoldier(given), grim({ pos: [30, 30] })]).state());
  expect(best(game({ pos: [0, 0] }), 'Ann', 'Z1')[0]).toMatchObject({ verb: 'declare', action: 'move', pace: 'run' });
  expect(best(game({ pos: [0, 0] }), 'Ann', 'C1')[0]).toMatchObject({ action: 'move', pace: 'walk', path: 'B1 C1' });
});

test('Segment: at its square a combatant stays, and attacks in a melee', () => {
  const one = { weapons: [sword] };
  const there = segment.openGame(tableOf([footSoldier(one), grim({ pos: [30, 30] })]).state());
  const stays = best(there, 'Ann', 'A1')[0];
  expect(stays).toMatchObject({ verb: 'declare' });
  expect(stays).not.toHaveProperty('path');
  const melee = segment.openGame(tableOf([footSoldier(one), grim({ pos: [1, 0] })]).state());
  expect(best(melee, 'Ann', 'Z1')[0]).toMatchObject({ action: 'attack', target: 'Grim' });
  const corridor = { board: { width: 12, height: 1, blocked: [] } };
  const barred = segment.openGame(tableOf([footSoldier(one), grim({ pos: [3, 0] })], [], corridor).state());
  const toward = best(barred, 'Ann', 'L1')[0];
  expect(toward).toMatchObject({ verb: 'declare' });
  expect(JSON.stringify(toward)).toMatch(/toward Grim|"path":"B1 C1"/);
});
