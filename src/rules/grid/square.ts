import { z } from 'zod';

/** A square of a grid: x grows to the east, y to the south, and (0,0) is the north-west corner. */
export interface Square {
  readonly x: number;
  readonly y: number;
}

export const squareSchema = z.strictObject({ x: z.int(), y: z.int() });

/** Maximum number of columns and rows that text can name. Configured caps limit the boards of battles further. */
export const maxBoardSide = 200;

const letters = (x: number): string =>
  (x < 26 ? '' : letters(Math.floor(x / 26) - 1)) + String.fromCharCode(65 + (x % 26));

/** Formats a square as on a board's edge: column letter and row number, `A1` in the north-west corner. */
export const formatSquare = ({ x, y }: Square): string => (x < 0 || y < 0 ? `${x},${y}` : `${letters(x)}${y + 1}`);

/** Parses a square: `D4`, `d4` or `3,3` (x,y counted from 0). Undefined if it is invalid. */
export const parseSquare = (text: string): Square | undefined => {
  const [, column, row] = /^\s*([A-Za-z]{1,2})(\d{1,3})\s*$/.exec(text) ?? [];
  if (column !== undefined && row !== undefined) {
    const x = [...column.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    return Number(row) > 0 ? { x, y: Number(row) - 1 } : undefined;
  }
  const [, x, y] = /^\s*(-?\d{1,4})\s*[,;/ ]\s*(-?\d{1,4})\s*$/.exec(text) ?? [];
  return x === undefined || y === undefined ? undefined : { x: Number(x), y: Number(y) };
};

export const squareParam = (says: string) =>
  z
    .string()
    .max(20)
    .transform((text, context) => {
      const found = parseSquare(text);
      if (found !== undefined) return found;
      context.addIssue({ code: 'custom', message: 'write a square like D4' });
      return z.NEVER;
    })
    .meta({ description: says, widget: 'square' });

/** Parses a list of squares. Undefined if a word is no square. */
export const parseSquares = (words: readonly string[]): readonly Square[] | undefined => {
  const found = words.filter((word) => word !== '').map(parseSquare);
  return found.every((each) => each !== undefined) ? found : undefined;
};

/** A parameter that is a list of squares in order: `D4 D5 E5`. */
export const squaresParam = (says: string) =>
  z
    .string()
    .max(600)
    .transform((text, context) => {
      const found = parseSquares(text.split(/[\s>]+/));
      if (found !== undefined) return found;
      context.addIssue({ code: 'custom', message: 'write squares like D4 D5 E5' });
      return z.NEVER;
    })
    .meta({ description: says, widget: 'path' });

/** Maximum number of squares and borders in one text. Repeated ones count each time. */
export const maxNamedSquares = { squares: maxBoardSide * maxBoardSide, sides: 10_000 } as const;

/** All squares of a rectangle, row by row. */
export const squaresInRectangle = (x0: number, y0: number, x1: number, y1: number): Square[] => {
  const squares: Square[] = [];
  for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) squares.push({ x, y });
  return squares;
};

const sideOffsets: Readonly<Record<string, readonly [number, number]>> = {
  n: [0, -1],
  e: [1, 0],
  s: [0, 1],
  w: [-1, 0],
};

/** Parses a square or a rectangle: `D3`, `D3-F5`. Undefined if it is invalid or too large for any board. */
export const parseArea = (word: string): readonly Square[] | undefined => {
  const [from, to, ...more] = word.split('-').map(parseSquare);
  if (from === undefined || more.length > 0 || (word.includes('-') && to === undefined)) return undefined;
  const last = to ?? from;
  if (Math.abs(from.x - last.x) >= maxBoardSide || Math.abs(from.y - last.y) >= maxBoardSide) return undefined;
  return squaresInRectangle(
    Math.min(from.x, last.x),
    Math.min(from.y, last.y),
    Math.max(from.x, last.x),
    Math.max(from.y, last.y),
  );
};

type Pair = readonly [Square, Square];

/** Parses borders of squares: `D3/D4`, `D3s`, `B2-B5e`. Undefined if it is invalid. */
export const parseSides = (word: string): readonly Pair[] | undefined => {
  const [a, b, ...more] = word.split('/');
  if (b !== undefined) {
    const [one, other] = [parseSquare(a ?? ''), parseSquare(b)];
    return one && other && more.length === 0 ? [[one, other]] : undefined;
  }
  const [dx, dy] = sideOffsets[word.slice(-1).toLowerCase()] ?? [];
  const squares = parseArea(word.slice(0, -1));
  return dx === undefined || dy === undefined || squares === undefined
    ? undefined
    : squares.map((each) => [each, { x: each.x + dx, y: each.y + dy }]);
};

/** Formats a rectangle: `D3`, or `D3-F5`. */
export const formatBox = (from: Square, to: Square): string =>
  from.x === to.x && from.y === to.y ? formatSquare(from) : `${formatSquare(from)}-${formatSquare(to)}`;

/** Formats squares in as few words as possible: `A1-I2 C3`. */
export const formatArea = (squares: readonly Square[]): string => {
  const left = new Set(squares.map(formatSquare));
  const holds = (x: number, y: number) => left.has(formatSquare({ x, y }));
  const words: string[] = [];
  for (const { x, y } of squares.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    if (!holds(x, y)) continue;
    let right = x;
    while (holds(right + 1, y)) right++;
    const rowFull = (row: number) => squaresInRectangle(x, row, right, row).every((each) => holds(each.x, each.y));
    let bottom = y;
    while (rowFull(bottom + 1)) bottom++;
    for (const each of squaresInRectangle(x, y, right, bottom)) left.delete(formatSquare(each));
    words.push(formatBox({ x, y }, { x: right, y: bottom }));
  }
  return words.join(' ');
};

/** Splits a text into statements at line breaks and `;`, and these into words. Skips statements that begin with `#`. */
export const splitStatements = (text: string): readonly (readonly string[])[] =>
  text
    .split(/[;\n]/)
    .map((each) =>
      each
        .trim()
        .split(/[\s,:]+/)
        .filter((word) => word !== ''),
    )
    .filter(([word]) => word !== undefined && !word.startsWith('#'));

/** The numbers from 0 to below `length`, from the middle outwards: 3, 2, 4, 1, 5 … */
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

/**
 * The third of the board where `team` (0 to 3: top, bottom, left, right) starts. `front`: squares for fighters, nearest
 * to the others first. `rear`: for archers and casters, behind the first row. `facing`: inwards.
 */
export const findStartingArea = (columns: number, rows: number, team: number) => {
  const { facing, along, far } = edges[team % edges.length] ?? edges[0];
  const [deep, wide] = along === 'rows' ? [rows, columns] : [columns, rows];
  const depth = Math.max(1, Math.floor(deep / 3));
  const [first = [], ...behind] = Array.from({ length: depth }, (_, row) =>
    far ? deep - depth + row : depth - 1 - row,
  ).map((across) =>
    orderFromMiddle(wide).map((beside) => (along === 'rows' ? { x: beside, y: across } : { x: across, y: beside })),
  );
  return { front: [first, ...behind].flat(), rear: [...behind, first].flat(), facing };
};

/** The reason that no one can be placed on a square: off the board, blocked, or occupied. */
export type Barrier = 'edge' | 'blocked' | 'taken';

/** Checks of a rulebook's board, for a combatant that is placed or moved by force. */
export interface BarrierChecks {
  readonly onBoard: (square: Square) => boolean;
  readonly isBlocked: (square: Square) => boolean;
  readonly isTaken: (square: Square) => boolean;
}

/** The reason that no one can be placed on a square. Undefined if it is free. */
export const findBarrier = (footing: BarrierChecks, square: Square): Barrier | undefined => {
  if (!footing.onBoard(square)) return 'edge';
  if (footing.isBlocked(square)) return 'blocked';
  return footing.isTaken(square) ? 'taken' : undefined;
};

export interface ForcedPath {
  /** The squares that the combatant enters before the first barrier. */
  readonly entered: readonly Square[];
  /** The first square that the combatant cannot enter, and the reason. Undefined if the whole path is free. */
  readonly stopped: { readonly at: Square; readonly by: Barrier } | undefined;
}

/** Moves a combatant by force, square by square, up to the first barrier. For forced moves in all rulebooks. */
export const moveByForce = (footing: BarrierChecks, way: readonly Square[]): ForcedPath => {
  for (const [index, at] of way.entries()) {
    const by = findBarrier(footing, at);
    if (by !== undefined) return { entered: way.slice(0, index), stopped: { at, by } };
  }
  return { entered: way, stopped: undefined };
};
