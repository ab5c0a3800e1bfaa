import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { effectSum } from '../../../rules/effects.ts';
import { type Square, squareFrom, squareName } from '../../../rules/grid/square.ts';
import { compass } from '../../../rules/view.ts';
import { adjacent, bearing, blocker, isFree, isObstacle, onBoard, stepCost, stepTo } from '../board.ts';
import { ratingOf } from '../sheet.ts';
import type { Checked, Facing, Placed, State } from '../state.ts';

/** SK-MOVE-2: points of a whole turn. */
export const pointsOf = (state: Pick<State, 'effects'>, { name, sheet }: Placed): number =>
  Math.max(0, ratingOf(sheet).points + effectSum(state.effects, name, 'movement'));

export const pointsLeft = (state: State, mover: Placed): number =>
  pointsOf(state, mover) - (state.turn?.who === mover.name ? state.turn.pointsSpent : 0);

/** SK-CLIMB-1, SK-FLY-1, SK-RUL-75, SK-RUL-76: who may cross squares that nobody else may enter. */
const crossesObstacles = ({ settings }: State, { sheet, altitude }: Placed): boolean => {
  const { type } = ratingOf(sheet);
  if (type === 'Climbing') return settings['climb.obstacles'] > 0;
  return type === 'Flying' && altitude !== 'ground' && settings['fly.obstacles'] === 'yes';
};

/** SK-MOVE-3, SK-RUL-76: the points that a step costs. */
export const entryCost = (state: State, mover: Placed, square: Square, way: Facing): number =>
  ratingOf(mover.sheet).type === 'Climbing' && isObstacle(state, square)
    ? Math.max(stepCost(way), state.settings['climb.obstacles'])
    : stepCost(way);

/** SK-RUL-21: who and what may be passed over, but not stopped on. */
export const mayPass = (state: State, mover: Placed, square: Square): boolean => {
  if (isObstacle(state, square) && !crossesObstacles(state, mover)) return false;
  const other = blocker(state, square, mover.name);
  return (
    other === undefined ||
    ratingOf(mover.sheet).type === 'Flying' ||
    (state.settings['move.allyPass'] === 'yes' && other.team === mover.team)
  );
};

const direction = (word: string): Facing | undefined => compass.find((each) => each === word.toUpperCase());

interface Way {
  readonly cost: number;
  readonly path: readonly Facing[];
}

/** The cheapest way to every square that can be reached from `from` for at most `most` points, by square name. */
const ways = (
  state: State,
  mover: Placed,
  from: Square,
  most: number,
): ReadonlyMap<string, Way & { readonly at: Square }> => {
  const best = new Map([[squareName(from), { cost: 0, path: [] as readonly Facing[], at: from }]]);
  const open = [...best.values()];
  for (let here = open.shift(); here !== undefined; here = open.shift()) {
    if (best.get(squareName(here.at)) !== here) continue;
    for (const way of compass) {
      const at = stepTo(here.at, way);
      const cost = here.cost + entryCost(state, mover, at, way);
      const known = best.get(squareName(at));
      if (cost > most || (known !== undefined && known.cost <= cost)) continue;
      if (!onBoard(state, at) || !mayPass(state, mover, at)) continue;
      const found = { cost, path: [...here.path, way], at };
      best.set(squareName(at), found);
      open.push(found);
    }
    open.sort((a, b) => a.cost - b.cost);
  }
  return best;
};

/** Every square a combatant could move to with the points it has left, with what it costs. */
export const reachable = (state: State, mover: Placed): readonly (Way & { readonly at: Square })[] =>
  [...ways(state, mover, mover.at, pointsLeft(state, mover)).values()].filter(
    ({ at, cost }) => cost > 0 && isFree(state, at, mover.name),
  );

/** What the way between a square and each other one costs this mover, as far as `most`; nothing where bodies and walls bar it. */
export const walkCosts = (
  state: State,
  mover: Placed,
  from: Square,
  most: number,
): ((to: Square) => number | undefined) => {
  const found = ways(state, mover, from, most);
  return (to) => found.get(squareName(to))?.cost;
};

/** As the crow flies, for a square that cannot be reached: so that the checks can say why. */
const straight = (from: Square, to: Square): readonly Facing[] => {
  const path: Facing[] = [];
  let at = from;
  for (let left = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)); left > 0; left--) {
    const [dx, dy] = [Math.sign(to.x - at.x), Math.sign(to.y - at.y)];
    const way = bearing({ x: 0, y: 0 }, { x: dx, y: dy }) ?? 'N';
    path.push(way);
    at = stepTo(at, way);
  }
  return path;
};

const wayTo = (state: State, mover: Placed, from: Square, to: Square): readonly Facing[] => {
  if (!adjacent(from, to) && onBoard(state, to)) {
    const found = ways(state, mover, from, pointsLeft(state, mover)).get(squareName(to));
    if (found !== undefined) return found.path;
  }
  return straight(from, to);
};

/** Reads a path: directions (`N NE E`), several of one (`3N`), or squares in order (`D4 D5`), the cheapest way to each. */
export const readPath = (state: State, mover: Placed, text: string): Checked<readonly Facing[]> => {
  const words = text.split(/[\s>;]+|,\s+|,(?=[A-Za-z])/).filter((word) => word !== '');
  const path: Facing[] = [];
  let at: Square = mover.at;
  for (const word of words) {
    const [, times, name = ''] = /^(\d{0,2})([A-Za-z]{1,2})$/.exec(word) ?? [];
    const way = direction(name);
    const square = squareFrom(word);
    const steps: readonly Facing[] | undefined =
      way !== undefined
        ? new Array<Facing>(Number(times || 1)).fill(way)
        : square !== undefined && Math.abs(square.x) < 200 && Math.abs(square.y) < 1000
          ? wayTo(state, mover, at, square)
          : undefined;
    if (steps === undefined) return refuse('BAD_PATH', { word: word.slice(0, 40) });
    for (const step of steps) at = stepTo(at, step);
    path.push(...steps);
  }
  return path.length === 0 ? refuse('BAD_PATH', { word: text.trim().slice(0, 40) }) : ok(path);
};
