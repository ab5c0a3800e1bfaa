import { phrase } from '../core/message.ts';
import { formatSquare, type Square } from '../rules/grid/square.ts';
import type { FigureView, GridBoardView } from '../rules/view.ts';
import type { Box, Point } from './scene.ts';

/** The drawn part of a board (squares). */
export interface Viewport {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
}

type Squares = Pick<Viewport, 'columns' | 'rows'>;
/** Limits for the number of drawn squares. */
type ViewportLimit = Squares & {
  /** The minimum, if the board is that large. Undefined for none. */
  readonly least?: Squares;
};

/** Maximum size of a drawn board, because larger ones have squares like dots. */
export const maxViewport: ViewportLimit = { columns: 48, rows: 40 };

const least: Squares = { columns: 8, rows: 6 };
const margin = 2;

interface OccupiedRange {
  /** The first and last square. */
  readonly from: number;
  readonly to: number;
  /** How important it is to show this range. */
  readonly weight: number;
}

/** Chooses the part of one axis that shows the most important ranges, centered if possible. */
const chooseSpan = (length: number, places: readonly OccupiedRange[], fewest: number, most: number) => {
  if (length <= Math.min(most, fewest + 2)) return { from: 0, count: length };
  const low = Math.min(...places.map(({ from }) => from)) - margin;
  const high = Math.max(...places.map(({ to }) => to)) + margin + 1;
  const count = Math.min(length, most, Math.max(fewest, high - low));
  const inside = (from: number) => Math.max(0, Math.min(length - count, from));
  if (high - low <= count) return { from: inside(Math.round((low + high - count) / 2)), count };
  const worth = (from: number): number => {
    const seen = places.filter((place) => place.from >= from && place.to < from + count);
    const weight = seen.reduce((sum, each) => sum + each.weight, 0);
    const middle =
      seen.reduce((sum, each) => sum + each.weight * (each.from + each.to + 1), 0) / (2 * Math.max(1, weight));
    // If two parts are equal, prefer the one with its figures in the middle.
    return weight - Math.abs(middle - from - count / 2) / (2 * length);
  };
  const worths = Array.from({ length: length - count + 1 }, (_, from) => worth(from));
  return { from: worths.indexOf(Math.max(...worths)), count };
};

const weightOf = (figure: FigureView, acting: ReadonlySet<string>, standing: ReadonlySet<string>): number =>
  acting.has(figure.id) ? 1000 : standing.has(figure.id) ? 10 : 1;

/** Chooses the part of a board to draw: who acts, recent moves and attacks, then other figures. */
export const chooseViewport = (
  { width, height, figures, strokes }: GridBoardView,
  acting: readonly string[],
  standing: readonly string[],
  room: ViewportLimit,
): Viewport => {
  const [actors, up] = [new Set(acting), new Set(standing)];
  const shown = figures.length === 0 ? [{ id: '', x: 0, y: 0, facing: undefined }] : figures;
  const drawn = strokes.map(({ points }) => points);
  const along = (of: (each: { readonly x: number; readonly y: number }) => number): readonly OccupiedRange[] => [
    ...shown.map((each) => ({ from: of(each), to: of(each), weight: weightOf(each, actors, up) })),
    ...drawn.map((points) => ({
      from: Math.floor(Math.min(...points.map(of))),
      to: Math.ceil(Math.max(...points.map(of))) - 1,
      weight: 30,
    })),
  ];
  const fewest = room.least ?? least;
  const [places, levels] = [along(({ x }) => x), along(({ y }) => y)];
  const across = chooseSpan(width, places, fewest.columns, room.columns);
  const down = chooseSpan(height, levels, fewest.rows, room.rows);
  return { left: across.from, top: down.from, columns: across.count, rows: down.count };
};

const isWhole = ({ width, height }: GridBoardView, { columns, rows }: Viewport): boolean =>
  columns === width && rows === height;

/** Says which part of a board is shown. Undefined if all is shown. */
export const viewportNote = (grid: GridBoardView, window: Viewport): string | undefined => {
  if (isWhole(grid, window)) return undefined;
  const { left, top, columns, rows } = window;
  const last = formatSquare({ x: left + columns - 1, y: top + rows - 1 });
  return phrase`shown: ${formatSquare({ x: left, y: top })} to ${last} of a ${grid.width} × ${grid.height} board`;
};

export const isWithinViewport = ({ left, top, columns, rows }: Viewport, { x, y }: { x: number; y: number }): boolean =>
  x >= left && y >= top && x < left + columns && y < top + rows;

/** Converts positions on a board to positions on a picture. */
export interface GridGeometry {
  readonly window: Viewport;
  /** Width of a square (pixels). */
  readonly size: number;
  /** The area of all drawn squares. */
  readonly frame: Box;
  /** Converts a point of the board (squares) to the picture (pixels). Whole numbers are corners. */
  readonly point: (x: number, y: number) => Point;
  /** The box of a square on the picture. */
  readonly boxOf: (square: Square) => Box;
}

export const boardRim = { left: 34, top: 28, right: 4, bottom: 4 } as const;
/** Limits of a square's width (pixels), so that figures are visible on a phone. */
const sizes = { least: 53, most: 118, leastOfWhole: 26, leastOfUncut: 12 } as const;

/** The size of a part of a picture (pixels). */
export interface Area {
  readonly width: number;
  readonly height: number;
}

/** The number of squares that fit into an area at a readable size. */
export const squaresThatFit = ({ width, height }: Area): ViewportLimit => ({
  columns: Math.max(1, Math.floor((width - boardRim.left - boardRim.right) / sizes.least)),
  rows: Math.max(1, Math.floor((height - boardRim.top - boardRim.bottom) / sizes.least)),
});

/** The positions of squares on the picture, as large as the area allows. */
export const gridGeometry = (window: Viewport, area: Area): GridGeometry => {
  const { left, top, columns, rows } = window;
  const fits = Math.min(
    (area.width - boardRim.left - boardRim.right) / columns,
    (area.height - boardRim.top - boardRim.bottom) / rows,
    sizes.most,
  );
  const isLarge = columns > maxViewport.columns || rows > maxViewport.rows;
  const size = Math.max(isLarge ? sizes.leastOfUncut : sizes.leastOfWhole, Math.floor(fits));
  const point = (x: number, y: number): Point => [boardRim.left + (x - left) * size, boardRim.top + (y - top) * size];
  return {
    window,
    size,
    frame: { x: boardRim.left, y: boardRim.top, width: columns * size, height: rows * size },
    point,
    boxOf: ({ x, y }) => ({ x: point(x, y)[0], y: point(x, y)[1], width: size, height: size }),
  };
};
