import type { Point } from '../scene.ts';
import type { Viewport } from '../viewport.ts';
import type { Box } from './draw.ts';

/** Where the squares of a board lie on the picture. */
export interface GridGeometry {
  readonly window: Viewport;
  /** Pixels of one square. */
  readonly size: number;
  /** The squares that are drawn. */
  readonly frame: Box;
  /** A point given in squares: whole numbers are corners, halves middles. */
  readonly point: (x: number, y: number) => Point;
}

export const rim = { left: 48, top: 38, right: 14, bottom: 4 } as const;
const target = { width: 1000, height: 1240 } as const;
const sizes = { least: 36, most: 132 } as const;

export const gridGeometry = (window: Viewport): GridGeometry => {
  const { left, top, columns, rows } = window;
  const fits = Math.min(
    (target.width - rim.left - rim.right) / columns,
    (target.height - rim.top - rim.bottom) / rows,
    sizes.most,
  );
  const size = Math.max(sizes.least, Math.floor(fits));
  return {
    window,
    size,
    frame: { x: rim.left, y: rim.top, width: columns * size, height: rows * size },
    point: (x, y) => [rim.left + (x - left) * size, rim.top + (y - top) * size],
  };
};
