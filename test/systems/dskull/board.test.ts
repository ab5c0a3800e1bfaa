import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatSquare, parseSquare } from '../../../src/rules/grid/square.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import type { FieldPlan } from '../../../src/systems/dskull/state.ts';
import { blank, drawBoard } from '../../conformance/dskull/drawing.ts';
import { cornerOf, corners, distance, scenarios } from './inner.ts';
import { codeOf, duel, firstEvent, gmCall, plain, stage, type Written, warrior } from './stage.ts';

const read = (written: string): FieldPlan => {
  const plan = drawBoard(written);
  if (typeof plan === 'string') throw new Error(plan);
  return plan;
};

/** A ground as the query writes it down. */
const writtenDown = (own: FieldPlan, form: 'text' | 'json'): string => {
  const saved = JSON.parse(JSON.stringify({ ...blank({}), own }));
  const answer = dskull.openGame(saved).answerQuery('ground', gmCall, { form }, gmViewer);
  if (!answer.ok) throw new Error(answer.error.code);
  const [file] = answer.value.files ?? [];
  return file?.content ?? answer.value.lines.map(({ text }) => text).join('\n');
};

/** The zone of a warrior, and who engages it. */
const zoneOf = (setup: Written, id: string) => {
  const { state } = stage(setup);
  const answer = dskull
    .openGame(JSON.parse(JSON.stringify(state())))
    .answerQuery('zone', gmCall, { warrior: id }, gmViewer);
  if (!answer.ok) throw new Error(answer.error.code);
  return {
    says: answer.value.lines[0]?.text,
    spaces: (answer.value.zones ?? []).flatMap(({ squares }) => squares.map(formatSquare)),
  };
};

test('DS-BOARD-1: spaces are named by column letter and row number, from A1', () => {
  expect(formatSquare({ x: 0, y: 0 })).toBe('A1');
  expect(formatSquare({ x: 3, y: 1 })).toBe('D2');
  expect(parseSquare('D2')).toEqual({ x: 3, y: 1 });
});

test('DS-BOARD-2: a space has four corners', () => {
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
  test('DS-DATA-11: text draws edges, runs of edges, objects and zones', () => {
    const { board, objects, zones } = read(
      '6x5\nwall A1-C1s\nvoid F5\ncairn C3 2\nuse old chest D4 vp 2 test strength holds 3 armour 1 worth 2\nscenery B2 holds 4\nzone 2 A5-C5 E5',
    );
    expect(board.edges.map(({ a, b }) => [formatSquare(a), formatSquare(b)])).toEqual([
      ['A1', 'A2'],
      ['B1', 'B2'],
      ['C1', 'C2'],
    ]);
    expect(board.voids).toEqual([{ x: 5, y: 4 }]);
    expect(objects).toMatchObject([
      { kind: 'cairn', vp: 2 },
      { name: 'old chest', kind: 'use', vp: 2, test: 'strength', holds: 3, armour: 1, worth: 2 },
      { kind: 'scenery', vp: 0, holds: 4 },
    ]);
    expect(zones.map((zone) => zone.map(formatSquare))).toEqual([[], ['A5', 'B5', 'C5', 'E5']]);
  });

  test.each(Object.entries(scenarios))('DS-DATA-11: %s goes through text and JSON unchanged', (_id, { ground }) => {
    const plan = ground(2);
    expect(read(writtenDown(plan, 'text'))).toEqual(plan);
    expect(read(writtenDown(plan, 'json'))).toEqual(plan);
  });

  test('DS-SCEN-1: each scenario has the board that section 22 prints', () => {
    const printed = [
      ...readFileSync('src/systems/dskull/RULES.md', 'utf8').matchAll(
        /### 22\.\d+ (.+) \(.*\)\n[^#]*?```json\n([^`]+)```/g,
      ),
    ];
    expect(printed.length).toBe(5);
    for (const [, title, json] of printed) {
      const plan = Object.values(scenarios)
        .find(({ terms }) => terms.title.replace('’', "'") === title)
        ?.ground(2);
      const shape = ({ board: { w, h, edges } }: FieldPlan) => ({ w, h, edges });
      const unordered = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each)).toSorted();
      const [own, book] = [shape(plan ?? read('1x1')), shape(read(json ?? ''))];
      expect({ ...own, edges: unordered(own.edges) }).toEqual({ ...book, edges: unordered(book.edges) });
    }
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
    '5x5; scenery B2 holds many',
    '5x5; scenery B2 holds -1',
    '{"w":5}',
    '{',
  ])('DS-CMD-2: %s cannot be read', (text) => {
    expect(drawBoard(text)).toBe('board-unreadable');
  });

  test.each(['5x5; wall A1/B2', '5x5; wall A1n', '5x5; fence A1/A3'])(
    'DS-BOARD-5: %s is refused with E_BOARD_EDGE',
    (text) => {
      expect(drawBoard(text)).toBe('E_BOARD_EDGE');
    },
  );
});

test('DS-BOARD-15, DS-BOARD-7: edges of voids and the border help to seal a space', () => {
  const { board } = read('3x3; void B1; chasm A1s');
  const table = stage(duel, [], (state) => ({
    ...state,
    board,
    phase: 'deploy',
    current: 'A',
    warriors: state.warriors.map((each) => ({ ...each, at: undefined })),
  }));
  expect(codeOf(table.order('deploy', { warrior: 'a', to: 'A1' }, 'A'))).toBe('E_END_SEALED');
  expect(firstEvent(table.order('deploy', { warrior: 'a', to: 'A2' }, 'A'), 'deployed').at).toEqual({ x: 0, y: 1 });
});

test.each([
  { rule: 'DS-GLO-6', says: 'a distance counts the target but not the origin', to: { x: 3, y: 0 }, want: 3 },
  { rule: 'DS-BOARD-10', says: 'a distance adds columns and rows', to: { x: 3, y: 2 }, want: 5 },
])('$rule: $says', ({ to, want }) => {
  expect(distance('orthogonal', { x: 0, y: 0 }, to)).toBe(want);
});

test('DS-BOARD-9: a path round a wall takes two steps', () => {
  const walled = (radius: number): Written => ({
    board: { ...plain, edges: [{ a: [0, 0], b: [1, 0], kinds: ['blocking'] }] },
    warriors: [warrior('a', 'A', [0, 0])],
    config: { engage: { radius } },
  });
  expect(zoneOf(walled(2), 'a').spaces).not.toContain('B1');
  expect(zoneOf(walled(3), 'a').spaces).toContain('B1');
});

test.each([
  { rule: 'DS-ENG-4', says: 'a warrior in a hostile zone is engaged', at: [3, 2] as const, want: /Engaged by b\.$/ },
  {
    rule: 'DS-GLO-2',
    says: 'a warrior outside all hostile zones is unengaged',
    at: [4, 2] as const,
    want: /Unengaged\.$/,
  },
])('$rule: $says', ({ at, want }) => {
  const setup = {
    board: plain,
    warriors: [warrior('a', 'A', at), warrior('b', 'B', [2, 2]), warrior('c', 'A', [0, 0])],
  };
  expect(zoneOf(setup, 'a').says).toMatch(want);
});

test('DS-DATA-11: an unknown kind of edge is refused with E_BOARD_EDGE', () => {
  const board = { w: 3, h: 3, edges: [{ a: [0, 0], b: [0, 1], kinds: ['lava'] }] };
  expect(drawBoard(JSON.stringify(board))).toBe('E_BOARD_EDGE');
});
