import fc from 'fast-check';
import { expect, test } from 'vitest';
import { impassableSquares, type MapPlan, mapEdges } from '../../src/rules/grid/map-plan.ts';
import { drawOnMap, formatMap, mapKeywords, parseMap, resizeMap } from '../../src/rules/grid/map-text.ts';
import { runs } from '../budget.ts';

const planOf = (text: string): MapPlan => {
  const plan = parseMap(text);
  if (!plan.ok) throw new Error(plan.error);
  return plan.value;
};
const problemOf = (result: ReturnType<typeof parseMap>): string => (result.ok ? 'none' : result.error);

const groundOf = (plan: MapPlan) => ({
  size: [plan.columns, plan.rows],
  edges: mapEdges(plan),
  solid: impassableSquares(plan, 'none'),
});

test('a map keeps its meaning as text, with runs and rectangles merged', () => {
  const text = '6x4\nwall B1-B3e A1-C1s\nfence A4e\nhedge C3s\ndoor D2e\nblocked E1-F2\nobject A3';
  expect(formatMap(planOf(text))).toBe(text);
  expect(
    formatMap(
      planOf(
        '6x4; wall B1/C1 B2/C2 B3/C3 A1/A2 B2/B1 C1s; door E2w; fence A4e; hedge C4n; blocked E1 F1 E2 F2; object A3',
      ),
    ),
  ).toBe(text);
});

test('each keyword draws its kind of edge', () => {
  const sides = mapKeywords.filter((word) => word !== 'blocked' && word !== 'object');
  const drawn = sides.map((word) => [word, mapEdges(planOf(`2x2; ${word} A1e`))[0]] as const);
  const told = drawn.map(([word, edge]) => [
    word,
    ...(['blocks', 'hides', 'impedes', 'door'] as const).filter((each) => edge?.[each]),
  ]);
  expect(told).toEqual([
    ['wall', 'blocks', 'hides'],
    ['window', 'blocks'],
    ['chasm', 'blocks'],
    ['screen', 'hides'],
    ['fence', 'impedes'],
    ['hedge', 'hides', 'impedes'],
    ['door', 'blocks', 'hides', 'door'],
    ['grate', 'blocks', 'door'],
    ['curtain', 'hides', 'door'],
    ['open-door', 'door'],
  ]);
});

test.each([
  ['', 'a map begins with its size, like 12x8, at most 200x200'],
  ['0x4', 'a map begins with its size, like 12x8, at most 200x200'],
  ['201x4', 'a map begins with its size, like 12x8, at most 200x200'],
  [
    '4x4; lava A1',
    'lava is not a map word; use wall, window, chasm, screen, fence, hedge, door, grate, curtain, open-door, blocked, object',
  ],
  ['4x4; constructor A1e', expect.stringContaining('constructor is not a map word')],
  ['4x4; wall A1', 'A1 is not a side between two squares of the map; write D3/D4, or D3s, or B2-B5e'],
  ['4x4; wall D1e', 'D1e is not a side between two squares of the map; write D3/D4, or D3s, or B2-B5e'],
  ['4x4; wall A1/B2', 'A1/B2 is not a side between two squares of the map; write D3/D4, or D3s, or B2-B5e'],
  ['4x4; blocked E1', 'E1 is not on a 4 × 4 board; write squares like D4 or D4-F6'],
  ['4x4; object A5', 'A5 is not on a 4 × 4 board; write squares like D4 or D4-F6'],
])('%j is refused with a reason', (text, says) => {
  expect(problemOf(parseMap(text))).toEqual(says);
});

test('the outermost squares and edges can be drawn, up to 200 × 200', () => {
  expect(groundOf(planOf('4x4; blocked D4; wall C4e D3s')).edges).toHaveLength(2);
  expect(planOf('200x200').columns).toBe(200);
});

test('a wall off the grid keeps its position as text', () => {
  const coordinate = fc.integer({ min: -4, max: 40 }).map((each) => each / 4);
  const point = fc.record({ x: coordinate, y: coordinate });
  const bit = fc.boolean();
  const wall = fc.record({ from: point, to: point, blocks: bit, hides: bit, door: bit, impedes: bit });
  const plan = fc.record({
    columns: fc.integer({ min: 1, max: 9 }),
    rows: fc.integer({ min: 1, max: 9 }),
    walls: fc.array(wall, { maxLength: 6 }),
    outlines: fc.array(fc.array(point, { minLength: 3, maxLength: 6 }), { maxLength: 2 }),
    filled: fc.array(fc.record({ x: fc.integer({ min: 0, max: 8 }), y: fc.integer({ min: 0, max: 8 }) }), {
      maxLength: 5,
    }),
  });
  fc.assert(
    fc.property(plan, (each) => {
      const again = planOf(formatMap(each));
      const standing = mapEdges(each).filter(({ blocks, hides, door, impedes }) => blocks || hides || door || impedes);
      expect(mapEdges(again)).toEqual(standing.map((edge) => ({ ...edge, impedes: edge.impedes && !edge.door })));
      expect(groundOf(again).solid).toEqual(groundOf(each).solid);
      expect(formatMap(again)).toBe(formatMap(each));
    }),
    runs(100),
  );
});

test('drawing replaces what was there, and “nothing” clears it', () => {
  const after = (plan: MapPlan, what: string | undefined, where: string): string => {
    const drawn = drawOnMap(plan, what, where);
    if (!drawn.ok) throw new Error(drawn.error);
    return formatMap(drawn.value);
  };
  const hall = planOf('4x4; wall B1-B4e; blocked A1 C3; object D4');
  expect(after(hall, 'door', 'B2e')).toBe('4x4\nwall B1e B3-B4e\ndoor B2e\nblocked A1 C3\nobject D4');
  expect(after(hall, 'object', 'A1')).toBe('4x4\nwall B1-B4e\nblocked C3\nobject A1 D4');
  expect(after(hall, undefined, 'B1-B4e A1-D4')).toBe('4x4');
  expect(problemOf(drawOnMap(hall, 'wall', 'A1'))).toContain('A1 is a square, but a wall is between two; write');
  expect(problemOf(drawOnMap(hall, 'blocked', 'A1e'))).toContain('A1e is not a square');
  expect(problemOf(drawOnMap(hall, 'wall', ' '))).toContain('name squares like D4 E5-F6, or sides of squares like');
});

test('resizing a map drops what no longer fits', () => {
  const hall = planOf('4x4; wall B1-B4e; blocked D4');
  const small = resizeMap(hall, '3x2');
  expect(small.ok && formatMap(small.value)).toBe('3x2\nwall B1-B2e');
  expect(problemOf(resizeMap(hall, 'large'))).toBe('write a size like 12x8, at most 200x200');
});
