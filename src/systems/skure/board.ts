import { memoizeOnObject } from '../../core/memoize.ts';
import { type BarrierChecks, findBarrier, type Square } from '../../rules/grid/square.ts';
import { compassDirections } from '../../rules/view.ts';
import type { Settings } from './settings.ts';
import { altitudes, type Combatant, type Facing, isBlocking, type PlacedCombatant, type State } from './state.ts';

const indices: Readonly<Record<Facing, number>> = { N: 0, NE: 1, E: 2, SE: 3, S: 4, SW: 5, W: 6, NW: 7 };
export const facingIndex = (facing: Facing): number => indices[facing];
const facingAt = (index: number): Facing => compassDirections[((index % 8) + 8) % 8] ?? 'N';
export const oppositeFacing = (facing: Facing): Facing => facingAt(facingIndex(facing) + 4);

/** Number of levels between two altitudes. */
export const altitudeDifference = (a: Combatant['altitude'], b: Combatant['altitude']): number =>
  Math.abs(altitudes.indexOf(a) - altitudes.indexOf(b));

/** Smallest number of 45-degree turns between two facings. */
export const turnStepsBetween = (from: Facing, to: Facing): number => {
  const steps = Math.abs(facingIndex(from) - facingIndex(to));
  return Math.min(steps, 8 - steps);
};

export const squareInDirection = ({ x, y }: Square, direction: Facing, spaces = 1): Square => ({
  x: x + (Number(direction.includes('E')) - Number(direction.includes('W'))) * spaces,
  y: y + (Number(direction.includes('S')) - Number(direction.includes('N'))) * spaces,
});

/** Movement points of one step: 1 straight, 2 diagonally. SK-MOVE-3. */
export const stepCost = (direction: Facing): number => (facingIndex(direction) % 2 === 0 ? 1 : 2);

export const isSameSquare = (a: Square, b: Square): boolean => a.x === b.x && a.y === b.y;
/** Distance where a diagonal step counts as 1 (spaces). SK-RUL-7. */
export const meleeDistance = (a: Square, b: Square): number => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
/** Levels of height between two combatants. 0 if `height.counts` is off. SK-RUL-61. */
export const countedAltitudeDifference = (
  { settings }: Pick<State, 'settings'>,
  a: Pick<Combatant, 'altitude'>,
  b: Pick<Combatant, 'altitude'>,
): number => (settings['height.counts'] === 'yes' ? altitudeDifference(a.altitude, b.altitude) : 0);
/** Columns plus rows between two squares (spaces). SK-ATK-6. */
export const rangedDistance = (a: Square, b: Square): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
/** Reach that a melee attack needs between two combatants (spaces). SK-RUL-7, SK-RUL-61. */
export const requiredMeleeReach = (state: Pick<State, 'settings'>, a: PlacedCombatant, b: PlacedCombatant): number =>
  Math.max(meleeDistance(a.at, b.at), countedAltitudeDifference(state, a, b));
/** Range that a shot, spell or breath needs between two combatants (spaces). SK-ATK-6, SK-RUL-61. */
export const requiredRangedReach = (state: Pick<State, 'settings'>, a: PlacedCombatant, b: PlacedCombatant): number =>
  rangedDistance(a.at, b.at) + countedAltitudeDifference(state, a, b);
export const isAdjacent = (a: Square, b: Square): boolean => meleeDistance(a, b) === 1;

/** Compass direction from one square to another, rounded. Undefined if they are the same. Section 3; SK-RUL-5. */
export const bearingBetween = (from: Square, to: Square): Facing | undefined => {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const a = Math.max(Math.abs(dx), Math.abs(dy));
  const b = Math.min(Math.abs(dx), Math.abs(dy));
  if (a === 0) return undefined;
  if (b * b + 2 * a * b < a * a) {
    if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'E' : 'W';
    return dy > 0 ? 'S' : 'N';
  }
  if (dy < 0) return dx > 0 ? 'NE' : 'NW';
  return dx > 0 ? 'SE' : 'SW';
};

export const isOnBoard = ({ board }: Pick<State, 'board'>, { x, y }: Square): boolean =>
  x >= 0 && y >= 0 && x < board.width && y < board.height;

/** Squares of a board, row by row: 1 if blocked, otherwise 0. */
export const obstacleGridOf = memoizeOnObject(({ width, height, blocked }: State['board']): readonly number[] => {
  const obstacles = new Array<number>(width * height).fill(0);
  for (const { x, y } of blocked) if (x >= 0 && y >= 0 && x < width && y < height) obstacles[y * width + x] = 1;
  return obstacles;
});

export const isObstacle = ({ board }: Pick<State, 'board'>, square: Square): boolean =>
  isOnBoard({ board }, square)
    ? obstacleGridOf(board)[square.y * board.width + square.x] === 1
    : board.blocked.some((each) => isSameSquare(each, square));

/** The combatant that blocks a square, other than `but`. Undefined if no one blocks it. SK-RUL-60. */
export const findBlocker = (state: State, square: Square, but?: string): Combatant | undefined =>
  state.combatants.find(
    (each) => each.id !== but && each.at !== undefined && isSameSquare(each.at, square) && isBlocking(each),
  );

/** Checks whether the combatant `but` can be pushed to or placed on a square. */
export const createBarrierChecks = (state: State, but?: string): BarrierChecks => ({
  onBoard: (square) => isOnBoard(state, square),
  isBlocked: (square) => isObstacle(state, square),
  isTaken: (square) => findBlocker(state, square, but) !== undefined,
});

export const isSquareFree = (state: State, square: Square, but?: string): boolean =>
  findBarrier(createBarrierChecks(state, but), square) === undefined;

/** Where a line enters and leaves a square on one axis, scaled by `over` to integers. Undefined if it never does. */
const overlapOnAxis = (
  from: number,
  delta: number,
  centre: number,
  over: number,
): readonly [number, number] | undefined => {
  if (delta === 0) return from === centre ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : undefined;
  const ends = [(2 * (centre - from) - 1) * over, (2 * (centre - from) + 1) * over].map(
    (end) => end * Math.sign(delta),
  );
  return [Math.min(...ends), Math.max(...ends)];
};

/** True if the line between two squares’ centers runs through a third square, not only its corner. SK-RUL-57. */
const crossesSquare = (from: Square, to: Square, third: Square): boolean => {
  const beside = (a: number, b: number, c: number): boolean => (c < a && c < b) || (c > a && c > b);
  if (beside(from.x, to.x, third.x) || beside(from.y, to.y, third.y)) return false;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [wide, high] = [Math.abs(dx) || 1, Math.abs(dy) || 1];
  const across = overlapOnAxis(from.x, dx, third.x, high);
  const down = overlapOnAxis(from.y, dy, third.y, wide);
  if (across === undefined || down === undefined) return false;
  return Math.max(across[0], down[0], 0) < Math.min(across[1], down[1], 2 * wide * high);
};

/** True if no blocked square is on the line, or if `sight.obstacles` is off. SK-RUL-57. */
export const isLineClear = (state: Pick<State, 'board' | 'settings'>, from: Square, to: Square): boolean =>
  state.settings['sight.obstacles'] === 'no' || !state.board.blocked.some((square) => crossesSquare(from, to, square));

/** Zones around a combatant. It sees attacks from the front and flank, not from the rear. SK-POS-3. */
export const facingZones = ['front', 'flank', 'rear'] as const;
export type FacingZone = (typeof facingZones)[number];

/** Direction of a square in 45-degree steps from a facing: 0 ahead, 4 behind. Undefined for the combatant’s square. */
export const relativeBearing = (
  { at, facing }: Pick<PlacedCombatant, 'at' | 'facing'>,
  square: Square,
): number | undefined => {
  const way = bearingBetween(at, square);
  return way === undefined ? undefined : (facingIndex(way) - facingIndex(facing) + 8) % 8;
};

/** Zone of a combatant that contains a square. Its own square is in front. SK-POS-1, SK-POS-2, SK-RUL-4, SK-RUL-5. */
export const findFacingZone = (
  who: Pick<PlacedCombatant, 'at' | 'facing'>,
  square: Square,
  settings: Pick<Settings, 'zones.flank'>,
): FacingZone => {
  const rel = relativeBearing(who, square);
  if (rel === 4) return 'rear';
  if (rel === 3 || rel === 5) return 'flank';
  return settings['zones.flank'] === 'sides+rearDiagonals' && (rel === 2 || rel === 6) ? 'flank' : 'front';
};

/** Hit bonus and damage percentages, by zone. SK-POS-4, SK-POS-5, SK-POS-6, SK-POS-7, SK-POS-8. */
export const positionBonuses: Readonly<
  Record<FacingZone, { readonly hit: number; readonly damage: number; readonly backstab: number }>
> = {
  front: { hit: 0, damage: 100, backstab: 100 },
  flank: { hit: 15, damage: 125, backstab: 150 },
  rear: { hit: 30, damage: 150, backstab: 200 },
};
