import { memoizeByContent, memoizeOnObject } from '../../../core/memoize.ts';
import type { Square } from '../../../rules/grid/square.ts';
import { type Board, type EdgeKind, find, type State } from '../state.ts';

/** Bit that marks a blocking edge in an `EdgeGrid`. */
const blockingBit = 1;

const bits: Readonly<Record<EdgeKind, number>> = { blocking: blockingBit, impeding: 2, obscuring: 4 };

/** Edges of a board as bits. `upright[y * (w + 1) + x]` is west of space (x, y), `level[y * w + x]` north of it. */
export interface EdgeGrid {
  readonly w: number;
  readonly h: number;
  readonly upright: readonly number[];
  readonly level: readonly number[];
}

/** Maximum number of cached boards. Opening a door makes a new board. */
const maxCachedBoards = 16;

/** True if the square is within the board’s width and height. DS-BOARD-1. */
export const isOnGrid = ({ w, h }: { readonly w: number; readonly h: number }, { x, y }: Square): boolean =>
  x >= 0 && y >= 0 && x < w && y < h;

/** True if the square is on the grid and not a void. DS-BOARD-7. */
export const isOnBoard = (board: Board, square: Square): boolean =>
  isOnGrid(board, square) && !board.voids.some((each) => isSameSquare(each, square));

export const isSameSquare = (a: Square, b: Square): boolean => a.x === b.x && a.y === b.y;

export const areNeighbours = (a: Square, b: Square): boolean => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) === 1;

export const isEdgeOnGrid = (board: { readonly w: number; readonly h: number }, a: Square, b: Square): boolean =>
  areNeighbours(a, b) && isOnGrid(board, a) && isOnGrid(board, b);

/** Edges as plain lists, which are faster to copy for each line of sight than typed arrays. */
interface Edges {
  readonly upright: number[];
  readonly level: number[];
}

/** Edges of an empty board. */
const createEdges = (w: number, h: number): Edges => ({
  upright: Array.from({ length: (w + 1) * h }, () => 0),
  level: Array.from({ length: w * (h + 1) }, () => 0),
});

/** The edges of a board, its border and sides of voids. DS-BOARD-3, DS-BOARD-6, DS-BOARD-16, RULING-29, RULING-31. */
export const edgeGridOf = memoizeByContent(maxCachedBoards, (board: Board): EdgeGrid => {
  const { w, h } = board;
  const ground = { w, h, ...createEdges(w, h) };
  for (let y = 0; y < h; y++) ground.upright[y * (w + 1)] = ground.upright[y * (w + 1) + w] = 5;
  for (let x = 0; x < w; x++) ground.level[x] = ground.level[h * w + x] = 5;
  for (const { a, b, kinds } of board.edges) for (const kind of kinds) mark(ground, a, b, bits[kind]);
  for (const each of board.voids) for (const next of neighboursOf(each)) mark(ground, each, next, bits.blocking);
  return ground;
});

export const neighboursOf = ({ x, y }: Square): readonly Square[] => [
  { x, y: y - 1 },
  { x: x - 1, y },
  { x: x + 1, y },
  { x, y: y + 1 },
];

const mark = ({ w, upright, level }: { readonly w: number } & Edges, a: Square, b: Square, bit: number): void => {
  const [list, at] =
    a.y === b.y ? [upright, a.y * (w + 1) + Math.max(a.x, b.x)] : [level, Math.max(a.y, b.y) * w + a.x];
  list[at] = (list[at] ?? 0) | bit;
};

/** Bits of the edge between two neighbours: 1 blocking, 2 impeding, 4 obscuring. */
const between = ({ w, upright, level }: EdgeGrid, a: Square, b: Square): number =>
  (a.y === b.y ? upright[a.y * (w + 1) + Math.max(a.x, b.x)] : level[Math.max(a.y, b.y) * w + a.x]) ?? 0;

export const isBlocked = (ground: EdgeGrid, a: Square, b: Square): boolean => (between(ground, a, b) & 1) !== 0;

/** True if the edge between two neighbours impedes but does not block. DS-BOARD-5, RULING-30. */
export const isImpeded = (ground: EdgeGrid, a: Square, b: Square): boolean => (between(ground, a, b) & 3) === 2;

/** True if the squares are neighbours without a blocking edge between them. DS-BOARD-8, RULING-32, RULING-34. */
export const isAdjacent = (ground: EdgeGrid, a: Square, b: Square): boolean =>
  areNeighbours(a, b) && isOnGrid(ground, a) && isOnGrid(ground, b) && !isBlocked(ground, a, b);

/** True if all four edges of the square block. DS-BOARD-15, RULING-37. */
export const isSealed = (ground: EdgeGrid, square: Square): boolean =>
  neighboursOf(square).every((next) => isBlocked(ground, square, next));

/** Distance between two squares, ignoring walls and figures (spaces). DS-BOARD-10, DS-GLO-6. */
export const distance = (metric: 'orthogonal' | 'chebyshev', a: Square, b: Square): number => {
  const [dx, dy] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  return metric === 'orthogonal' ? dx + dy : Math.max(dx, dy);
};

export const isEdgeBetween = (edge: { readonly a: Square; readonly b: Square }, a: Square, b: Square): boolean =>
  (isSameSquare(edge.a, a) && isSameSquare(edge.b, b)) || (isSameSquare(edge.a, b) && isSameSquare(edge.b, a));

export const cellIndex = ({ w }: { readonly w: number }, { x, y }: Square): number => y * w + x;

export const squareOfCell = ({ w }: { readonly w: number }, cell: number): Square => ({
  x: cell % w,
  y: Math.floor(cell / w),
});

/** For each cell, its neighbours without a blocking edge, with the edge’s bits. Order: north, west, east, south. */
export const openNeighbours = memoizeOnObject(({ w, h, upright, level }: EdgeGrid) =>
  Array.from({ length: w * h }, (_, here) => {
    const y = Math.floor(here / w);
    const sides = [
      { cell: here - w, edge: level[here] ?? 0 },
      { cell: here - 1, edge: upright[here + y] ?? 0 },
      { cell: here + 1, edge: upright[here + y + 1] ?? 0 },
      { cell: here + w, edge: level[here + w] ?? 0 },
    ];
    return sides.filter(({ edge }) => (edge & blockingBit) === 0);
  }),
);

/** A path to a cell: its cost, its number of steps, and the previous cell. */
interface Way {
  readonly cost: number;
  readonly length: number;
  readonly from: number;
}

/** Finds the cheapest path from `starts` to each cell. A step is impossible if its price is undefined. */
export const findWays = (
  grid: EdgeGrid,
  starts: readonly number[],
  priceOf: (here: number, there: number, edge: number) => number | undefined,
  maxCost = Number.POSITIVE_INFINITY,
): ReadonlyMap<number, Way> => {
  const ways = new Map(starts.map((from): [number, Way] => [from, { cost: 0, length: 0, from }]));
  const queue: number[][] = [[...starts]];
  for (let cost = 0; cost <= maxCost && cost < queue.length; cost++)
    for (const here of queue[cost] ?? []) {
      const way = ways.get(here);
      if (way?.cost !== cost) continue;
      for (const { cell, edge } of openNeighbours(grid)[here] ?? []) {
        const price = priceOf(here, cell, edge);
        if (price === undefined) continue;
        const total = cost + price;
        if (total > maxCost || total >= (ways.get(cell)?.cost ?? Number.POSITIVE_INFINITY)) continue;
        ways.set(cell, { cost: total, length: way.length + 1, from: here });
        // Some settings allow negative prices. The queue cannot go back, so the search stops at such a cell.
        if (total < cost) continue;
        const list = queue[total] ?? [];
        list.push(cell);
        queue[total] = list;
      }
    }
  return ways;
};

/** Center of a space, for drawings on the board. */
export const centerOf = ({ x, y }: Square) => ({ x: x + 0.5, y: y + 0.5 });

/** Center of a warrior’s space, for drawings on the board. Empty if the warrior is off the board. */
export const warriorCenters = (state: State, id: string) => {
  const at = find(state, id)?.at;
  return at === undefined ? [] : [centerOf(at)];
};
