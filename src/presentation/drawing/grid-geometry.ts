import type { Square } from '../../rules/grid/square.ts';
import type { Box, Point } from '../scene.ts';
import type { Viewport, ViewportLimit } from '../viewport.ts';

/** Where the squares of a board lie on the picture. */
export interface GridGeometry {
  readonly window: Viewport;
  /** Pixels of one square. */
  readonly size: number;
  /** The squares that are drawn. */
  readonly frame: Box;
  /** A point given in squares: whole numbers are corners, halves middles. */
  readonly point: (x: number, y: number) => Point;
  /** What a square covers. */
  readonly boxOf: (square: Square) => Box;
}

export const boardRim = { left: 34, top: 28, right: 4, bottom: 4 } as const;
/** Smaller than the least a figure would be hard to touch with the eye on a phone: 22 pixels where the picture is 380 wide. */
const sizes = { least: 53, most: 118, leastOfWhole: 26 } as const;

interface Area {
  readonly width: number;
  readonly height: number;
}

/** How many squares there is room for, each large enough to be read on a phone. */
export const squaresThatFit = ({ width, height }: Area): ViewportLimit => ({
  columns: Math.max(1, Math.floor((width - boardRim.left - boardRim.right) / sizes.least)),
  rows: Math.max(1, Math.floor((height - boardRim.top - boardRim.bottom) / sizes.least)),
});

/** Squares as large as the area allows. */
export const gridGeometry = (window: Viewport, area: Area): GridGeometry => {
  const { left, top, columns, rows } = window;
  const fits = Math.min(
    (area.width - boardRim.left - boardRim.right) / columns,
    (area.height - boardRim.top - boardRim.bottom) / rows,
    sizes.most,
  );
  const size = Math.max(sizes.leastOfWhole, Math.floor(fits));
  const point = (x: number, y: number): Point => [boardRim.left + (x - left) * size, boardRim.top + (y - top) * size];
  return {
    window,
    size,
    frame: { x: boardRim.left, y: boardRim.top, width: columns * size, height: rows * size },
    point,
    boxOf: ({ x, y }) => ({ x: point(x, y)[0], y: point(x, y)[1], width: size, height: size }),
  };
};
