import type { Result } from '../../core/message.ts';
import type { PlainObject } from '../../core/plain-object.ts';
import type { Square } from './square.ts';

/** A point in squares from the north-west corner: (0,0) is that corner, (0.5,0.5) the center of A1. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A straight piece of wall. */
export interface MapWall {
  readonly from: Point;
  readonly to: Point;
  /** True if the wall stops movement. */
  readonly blocks: boolean;
  /** True if the wall stops sight. */
  readonly hides: boolean;
  /** True if the wall slows those who cross it, as a fence does. */
  readonly impedes?: boolean | undefined;
  /** True for a door. An open door stops neither movement nor sight. */
  readonly door: boolean;
}

/** A map, independent of the tool that drew it. */
export interface MapPlan {
  readonly columns: number;
  readonly rows: number;
  readonly walls: readonly MapWall[];
  /** Outlines of objects on the ground. */
  readonly outlines: readonly (readonly Point[])[];
  /** Squares that no one may enter. */
  readonly filled: readonly Square[];
}

/** The border of two neighboring squares, with the wall on it. */
export interface MapEdge extends Required<Pick<MapWall, 'blocks' | 'hides' | 'door'>> {
  readonly impedes: boolean;
  readonly a: Square;
  readonly b: Square;
}

/** Calls `meet` with each center line that a wall crosses and the position there. `along` x: center lines of rows. */
const crossings = (
  [from, to]: readonly [Point, Point],
  along: 'x' | 'y',
  lines: number,
  meet: (line: number, place: number) => void,
): void => {
  const across = along === 'x' ? 'y' : 'x';
  const [low, high] = from[across] <= to[across] ? [from, to] : [to, from];
  const length = high[across] - low[across];
  const first = Math.max(0, Math.ceil(low[across] - 0.5));
  const last = Math.min(lines - 1, Math.floor(high[across] - 0.5));
  for (let n = first; n <= last && length > 0; n++)
    meet(n, low[along] + ((n + 0.5 - low[across]) / length) * (high[along] - low[along]));
};

/** Flags of a border between squares. `some`: it has a wall; `solid`: one of its walls is not a door. */
const edgeBits = { some: 1, blocks: 2, hides: 4, solid: 8, impedes: 16 } as const;

/** The borders with a wall between two squares, from the north-west. A border is a door if all its walls are doors. */
export const mapEdges = ({ columns, rows, walls }: MapPlan): readonly MapEdge[] => {
  const eastern = new Uint8Array(columns * rows);
  const southern = new Uint8Array(columns * rows);
  const put = (sides: Uint8Array, x: number, y: number, what: number): void => {
    sides[y * columns + x] = (sides[y * columns + x] ?? 0) | what;
  };
  for (const { from, to, blocks, hides, door, impedes = false } of walls) {
    const what =
      edgeBits.some |
      (blocks ? edgeBits.blocks : 0) |
      (hides ? edgeBits.hides : 0) |
      (door ? 0 : edgeBits.solid) |
      (impedes && !blocks ? edgeBits.impedes : 0);
    crossings([from, to], 'x', rows, (y, place) => {
      const x = Math.floor(place - 0.5);
      if (x >= 0 && x + 1 < columns) put(eastern, x, y, what);
    });
    crossings([from, to], 'y', columns, (x, place) => {
      const y = Math.floor(place - 0.5);
      if (y >= 0 && y + 1 < rows) put(southern, x, y, what);
    });
  }
  const edges: MapEdge[] = [];
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      for (const [sides, b] of [
        [eastern, { x: x + 1, y }],
        [southern, { x, y: y + 1 }],
      ] as const) {
        const what = sides[y * columns + x] ?? 0;
        if (what === 0) continue;
        const has = (bit: number): boolean => (what & bit) !== 0;
        const blocks = has(edgeBits.blocks);
        const impedes = !blocks && has(edgeBits.impedes);
        edges.push({ a: { x, y }, b, blocks, hides: has(edgeBits.hides), impedes, door: !has(edgeBits.solid) });
      }
  return edges;
};

/** Calls `tell` for each square whose center is inside an outline. */
const visitCovered = (outline: readonly Point[], { columns, rows }: MapPlan, tell: (square: Square) => void): void => {
  const meetings = new Map<number, number[]>();
  for (const [at, from] of outline.entries())
    crossings([from, outline[at + 1] ?? outline[0] ?? from], 'x', rows, (y, x) => {
      const there = meetings.get(y);
      if (there === undefined) meetings.set(y, [x]);
      else there.push(x);
    });
  for (const [y, unsorted] of meetings) {
    const places = unsorted.toSorted((a, b) => a - b);
    for (let at = 0; at + 1 < places.length; at += 2) {
      const last = Math.min(columns - 1, Math.ceil((places[at + 1] ?? 0) - 0.5) - 1);
      for (let x = Math.max(0, Math.ceil((places[at] ?? 0) - 0.5)); x <= last; x++) tell({ x, y });
    }
  }
};

/** The first square, from the north-west, whose center is inside an outline. Undefined if there is none. */
export const firstCoveredSquare = (outline: readonly Point[], plan: MapPlan): Square | undefined => {
  let first: Square | undefined;
  visitCovered(outline, plan, (square) => {
    if (first === undefined || square.y < first.y || (square.y === first.y && square.x < first.x)) first = square;
  });
  return first;
};

/** Which of two squares is blocked by the wall between them, for rulebooks without walls between squares. */
export const wallSquareChoices = ['none', 'north-west', 'south-east'] as const;
export type WallSquareChoice = (typeof wallSquareChoices)[number];

/** Lists the squares that `visit` marks, from the north-west. Ignores squares off the map. */
const markedSquares = (
  { columns, rows }: MapPlan,
  visit: (mark: (square: Square) => void) => void,
): readonly Square[] => {
  const marks = new Uint8Array(columns * rows);
  visit(({ x, y }) => {
    if (x >= 0 && y >= 0 && x < columns && y < rows) marks[y * columns + x] = 1;
  });
  return [...marks.entries()].flatMap(([at, marked]) =>
    marked === 1 ? [{ x: at % columns, y: Math.floor(at / columns) }] : [],
  );
};

/** The squares covered by objects, from the north-west. */
export const objectSquares = (plan: MapPlan): readonly Square[] =>
  markedSquares(plan, (mark) => {
    for (const outline of plan.outlines) visitCovered(outline, plan, mark);
  });

/** The squares that no one may enter. `walls` chooses which square a wall without a door fills. */
export const impassableSquares = (plan: MapPlan, walls: WallSquareChoice): readonly Square[] => {
  const beside =
    walls === 'none'
      ? []
      : mapEdges(plan).flatMap(({ a, b, blocks, door }) => (blocks && !door ? [walls === 'north-west' ? a : b] : []));
  return markedSquares(plan, (mark) => {
    for (const square of [...plan.filled, ...beside]) mark(square);
    for (const outline of plan.outlines) visitCovered(outline, plan, mark);
  });
};

/** A map converted for a rulebook: settings that describe the terrain, or an order that draws it. */
export interface MapGround {
  readonly by:
    | { readonly settings: PlainObject; readonly key: string; readonly says: string }
    | { readonly verb: string; readonly params: PlainObject };
  /** Descriptions of what was imported, calculated or assumed. */
  readonly imported: readonly string[];
  readonly leftOut: readonly string[];
}

/** Converts a map for a rulebook. Refuses with a sentence. */
export type ImportMap = (plan: MapPlan, walls: WallSquareChoice) => Result<MapGround, string>;
