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
/** At most so many squares. */
export type ViewportLimit = Squares & {
  /** Not fewer, where the board has so many. */
  readonly least?: Squares;
};

/** Larger boards are drawn no further even where the whole of them was asked for: squares would become dots. */
export const maxViewport: ViewportLimit = { columns: 48, rows: 40 };

const least: Squares = { columns: 8, rows: 6 };
const margin = 2;

interface OccupiedRange {
  /** The first and the last square of what is there. */
  readonly from: number;
  readonly to: number;
  /** How much it matters to be seen. */
  readonly weight: number;
}

interface Span {
  readonly from: number;
  readonly count: number;
}

/** Where to look along one axis, so that what matters most is seen; what lies in the middle of it comes first. */
const chooseSpan = (length: number, places: readonly OccupiedRange[], fewest: number, most: number): Span => {
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
    // Of two windows on the same figures the one with them in its middle.
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

/** Chooses the part of a board to draw: whoever acts, what was done just now, and as many of the others as there is room for. */
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

/** Says what part of the board is shown, if not all. */
export const viewportNote = (grid: GridBoardView, window: Viewport): string | undefined => {
  if (isWhole(grid, window)) return undefined;
  const { left, top, columns, rows } = window;
  const last = formatSquare({ x: left + columns - 1, y: top + rows - 1 });
  return phrase`shown: ${formatSquare({ x: left, y: top })} to ${last} of a ${grid.width} × ${grid.height} board`;
};

export const isWithinViewport = ({ left, top, columns, rows }: Viewport, { x, y }: { x: number; y: number }): boolean =>
  x >= left && y >= top && x < left + columns && y < top + rows;

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

/** A part of a picture, in pixels. */
export interface Area {
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
