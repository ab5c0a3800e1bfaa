import { phrase } from '../core/message.ts';
import { formatSquare, type Square } from '../rules/grid/square.ts';
import type { FigureView, GridBoardView } from '../rules/view.ts';
import type { Box, Point } from './scene.ts';

/** The part of a board that is drawn, in squares. */
export interface Viewport {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
}

type Squares = Pick<Viewport, 'columns' | 'rows'>;
/** Maximum number of squares to draw. */
type ViewportLimit = Squares & {
  /** Minimum number of squares, if the board has that many. */
  readonly least?: Squares;
};

/** Limit of a whole board. Beyond it squares would become dots. */
export const maxViewport: ViewportLimit = { columns: 48, rows: 40 };

const least: Squares = { columns: 8, rows: 6 };
const margin = 2;

interface OccupiedRange {
  /** First and last occupied square. */
  readonly from: number;
  readonly to: number;
  /** How important it is to show it. */
  readonly weight: number;
}

/** Chooses the part of one axis that shows what matters most, centered if possible. */
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
    // Of two equal windows, prefer the one with its figures in the middle.
    return weight - Math.abs(middle - from - count / 2) / (2 * length);
  };
  const candidates = Array.from({ length: length - count + 1 }, (_, from) => from);
  let best = candidates[0] ?? 0;
  let worthiest = -1;
  for (const candidate of candidates) {
    const here = worth(candidate);
    if (here > worthiest) [best, worthiest] = [candidate, here];
  }
  return { from: best, count };
};

const weightOf = (figure: FigureView, acting: ReadonlySet<string>, standing: ReadonlySet<string>): number =>
  acting.has(figure.id) ? 1000 : standing.has(figure.id) ? 10 : 1;

/** Chooses the part of a board to draw: who acts, recent strokes, then others if they fit. */
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
  const across = chooseSpan(
    width,
    along(({ x }) => x),
    fewest.columns,
    room.columns,
  );
  const down = chooseSpan(
    height,
    along(({ y }) => y),
    fewest.rows,
    room.rows,
  );
  return { left: across.from, top: down.from, columns: across.count, rows: down.count };
};

const isWhole = ({ width, height }: GridBoardView, { columns, rows }: Viewport): boolean =>
  columns === width && rows === height;

/** Says which part of the board is shown. Undefined if all of it is. */
export const viewportNote = (grid: GridBoardView, window: Viewport): string | undefined => {
  if (isWhole(grid, window)) return undefined;
  const { left, top, columns, rows } = window;
  const last = formatSquare({ x: left + columns - 1, y: top + rows - 1 });
  return phrase`shown: ${formatSquare({ x: left, y: top })} to ${last} of a ${grid.width} × ${grid.height} board`;
};

export const isWithinViewport = ({ left, top, columns, rows }: Viewport, { x, y }: { x: number; y: number }): boolean =>
  x >= left && y >= top && x < left + columns && y < top + rows;

/** Positions of a board's squares on the picture. */
export interface GridGeometry {
  readonly window: Viewport;
  /** Width of a square (pixels). */
  readonly size: number;
  /** The area of all drawn squares. */
  readonly frame: Box;
  /** A point of the board (squares) on the picture (pixels). Whole numbers are corners. */
  readonly point: (x: number, y: number) => Point;
  /** The area of one square. */
  readonly boxOf: (square: Square) => Box;
}

export const boardRim = { left: 34, top: 28, right: 4, bottom: 4 } as const;
/** Limits of a square's width (pixels). Smaller figures are hard to see on a phone. */
const sizes = { least: 53, most: 118, leastOfWhole: 26 } as const;

/** A part of a picture, in pixels. */
export interface Area {
  readonly width: number;
  readonly height: number;
}

/** Maximum number of squares that fit at a size readable on a phone. */
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
