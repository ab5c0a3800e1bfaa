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

/** True if a square is on a map of this size. */
export const isOnMap = ({ x, y }: Square, { columns, rows }: Pick<MapPlan, 'columns' | 'rows'>): boolean =>
  x >= 0 && y >= 0 && x < columns && y < rows;

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

/** A border by the axis across it and the index of its north-western square. `middle`: its position along the wall. */
type VisitBorder = (axis: 'x' | 'y', at: number, middle: number) => void;

/** Calls `visit` for each border between two squares whose line between centers a wall cuts. */
const visitBorders = (
  [from, to]: readonly [Point, Point],
  { columns, rows }: Pick<MapPlan, 'columns' | 'rows'>,
  visit: VisitBorder,
): void => {
  crossings([from, to], 'x', rows, (y, place) => {
    const x = Math.floor(place - 0.5);
    if (x >= 0 && x + 1 < columns) visit('x', y * columns + x, y + 0.5);
  });
  crossings([from, to], 'y', columns, (x, place) => {
    const y = Math.floor(place - 0.5);
    if (y >= 0 && y + 1 < rows) visit('y', y * columns + x, x + 0.5);
  });
};

/** How far a wall must reach beyond a point to count as crossing it (squares). */
const tolerance = 0.1;

const otherAxis = { x: 'y', y: 'x' } as const;

/** True if a wall passes a position along its length, and does not only end near it. */
const passes = ({ from, to }: MapWall, along: 'x' | 'y', position: number): boolean =>
  Math.min(from[along], to[along]) < position - tolerance && Math.max(from[along], to[along]) > position + tolerance;

/** Calls `visit` for the borders whose middle a door passes, else for the one at its own middle. */
const visitDoorBorders = (door: MapWall, plan: MapPlan, visit: VisitBorder): void => {
  const { from, to } = door;
  let isFound = false;
  visitBorders([from, to], plan, (axis, at, middle) => {
    if (!passes(door, otherAxis[axis], middle)) return;
    isFound = true;
    visit(axis, at, middle);
  });
  if (isFound) return;
  const along = Math.abs(to.y - from.y) >= Math.abs(to.x - from.x) ? 'y' : 'x';
  const center = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const square = Math.ceil(center[along]) - 1;
  visitBorders(
    [
      { ...center, [along]: square + 0.4 },
      { ...center, [along]: square + 0.6 },
    ],
    plan,
    visit,
  );
};

/** Flags of a border between squares. `some`: it has a wall; `solid`: one of its walls is not a door. */
const edgeBits = { some: 1, blocks: 2, hides: 4, solid: 8, impedes: 16 } as const;

const bitsOf = ({ blocks, hides, door, impedes = false }: MapWall): number =>
  edgeBits.some |
  (blocks ? edgeBits.blocks : 0) |
  (hides ? edgeBits.hides : 0) |
  (door ? 0 : edgeBits.solid) |
  (impedes && !blocks ? edgeBits.impedes : 0);

/** The flags of all borders, and how many walls and doors have no border. Connected pieces count as one wall. */
const markBorders = (plan: MapPlan) => {
  const { columns, rows, walls } = plan;
  const marks = { x: new Uint8Array(columns * rows), y: new Uint8Array(columns * rows) };
  const put = (axis: 'x' | 'y', at: number, bits: number): void => {
    marks[axis][at] = (marks[axis][at] ?? 0) | bits;
  };
  const doorCenters = { x: new Map<number, number>(), y: new Map<number, number>() };
  const doors = walls.filter(({ door }) => door);
  for (const door of doors)
    visitDoorBorders(door, plan, (axis, at) => {
      const along = otherAxis[axis];
      put(axis, at, bitsOf(door));
      doorCenters[axis].set(at, (door.from[along] + door.to[along]) / 2);
    });
  let [lost, isRunLost, last]: [number, boolean, Point | undefined] = [0, false, undefined];
  for (const wall of walls.filter(({ door }) => !door)) {
    const { from, to } = wall;
    if (from.x !== last?.x || from.y !== last.y) [lost, isRunLost] = [lost + Number(isRunLost), true];
    last = to;
    visitBorders([from, to], plan, (axis, at) => {
      isRunLost = false;
      const center = doorCenters[axis].get(at);
      // A wall that ends beside a door leaves the border to the door.
      if (center === undefined || passes(wall, otherAxis[axis], center)) put(axis, at, bitsOf(wall));
    });
  }
  const lostDoors = doors.filter((door) => {
    let isLost = true;
    visitDoorBorders(door, plan, (axis, at) => {
      if (((marks[axis][at] ?? 0) & edgeBits.solid) === 0) isLost = false;
    });
    return isLost;
  });
  return { marks, lost: { walls: lost + Number(isRunLost), doors: lostDoors.length } };
};

/** The number of walls and doors that no border between squares shows. Connected pieces count as one wall. */
export const countLostWalls = (plan: MapPlan): { readonly walls: number; readonly doors: number } =>
  markBorders(plan).lost;

/** The borders with a wall between two squares, from the north-west. A border is a door if all its walls are doors. */
export const mapEdges = (plan: MapPlan): readonly MapEdge[] => {
  const { columns, rows } = plan;
  const { marks } = markBorders(plan);
  const edges: MapEdge[] = [];
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      for (const [sides, b] of [
        [marks.x, { x: x + 1, y }],
        [marks.y, { x, y: y + 1 }],
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

/** Cuts a map to a rectangle, given its north-western and south-eastern squares. */
export const cropMap = (plan: MapPlan, first: Square, last: Square): MapPlan => {
  const [columns, rows] = [last.x - first.x + 1, last.y - first.y + 1];
  const move = ({ x, y }: Point): Point => ({ x: x - first.x, y: y - first.y });
  const overlaps = (points: readonly Point[]): boolean =>
    points.some(({ x }) => x > 0) &&
    points.some(({ x }) => x < columns) &&
    points.some(({ y }) => y > 0) &&
    points.some(({ y }) => y < rows);
  return {
    ...{ columns, rows },
    walls: plan.walls
      .map((wall) => ({ ...wall, from: move(wall.from), to: move(wall.to) }))
      .filter(({ from, to }) => overlaps([from, to])),
    outlines: plan.outlines.map((outline) => outline.map(move)).filter(overlaps),
    filled: plan.filled.map(move).filter((each) => isOnMap(each, { columns, rows })),
  };
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
const markedSquares = (plan: MapPlan, visit: (mark: (square: Square) => void) => void): readonly Square[] => {
  const { columns, rows } = plan;
  const marks = new Uint8Array(columns * rows);
  visit((square) => {
    if (isOnMap(square, plan)) marks[square.y * columns + square.x] = 1;
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
