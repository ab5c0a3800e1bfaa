import { squareName } from '../rules/grid/square.ts';
import type { GridView } from '../rules/view.ts';

/** The part of a board that is drawn, in squares; the whole of it unless it is too large to be read. */
export interface Viewport {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
}

/** A board up to this size is drawn whole. */
const whole = { columns: 26, rows: 30 };
const least = { columns: 16, rows: 12 };
const most = { columns: 44, rows: 36 };
const margin = 3;

interface Span {
  readonly from: number;
  readonly count: number;
}

/** Where to look along one axis: all of it, else all that matters, else round the one who acts. */
const span = (length: number, places: readonly number[], focus: number, along: 'columns' | 'rows'): Span => {
  if (length <= whole[along]) return { from: 0, count: length };
  const low = Math.min(...places, focus) - margin;
  const high = Math.max(...places, focus) + margin + 1;
  const count = Math.min(length, most[along], Math.max(least[along], high - low));
  const middle = high - low <= count ? (low + high) / 2 : focus + 0.5;
  return { from: Math.max(0, Math.min(length - count, Math.round(middle - count / 2))), count };
};

/** Chooses the part of a board to draw: squares must stay large enough to be read on a phone. */
export const viewportOn = ({ width, height, figures }: GridView, acting: readonly string[]): Viewport => {
  const actors = new Set(acting);
  const focus = figures.find(({ id }) => actors.has(id)) ?? figures[0] ?? { x: 0, y: 0 };
  const across = span(
    width,
    figures.map(({ x }) => x),
    focus.x,
    'columns',
  );
  const down = span(
    height,
    figures.map(({ y }) => y),
    focus.y,
    'rows',
  );
  return { left: across.from, top: down.from, columns: across.count, rows: down.count };
};

/** Says what part of the board is shown, if not all. */
export const viewportNote = (
  { width, height }: GridView,
  { left, top, columns, rows }: Viewport,
): string | undefined => {
  if (columns === width && rows === height) return undefined;
  const last = squareName({ x: left + columns - 1, y: top + rows - 1 });
  return `shown: ${squareName({ x: left, y: top })} to ${last} of ${width} × ${height}`;
};

export const isWithin = ({ left, top, columns, rows }: Viewport, { x, y }: { x: number; y: number }): boolean =>
  x >= left && y >= top && x < left + columns && y < top + rows;
