import type { Square } from './square.ts';

/** The side of the board a team begins on. */
export interface StartingArea {
  /** A third of the board, the best squares first: along the edge, from the middle outwards. */
  readonly squares: readonly Square[];
  /** Towards the middle. */
  readonly facing: 'N' | 'E' | 'S' | 'W';
}

/** From the middle outwards: 3, 2, 4, 1, 5 … */
export const orderFromMiddle = (length: number): readonly number[] =>
  Array.from({ length }, (_, index) => index).toSorted(
    (a, b) => Math.abs(2 * a - length + 1) - Math.abs(2 * b - length + 1) || a - b,
  );

const edges = [
  { facing: 'S', along: 'rows', far: false },
  { facing: 'N', along: 'rows', far: true },
  { facing: 'E', along: 'columns', far: false },
  { facing: 'W', along: 'columns', far: true },
] as const;

/** Where a team begins on a board of so many columns and rows: the first at the top, the second at the bottom, then left and right. */
export const findStartingArea = (columns: number, rows: number, team: number): StartingArea => {
  const { facing, along, far } = edges[team % edges.length] ?? edges[0];
  const [deep, wide] = along === 'rows' ? [rows, columns] : [columns, rows];
  const depth = Math.max(1, Math.floor(deep / 3));
  const squares = Array.from({ length: depth }, (_, row) => (far ? deep - 1 - row : row)).flatMap((across) =>
    orderFromMiddle(wide).map((beside) => (along === 'rows' ? { x: beside, y: across } : { x: across, y: beside })),
  );
  return { squares, facing };
};
