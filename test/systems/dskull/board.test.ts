import { describe, expect, test } from 'vitest';
import { squareFrom, squareName } from '../../../src/rules/grid/square.ts';
import {
  boardFrom,
  boardJson,
  boardText,
  cornerOf,
  corners,
  distance,
  engagers,
  groundOf,
  reached,
  readBoard,
  readBoardJson,
  scenarios,
  sealed,
  terrainOf,
  zonesOf,
} from '../../../src/systems/dskull/index.ts';
import type { FieldPlan } from '../../../src/systems/dskull/state.ts';
import { plain, stage, sword, warrior } from './stage.ts';

const read = (text: string): FieldPlan => {
  const plan = readBoard(text);
  if (!plan.ok) throw new Error(`${plan.error.code} ${JSON.stringify(plan.error.facts)}`);
  return plan.value;
};

test('DS-BOARD-1: A1 is the corner, columns are letters, rows are numbers', () => {
  expect(squareName({ x: 0, y: 0 })).toBe('A1');
  expect(squareName({ x: 3, y: 1 })).toBe('D2');
  expect(squareFrom('D2')).toEqual({ x: 3, y: 1 });
});

test('DS-BOARD-2: a space has four corners on the lattice', () => {
  expect(corners.map((corner) => cornerOf({ x: 2, y: 5 }, corner))).toEqual([
    { x: 2, y: 5 },
    { x: 3, y: 5 },
    { x: 2, y: 6 },
    { x: 3, y: 6 },
  ]);
});

test.each([
  { rule: 'DS-BOARD-4', word: 'wall', kinds: ['blocking', 'obscuring'], door: false },
  { rule: 'DS-BOARD-4', word: 'chasm', kinds: ['blocking'], door: false },
  { rule: 'DS-BOARD-4', word: 'fence', kinds: ['impeding'], door: false },
  { rule: 'DS-BOARD-4', word: 'hedge', kinds: ['impeding', 'obscuring'], door: false },
  { rule: 'DS-BOARD-4', word: 'screen', kinds: ['obscuring'], door: false },
  { rule: 'DS-BOARD-4', word: 'door', kinds: ['blocking', 'obscuring'], door: true },
  { rule: 'DS-BOARD-4', word: 'open-door', kinds: [], door: true },
])('$rule: a $word is drawn as $kinds', ({ word, kinds, door }) => {
  expect(read(`4x4; ${word} B2/C2`).board.edges).toEqual([{ a: { x: 1, y: 1 }, b: { x: 2, y: 1 }, kinds, door }]);
});

describe('DS-DATA-11: a board as text', () => {
  test('DS-DATA-11: sides, runs, things and zones', () => {
    const { board, things, zones } = read(
      '6x5\nwall A1-C1s\nvoid F5\ncairn C3 2\nuse old chest D4 vp 2 test strength\nzone 2 A5-C5 E5',
    );
    expect(board.edges.map(({ a, b }) => [squareName(a), squareName(b)])).toEqual([
      ['A1', 'A2'],
      ['B1', 'B2'],
      ['C1', 'C2'],
    ]);
    expect(board.voids).toEqual([{ x: 5, y: 4 }]);
    expect(things).toMatchObject([
      { kind: 'cairn', vp: 2 },
      { name: 'old chest', kind: 'use', vp: 2, test: 'strength' },
    ]);
    expect(zones.map((zone) => zone.map(squareName))).toEqual([[], ['A5', 'B5', 'C5', 'E5']]);
  });

  test.each(Object.entries(scenarios))('DS-DATA-11: %s goes through text and JSON unchanged', (_id, { ground }) => {
    const plan = ground(2);
    expect(read(boardText(plan))).toEqual(plan);
    expect(readBoardJson(boardJson(plan))).toEqual({ ok: true, value: plan });
  });

  test.each([
    '5',
    '0x5',
    '201x201',
    '5x5; moat A1',
    '5x5; wall A1',
    '5x5; zone 9 A1',
    '5x5; void Z9',
    '5x5; cairn',
    '{"w":5}',
    '{',
  ])('DS-CMD-2: %s cannot be read', (text) => {
    expect(readBoard(text)).toMatchObject({ ok: false, error: { code: 'board-unreadable' } });
  });

  test.each(['5x5; wall A1/B2', '5x5; wall A1n', '5x5; fence A1/A3'])('DS-BOARD-5: %s names no edge', (text) => {
    expect(readBoard(text)).toMatchObject({ ok: false, error: { code: 'E_BOARD_EDGE' } });
  });
});

test('DS-BOARD-15, DS-BOARD-7: four blocking sides seal a space, a void’s and the border’s among them', () => {
  const { board } = read('3x3; void B1; chasm A1s');
  expect(sealed(groundOf(board), { x: 0, y: 0 })).toBe(true);
  expect(sealed(groundOf(board), { x: 0, y: 1 })).toBe(false);
});

test.each([
  { rule: 'DS-GLO-6', says: 'the origin is not counted, the target is', to: { x: 3, y: 0 }, want: 3 },
  { rule: 'DS-BOARD-10', says: 'steps across and down add up', to: { x: 3, y: 2 }, want: 5 },
])('$rule: $says', ({ to, want }) => {
  expect(distance('orthogonal', { x: 0, y: 0 }, to)).toBe(want);
});

test('DS-BOARD-9: two steps round a wall', () => {
  const table = stage({
    board: { ...plain, edges: [{ a: [0, 0], b: [1, 0], kinds: ['blocking'] }] },
    warriors: [warrior('a', 'A', [0, 0])],
  });
  const terrain = terrainOf(table.state());
  const owner = terrain?.figures[0];
  if (!terrain || !owner) throw new Error('No terrain.');
  expect(reached(terrain, owner, 2)[1]).toBe(0);
  expect(reached(terrain, owner, 3)[1]).toBe(1);
});

test.each([
  { rule: 'DS-ENG-4', says: 'engaged by each hostile zone over it', at: [3, 2] as const, want: ['b'] },
  { rule: 'DS-GLO-2', says: 'unengaged outside', at: [4, 2] as const, want: [] },
])('$rule: $says', ({ at, want }) => {
  const table = stage({
    board: plain,
    warriors: [warrior('a', 'A', at, { weapons: [sword] }), warrior('b', 'B', [2, 2]), warrior('c', 'A', [0, 0])],
  });
  const terrain = terrainOf(table.state());
  const figure = terrain?.figures[0];
  if (!terrain || !figure) throw new Error('No terrain.');
  expect(engagers(terrain, zonesOf(terrain), figure).map(({ id }) => id)).toEqual(want);
});

test('DS-DATA-11: a kind nobody knows is E_BOARD_EDGE', () => {
  expect(boardFrom({ w: 3, h: 3, edges: [{ a: [0, 0], b: [0, 1], kinds: ['lava'] }] })).toMatchObject({
    ok: false,
    error: { code: 'E_BOARD_EDGE' },
  });
});
