import { formatSquare, maxBoardSide, parseSquare, type Square } from './square.ts';

/** Squares and sides that one text may name; one named twice counts twice. */
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

/** `D3` or all squares from `D3-F5`. Undefined if they would not fit on any board. */
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

/** `D3/D4`, or one side of squares: `D3s`, `B2-B5e`. */
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

/** `D3`, or the rectangle `D3-F5`. */
export const parseBox = (from: Square, to: Square): string =>
  from.x === to.x && from.y === to.y ? formatSquare(from) : `${formatSquare(from)}-${formatSquare(to)}`;

/** Squares in as few words as may be: `A1-I2 C3`. */
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
    words.push(parseBox({ x, y }, { x: right, y: bottom }));
  }
  return words.join(' ');
};

/** The statements of a text, on lines or between `;`, each in its words; what begins with `#` is a remark. */
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
