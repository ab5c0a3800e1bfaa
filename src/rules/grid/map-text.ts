import { memoizeByObject } from '../../core/memoize.ts';
import { err, ok, phrase, type Result } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import type { EdgeView, GridBoardView } from '../view.ts';
import {
  type ImportMap,
  isOnMap,
  type MapEdge,
  type MapPlan,
  type MapWall,
  mapEdges,
  objectSquares,
  type Point,
} from './map-plan.ts';
import {
  formatArea,
  formatBox,
  formatSquare,
  maxBoardSide,
  maxNamedSquares,
  parseArea,
  parseSides,
  type Square,
  splitStatements,
} from './square.ts';

type EdgeTraits = Pick<MapEdge, 'blocks' | 'hides' | 'impedes' | 'door'>;

const noTraits: EdgeTraits = { blocks: false, hides: false, impedes: false, door: false };

/** What each word draws between squares. If two words draw the same thing, `formatMap` uses the first. */
const sideWords: Readonly<Record<string, EdgeTraits>> = {
  wall: { ...noTraits, blocks: true, hides: true },
  window: { ...noTraits, blocks: true },
  chasm: { ...noTraits, blocks: true },
  screen: { ...noTraits, hides: true },
  fence: { ...noTraits, impedes: true },
  hedge: { ...noTraits, impedes: true, hides: true },
  door: { ...noTraits, blocks: true, hides: true, door: true },
  grate: { ...noTraits, blocks: true, door: true },
  curtain: { ...noTraits, hides: true, door: true },
  'open-door': { ...noTraits, door: true },
};

/** Words for squares that no one may enter, and for squares with an object. */
const squareWords = ['blocked', 'object'] as const;

/** All words of the text format. */
export const mapKeywords: readonly string[] = [...Object.keys(sideWords), ...squareWords];

/** The border of two neighboring squares, from corner to corner. Undefined if they are not neighbors. */
const sideBetween = (a: Square, b: Square): readonly [Point, Point] | undefined => {
  if (Math.abs(a.x - b.x) + Math.abs(a.y - b.y) !== 1) return undefined;
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return [{ x, y }, a.y === b.y ? { x, y: y + 1 } : { x: x + 1, y }];
};

type Size = Pick<MapPlan, 'columns' | 'rows'>;

const origin: Square = { x: 0, y: 0 };

/** Parses words into squares. Refuses the first word that is not a square. */
const parseSquares = (words: readonly string[], size: Size, before = 0): Result<readonly Square[], string> => {
  const squares: Square[] = [];
  for (const word of words) {
    const area = parseArea(word);
    if (area === undefined || !area.every((each) => isOnMap(each, size)))
      return err(phrase`${word} is not on a ${size.columns} × ${size.rows} board; write squares like D4 or D4-F6`);
    for (const each of area) squares.push(each);
    if (before + squares.length > maxNamedSquares.squares)
      return err(phrase`the text names more than ${maxNamedSquares.squares} squares, repeated ones counted again`);
  }
  return ok(squares);
};

/** Parses words into walls. Refuses the first word that is not a border between squares. */
const parseWalls = (
  words: readonly string[],
  size: Size,
  stands: EdgeTraits,
  before = 0,
): Result<readonly MapWall[], string> => {
  const walls: MapWall[] = [];
  for (const word of words) {
    const sides = (parseSides(word) ?? []).map(([a, b]) =>
      isOnMap(a, size) && isOnMap(b, size) ? sideBetween(a, b) : undefined,
    );
    for (const side of sides.length === 0 ? [undefined] : sides) {
      if (side === undefined)
        return err(phrase`${word} is not a side between two squares of the map; write D3/D4, or D3s, or B2-B5e`);
      walls.push({ from: side[0], to: side[1], ...stands });
    }
    if (before + walls.length > maxNamedSquares.sides)
      return err(phrase`the text has too many walls and doors; at most ${maxNamedSquares.sides} sides of squares`);
  }
  return ok(walls);
};

/** The outline of a rectangle, given its squares from the first corner to the last. */
const outlineOf = (squares: readonly Square[]): readonly Point[] => {
  const [first, last] = [squares[0] ?? origin, squares.at(-1) ?? origin];
  const [east, south] = [last.x + 1, last.y + 1];
  return [
    { x: first.x, y: first.y },
    { x: east, y: first.y },
    { x: east, y: south },
    { x: first.x, y: south },
  ];
};

const parseSize = (word: string): Size | undefined => {
  const [, columns, rows] = /^(\d{1,3})[x×](\d{1,3})$/i.exec(word) ?? [];
  const size = { columns: Number(columns), rows: Number(rows) };
  return Object.values(size).every((each) => each >= 1 && each <= maxBoardSide) ? size : undefined;
};

/** Parses a map from statements split by `;` or lines: `12x8; wall B2-B5e D3/D4; door E5s`. Refuses with a phrase. */
export const parseMap = (text: string): Result<MapPlan, string> => {
  const [[first = '', ...more] = [], ...statements] = splitStatements(text);
  const size = parseSize(first);
  if (size === undefined || more.length > 0)
    return err(phrase`a map begins with its size, like 12x8, at most ${maxBoardSide}x${maxBoardSide}`);
  const walls: MapWall[] = [];
  const outlines: (readonly Point[])[] = [];
  const filled: Square[] = [];
  let named = 0;
  for (const [word = '', ...where] of statements) {
    const what = word.toLowerCase();
    const stands = ownValue(sideWords, what);
    if (stands !== undefined) {
      const some = parseWalls(where, size, stands, walls.length);
      if (!some.ok) return some;
      for (const each of some.value) walls.push(each);
      continue;
    }
    if (!squareWords.some((each) => each === what))
      return err(phrase`${word} is not a map word; use ${mapKeywords.join(', ')}`);
    for (const each of where) {
      const squares = parseSquares([each], size, named);
      if (!squares.ok) return squares;
      named += squares.value.length;
      if (what === 'blocked') for (const square of squares.value) filled.push(square);
      else outlines.push(outlineOf(squares.value));
    }
  }
  return ok({ ...size, walls, outlines, filled });
};

const wordFor = ({ blocks, hides, impedes, door }: EdgeTraits): string | undefined =>
  Object.entries(sideWords).find(
    ([, each]) =>
      each.blocks === blocks && each.hides === hides && each.door === door && each.impedes === (impedes && !door),
  )?.[0];

/** Formats borders. `isShort`: a straight row of borders becomes one word, like `B2-B5e` or `C3-F3s`. */
const formatSides = (edges: readonly MapEdge[], isShort: boolean): string => {
  const words: string[] = [];
  for (const [letter, step] of [
    ['e', { x: 0, y: 1 }],
    ['s', { x: 1, y: 0 }],
  ] as const) {
    const some = edges.filter(({ a, b }) => (letter === 'e' ? a.y === b.y : a.x === b.x));
    const left = new Set(some.map(({ a }) => formatSquare(a)));
    for (const { a } of some) {
      if (!left.delete(formatSquare(a))) continue;
      let last = a;
      const next = (): Square => ({ x: last.x + step.x, y: last.y + step.y });
      while (isShort && left.delete(formatSquare(next()))) last = next();
      words.push(`${formatBox(a, last)}${letter}`);
    }
  }
  return words.join(' ');
};

/** Formats a map for `parseMap`. Each wall becomes the borders that it cuts, each object the squares that it covers. */
export const formatMap = (plan: MapPlan, isShort = true): string => {
  const byWord = Map.groupBy(mapEdges(plan), (each) => wordFor(each));
  const objects = objectSquares(plan);
  const formatSquares = isShort ? formatArea : (all: readonly Square[]) => all.map(formatSquare).join(' ');
  const filled = [...new Map(plan.filled.map((each) => [formatSquare(each), each])).values()].filter((each) =>
    isOnMap(each, plan),
  );
  return [
    `${plan.columns}x${plan.rows}`,
    ...Object.keys(sideWords).flatMap((word) => {
      const edges = byWord.get(word);
      return edges === undefined ? [] : [`${word} ${formatSides(edges, isShort)}`];
    }),
    ...(filled.length === 0 ? [] : [`blocked ${formatSquares(filled)}`]),
    ...(objects.length === 0 ? [] : [`object ${formatSquares(objects)}`]),
  ].join('\n');
};

const wallOn = ({ a, b, ...stands }: MapEdge): readonly MapWall[] => {
  const side = sideBetween(a, b);
  return side === undefined ? [] : [{ from: side[0], to: side[1], ...stands }];
};

/** True if a word names borders of squares. */
const isSide = (word: string): boolean => word.includes('/') || /\d[nesw]$/i.test(word);

const keyOf = (a: Square, b: Square): string => [formatSquare(a), formatSquare(b)].toSorted().join('/');

/** Draws the element `what` on squares or borders; without `what` clears them. Refuses bad positions with a phrase. */
export const drawOnMap = (plan: MapPlan, what: string | undefined, where: string): Result<MapPlan, string> => {
  const words = where.split(/[\s,;]+/).filter((word) => word !== '');
  const [first] = words;
  if (first === undefined) return err('name squares like D4 E5-F6, or sides of squares like D3/D4 B2-B5e');
  const onSquares = words.filter((word) => !isSide(word));
  const onSides = words.filter(isSide);
  const stands = what === undefined ? undefined : ownValue(sideWords, what);
  if (stands !== undefined && onSquares.length > 0)
    return err(phrase`${onSquares[0]} is a square, but a ${what} is between two; write D3/D4, or D3s, or B2-B5e`);
  if (what !== undefined && stands === undefined && onSides.length > 0)
    return err(phrase`${onSides[0]} is not a square; write squares like D4 or D4-F6`);
  const squares = parseSquares(onSquares, plan);
  if (!squares.ok) return squares;
  const drawn = parseWalls(onSides, plan, stands ?? noTraits);
  if (!drawn.ok) return drawn;
  const sides = new Set(onSides.flatMap((word) => parseSides(word) ?? []).map(([a, b]) => keyOf(a, b)));
  const taken = new Set(squares.value.map(formatSquare));
  const others = mapEdges(plan).filter(({ a, b }) => !sides.has(keyOf(a, b)));
  const isFree = (square: Square): boolean => !taken.has(formatSquare(square));
  const things = objectSquares(plan).filter(isFree);
  return ok({
    ...plan,
    walls: [...others.flatMap(wallOn), ...(stands === undefined ? [] : drawn.value)],
    filled: [...plan.filled.filter(isFree), ...(what === 'blocked' ? squares.value : [])],
    outlines: [...things, ...(what === 'object' ? squares.value : [])].map((each) => outlineOf([each])),
  });
};

/** Changes the size of a map, and cuts off what no longer fits. Refuses an invalid size with a phrase. */
export const resizeMap = (plan: MapPlan, size: string): Result<MapPlan, string> => {
  const wanted = parseSize(size.trim());
  return wanted === undefined
    ? err(phrase`write a size like 12x8, at most ${maxBoardSide}x${maxBoardSide}`)
    : ok({ ...plan, ...wanted });
};

/** The map that a board of squares shows. */
export const mapOfBoard = ({ width, height, blocked, edges, objects }: GridBoardView): MapPlan => ({
  ...{ columns: width, rows: height, filled: blocked },
  outlines: objects.map((each) => outlineOf([each])),
  walls: edges.flatMap(({ a, b, kinds }) => {
    const has = (kind: EdgeView['kinds'][number]): boolean => kinds.includes(kind);
    const traits = { blocks: has('blocking'), hides: has('obscuring'), impedes: has('impeding'), door: has('door') };
    return wallOn({ a, b, ...traits });
  }),
});

/** The words that a rulebook can draw, without words that draw the same. Empty if it has no board of squares. */
export const drawableWords = memoizeByObject(({ importMap }: { readonly importMap?: ImportMap | undefined }) => {
  const drawn = new Set<string>();
  const importText = (text: string) => {
    const plan = parseMap(text);
    const ground = plan.ok ? importMap?.(plan.value, 'none') : undefined;
    return ground?.ok ? ground.value : undefined;
  };
  const empty = importText('3x3');
  return mapKeywords.filter((word) => {
    const ground = importText(`3x3; ${word} ${word in sideWords ? 'B2s' : 'B2'}`);
    if (ground === undefined || ground.leftOut.length > (empty?.leftOut.length ?? 0)) return false;
    const { size } = drawn;
    return drawn.add(JSON.stringify(ground.by)).size > size;
  });
});
