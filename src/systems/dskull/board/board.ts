import { memoizeByContent } from '../../../core/memoize.ts';
import type { Square } from '../../../rules/grid/square.ts';
import { type Board, find, type Kind, type State } from '../state.ts';

/** What an edge carries that blocks, as a bit of it. */
export const blocking = 1;

const bits: Readonly<Record<Kind, number>> = { blocking, impeding: 2, obscuring: 4 };

/**
 * A board made ready for counting: what each edge carries, as bits. `upright[y * (w + 1) + x]` is the edge west of
 * space (x, y), `level[y * w + x]` the edge north of it.
 */
export interface Ground {
  readonly w: number;
  readonly h: number;
  readonly upright: readonly number[];
  readonly level: readonly number[];
}

/** What was found out about so many boards is kept; with each door that is opened a board is another. */
export const boardsKept = 16;

/** DS-BOARD-1. */
export const onGrid = ({ w, h }: { readonly w: number; readonly h: number }, { x, y }: Square): boolean =>
  x >= 0 && y >= 0 && x < w && y < h;

/** DS-BOARD-7. Is this a space of the board: on the grid and no void? */
export const onBoard = (board: Board, square: Square): boolean =>
  onGrid(board, square) && !board.voids.some((each) => same(each, square));

export const same = (a: Square, b: Square): boolean => a.x === b.x && a.y === b.y;

export const neighbours = (a: Square, b: Square): boolean => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) === 1;

export const isEdge = (board: { readonly w: number; readonly h: number }, a: Square, b: Square): boolean =>
  neighbours(a, b) && onGrid(board, a) && onGrid(board, b);

/**
 * The edges of a board in lists, which are copied for every shot: typed arrays have their numbers outside the heap, and each costs as much
 * as a short walk.
 */
interface Edges {
  readonly upright: number[];
  readonly level: number[];
}

/** The edges of a board on which none carries anything. */
export const noEdges = (w: number, h: number): Edges => ({
  upright: Array.from({ length: (w + 1) * h }, () => 0),
  level: Array.from({ length: w * (h + 1) }, () => 0),
});

/**
 * DS-BOARD-3, DS-BOARD-4, DS-BOARD-5, DS-BOARD-6, DS-BOARD-7, DS-BOARD-16, RULING-29, RULING-31: listed edges, the border and the
 * sides of voids.
 */
export const groundOf = memoizeByContent(boardsKept, (board: Board): Ground => {
  const { w, h } = board;
  const ground = { w, h, ...noEdges(w, h) };
  for (let y = 0; y < h; y++) ground.upright[y * (w + 1)] = ground.upright[y * (w + 1) + w] = 5;
  for (let x = 0; x < w; x++) ground.level[x] = ground.level[h * w + x] = 5;
  for (const { a, b, kinds } of board.edges) for (const kind of kinds) mark(ground, a, b, bits[kind]);
  for (const each of board.voids) for (const next of around(each)) mark(ground, each, next, bits.blocking);
  return ground;
});

export const around = ({ x, y }: Square): readonly Square[] => [
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

/** The bits of the edge between two neighbours: 1 blocking, 2 impeding, 4 obscuring. */
const between = ({ w, upright, level }: Ground, a: Square, b: Square): number =>
  (a.y === b.y ? upright[a.y * (w + 1) + Math.max(a.x, b.x)] : level[Math.max(a.y, b.y) * w + a.x]) ?? 0;

export const blocked = (ground: Ground, a: Square, b: Square): boolean => (between(ground, a, b) & 1) !== 0;

/** DS-BOARD-5, RULING-30. An edge that also blocks does not impede. */
export const impeded = (ground: Ground, a: Square, b: Square): boolean => (between(ground, a, b) & 3) === 2;

/** DS-BOARD-8, RULING-32, RULING-34. */
export const adjacent = (ground: Ground, a: Square, b: Square): boolean =>
  neighbours(a, b) && onGrid(ground, a) && onGrid(ground, b) && !blocked(ground, a, b);

/** DS-BOARD-15, RULING-37. */
export const sealed = (ground: Ground, square: Square): boolean =>
  around(square).every((next) => blocked(ground, square, next));

/** DS-BOARD-10, DS-GLO-6. Spaces from one to another, walls and figures left aside. */
export const distance = (metric: 'orthogonal' | 'chebyshev', a: Square, b: Square): number => {
  const [dx, dy] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
  return metric === 'orthogonal' ? dx + dy : Math.max(dx, dy);
};

export const isBetween = (edge: { readonly a: Square; readonly b: Square }, a: Square, b: Square): boolean =>
  (same(edge.a, a) && same(edge.b, b)) || (same(edge.a, b) && same(edge.b, a));

export const cell = ({ w }: { readonly w: number }, { x, y }: Square): number => y * w + x;

/** The middle of a space, for what is drawn on the board. */
export const middle = ({ x, y }: Square) => ({ x: x + 0.5, y: y + 0.5 });

/** Where a warrior stands, for what is drawn on the board. */
export const placeOf = (state: State, id: string) => {
  const at = find(state, id)?.at;
  return at === undefined ? [] : [middle(at)];
};
