import { ok, ref, refuse } from '../../../core/message.ts';
import { effectSum } from '../../../rules/effects.ts';
import { formatSquare, parseSquare, type Square } from '../../../rules/grid/square.ts';
import { compassDirections } from '../../../rules/view.ts';
import {
  bearingBetween,
  isAdjacent,
  isObstacle,
  isOnBoard,
  isSameSquare,
  obstacleGridOf,
  squareInDirection,
  stepCost,
} from '../board.ts';
import { moveRatingOf } from '../sheet.ts';
import { type CheckResult, type Facing, isBlocking, type PlacedCombatant, type State } from '../state.ts';

/** Movement points of a combatant for a whole turn. SK-MOVE-2. */
export const movementPoints = (state: Pick<State, 'effects'>, { id, sheet }: PlacedCombatant): number =>
  Math.max(0, moveRatingOf(sheet).points + effectSum(state.effects, id, 'movement'));

export const movementPointsLeft = (state: State, mover: PlacedCombatant): number =>
  movementPoints(state, mover) - (state.turn?.who === mover.id ? state.turn.pointsSpent : 0);

/** True if the mover may cross blocked squares. SK-CLIMB-1, SK-FLY-1, SK-RUL-75, SK-RUL-76. */
const crossesObstacles = ({ settings }: State, { sheet, altitude }: PlacedCombatant): boolean => {
  const { type } = moveRatingOf(sheet);
  if (type === 'Climbing') return settings['climb.obstacles'] > 0;
  return type === 'Flying' && altitude !== 'ground' && settings['fly.obstacles'] === 'yes';
};

/** Movement points that a step into a square costs. SK-MOVE-3, SK-RUL-76. */
export const entryCost = (state: State, mover: PlacedCombatant, square: Square, way: Facing): number =>
  moveRatingOf(mover.sheet).type === 'Climbing' && isObstacle(state, square)
    ? Math.max(stepCost(way), state.settings['climb.obstacles'])
    : stepCost(way);

/** Squares that the mover may pass over, and in `free` those to stop on: 1 if so, row by row. SK-RUL-21. */
export const passableSquares = (
  state: State,
  mover: PlacedCombatant,
): { readonly passes: readonly number[]; readonly free: readonly number[] } => {
  const { board, settings, combatants } = state;
  const obstacles = obstacleGridOf(board);
  const free = obstacles.map((each) => 1 - each);
  const passes = crossesObstacles(state, mover) ? new Array<number>(free.length).fill(1) : free.slice();
  const flies = moveRatingOf(mover.sheet).type === 'Flying';
  const taken = new Set<number>();
  for (const each of combatants) {
    if (each.id === mover.id || each.at === undefined || !isBlocking(each) || !isOnBoard(state, each.at)) continue;
    const at = each.at.y * board.width + each.at.x;
    free[at] = 0;
    if (taken.has(at)) continue;
    taken.add(at);
    if (!flies && !(settings['move.allyPass'] === 'yes' && each.team === mover.team)) passes[at] = 0;
  }
  return { passes, free };
};

const steps = compassDirections.map((way) => ({ way, ...squareInDirection({ x: 0, y: 0 }, way), cost: stepCost(way) }));

/** The cheapest paths from one square to others. */
interface CheapestWays {
  /** Squares that can be reached, numbered row by row, in the order in which they were found. */
  readonly found: readonly number[];
  /** Cost of the path to a square (movement points). Undefined if no path leads there. */
  readonly costOf: (square: number) => number | undefined;
  readonly pathTo: (square: number) => readonly Facing[];
}

/** Finds the cheapest path from `from` to every square that costs at most `most` movement points. */
const findCheapestWays = (
  state: State,
  mover: PlacedCombatant,
  passes: readonly number[],
  from: Square,
  most: number,
): CheapestWays => {
  const { width, height } = state.board;
  const obstacles = obstacleGridOf(state.board);
  const climbing = moveRatingOf(mover.sheet).type === 'Climbing' ? state.settings['climb.obstacles'] : 0;
  const costs = new Array<number>(width * height).fill(-1);
  const came = new Array<number>(width * height).fill(-1);
  const found: number[] = [];
  const queue: number[][] = [];
  const walk = (x: number, y: number, spent: number): void => {
    for (let n = 0; n < steps.length; n++) {
      const step = steps[n];
      if (step === undefined) continue;
      const to = x + step.x;
      const row = y + step.y;
      if (to < 0 || row < 0 || to >= width || row >= height) continue;
      const at = row * width + to;
      if (passes[at] === 0) continue;
      const cost = spent + (climbing > step.cost && obstacles[at] === 1 ? climbing : step.cost);
      const known = costs[at] ?? -1;
      if (cost > most || (known >= 0 && known <= cost)) continue;
      if (known < 0) found.push(at);
      costs[at] = cost;
      came[at] = n;
      while (queue.length <= cost) queue.push([]);
      queue[cost]?.push(at);
    }
  };
  if (isOnBoard(state, from)) costs[from.y * width + from.x] = 0;
  walk(from.x, from.y, 0);
  for (let spent = 1; spent < queue.length; spent++)
    for (const at of queue[spent] ?? []) if (costs[at] === spent) walk(at % width, Math.floor(at / width), spent);
  return {
    found,
    costOf: (square) => {
      const cost = costs[square] ?? -1;
      return cost < 0 ? undefined : cost;
    },
    pathTo: (square) => {
      const path: Facing[] = [];
      for (let at = square; ; ) {
        const step = steps[came[at] ?? -1];
        if (step === undefined) break;
        path.push(step.way);
        const [x, y] = [(at % width) - step.x, Math.floor(at / width) - step.y];
        if (x === from.x && y === from.y) break;
        at = y * width + x;
      }
      return path.reverse();
    },
  };
};

/** A square in reach, its cost in movement points, and its path, which is found when needed. */
export interface ReachableSquare {
  readonly at: Square;
  readonly cost: number;
  readonly path: () => readonly Facing[];
}

/** Squares that a combatant can move to with the points it has left, with their costs. */
export const reachableSquares = (state: State, mover: PlacedCombatant): readonly ReachableSquare[] => {
  const { width } = state.board;
  const { passes, free } = passableSquares(state, mover);
  const { found, costOf, pathTo } = findCheapestWays(state, mover, passes, mover.at, movementPointsLeft(state, mover));
  return found
    .filter((square) => free[square] === 1)
    .map((square) => ({
      at: { x: square % width, y: Math.floor(square / width) },
      cost: costOf(square) ?? 0,
      path: () => pathTo(square),
    }));
};

/** Creates a lookup of path costs between one square and others, up to `most` movement points. Undefined if no path. */
export const createPathCostLookup = (
  state: State,
  mover: PlacedCombatant,
  from: Square,
  most: number,
): ((to: Square) => number | undefined) => {
  const { costOf } = findCheapestWays(state, mover, passableSquares(state, mover).passes, from, most);
  return (to) =>
    isOnBoard(state, to) ? costOf(to.y * state.board.width + to.x) : isSameSquare(from, to) ? 0 : undefined;
};

/** The straight path to a square out of reach, so that checks can explain the refusal. */
const findStraightPath = (from: Square, to: Square): readonly Facing[] => {
  const path: Facing[] = [];
  let at = from;
  for (let left = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)); left > 0; left--) {
    const [dx, dy] = [Math.sign(to.x - at.x), Math.sign(to.y - at.y)];
    const way = bearingBetween({ x: 0, y: 0 }, { x: dx, y: dy }) ?? 'N';
    path.push(way);
    at = squareInDirection(at, way);
  }
  return path;
};

const findPathTo = (state: State, mover: PlacedCombatant, from: Square, to: Square): readonly Facing[] => {
  if (!isAdjacent(from, to) && isOnBoard(state, to)) {
    const { passes } = passableSquares(state, mover);
    const found = findCheapestWays(state, mover, passes, from, movementPointsLeft(state, mover));
    const square = to.y * state.board.width + to.x;
    if (found.costOf(square) !== undefined) return found.pathTo(square);
  }
  return findStraightPath(from, to);
};

/** Parses a path: directions (`N NE E`), repeated ones (`3N`), or squares in order (`D4 D5`). */
export const parsePath = (state: State, mover: PlacedCombatant, text: string): CheckResult<readonly Facing[]> => {
  const words = text.split(/[\s>;]+|,\s+|,(?=[A-Za-z])/).filter((word) => word !== '');
  const path: Facing[] = [];
  let at: Square = mover.at;
  for (const word of words) {
    const [, times, name = ''] = /^(\d{0,2})([A-Za-z]{1,2})$/.exec(word) ?? [];
    const way = compassDirections.find((each) => each === name.toUpperCase());
    const square = parseSquare(word);
    if (square !== undefined && isSameSquare(square, mover.at) && words.length === 1)
      return refuse('BAD_PATH', { actor: ref(mover.id), square: formatSquare(square) });
    const steps: readonly Facing[] | undefined =
      way !== undefined
        ? new Array<Facing>(Number(times || 1)).fill(way)
        : square !== undefined && Math.abs(square.x) < 200 && Math.abs(square.y) < 1000
          ? findPathTo(state, mover, at, square)
          : undefined;
    if (steps === undefined) return refuse('BAD_PATH', { word: word.slice(0, 40) });
    for (const step of steps) at = squareInDirection(at, step);
    path.push(...steps);
  }
  return path.length === 0 ? refuse('BAD_PATH', { word: text.trim().slice(0, 40) }) : ok(path);
};
