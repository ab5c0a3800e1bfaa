import type { Square } from '../../../rules/grid/square.ts';
import { meleeDistance } from '../board.ts';
import { createPathCostLookup } from '../movement/paths.ts';
import { isObjectiveOf, isOnSquares, isSurviving, type Objective, objectiveOf } from '../objectives.ts';
import { type Combatant, findByName, isPlaced, type PlacedCombatant, type State } from '../state.ts';

/** How the objective changes the worth of squares and foes for the acting combatant. */
export interface ObjectiveWorth {
  /** Factor for the worth of an attack on `foe`. */
  readonly foeWeight: (foe: PlacedCombatant) => number;
  /** The worth of ending a move on `square`. */
  readonly worthAt: (square: Square) => number;
  /** True if the position counts even for a combatant that can attack. */
  readonly isPositionRelevant: boolean;
}

/** The objective changes nothing: only taking down foes counts. */
export const noObjectiveWorth: ObjectiveWorth = { foeWeight: () => 1, worthAt: () => 0, isPositionRelevant: false };

/** Maximum path cost that counts (movement points). Longer paths count as this cost. */
const maxWalk = 40;
/** Maximum number of the objective’s squares to find paths to, the nearest first. */
const maxSquares = 3;

/** Creates a lookup of a square’s worth: −`each` for each movement point of the path to the nearest of `squares`. */
const createDistanceWorth = (
  state: State,
  me: PlacedCombatant,
  squares: readonly Square[],
  each: number,
): ObjectiveWorth['worthAt'] => {
  const costs = squares
    .toSorted((a, b) => meleeDistance(me.at, a) - meleeDistance(me.at, b))
    .slice(0, maxSquares)
    .map((square) => createPathCostLookup(state, me, square, maxWalk));
  return (at) => {
    let least = maxWalk;
    for (const cost of costs) least = Math.min(least, cost(at) ?? maxWalk);
    return -each * least;
  };
};

const conscious = (state: State): readonly PlacedCombatant[] =>
  state.combatants.filter(isPlaced).filter(({ life }) => life === 'conscious');

/** Makes combatants prefer ground that no friend holds, and attacks on foes on that ground. SK-OBJ-3. */
const calculateHoldWorth = (
  state: State,
  me: PlacedCombatant,
  { squares, team }: Extract<Objective, { kind: 'hold' }>,
): ObjectiveWorth => {
  const there = conscious(state).filter(({ at, id }) => id !== me.id && isOnSquares(squares, at));
  const isTheirs = there.some((each) => each.team !== me.team);
  const isOurs = there.some((each) => each.team === me.team);
  const each = isOurs ? 0 : isTheirs ? 8 : isObjectiveOf(team, me.team) ? 3 : 1;
  return {
    foeWeight: ({ at }) => (isOnSquares(squares, at) ? 1.5 : 1),
    worthAt: each === 0 ? noObjectiveWorth.worthAt : createDistanceWorth(state, me, squares, each),
    isPositionRelevant: each > 0,
  };
};

/** Makes a team with this objective hurry to the objective’s squares, and other teams block the way. SK-OBJ-4. */
const calculateReachWorth = (
  state: State,
  me: PlacedCombatant,
  { squares, team }: Extract<Objective, { kind: 'reach' }>,
): ObjectiveWorth => {
  const isOurs = isObjectiveOf(team, me.team);
  const near = createDistanceWorth(state, me, squares, isOurs ? 20 : 4);
  return {
    foeWeight: ({ at }) =>
      isOurs && team !== undefined ? 1 : 1 + 1 / (1 + Math.min(...squares.map((square) => meleeDistance(at, square)))),
    worthAt: (square) => near(square) + (isOurs && isOnSquares(squares, square) ? 1000 : 0),
    isPositionRelevant: true,
  };
};

/** Distance of a square from the nearest foe, at most `most` (spaces). */
const createFoeDistance = (state: State, me: PlacedCombatant, most: number): ObjectiveWorth['worthAt'] => {
  const foes = conscious(state).filter(({ team }) => team !== me.team);
  return (at) => Math.min(most, ...foes.map((foe) => meleeDistance(at, foe.at)));
};

/** Keeps the protected combatant away from foes, who prefer to attack it. Its team attacks foes near it. SK-OBJ-5. */
const calculateProtectWorth = (state: State, me: PlacedCombatant, ward: Combatant): ObjectiveWorth => {
  if (me.team !== ward.team) return { ...noObjectiveWorth, foeWeight: ({ id }) => (id === ward.id ? 2.5 : 1) };
  if (me.id === ward.id) {
    const far = createFoeDistance(state, me, 8);
    return { ...noObjectiveWorth, worthAt: (square) => 4 * far(square), isPositionRelevant: true };
  }
  const { at: place } = ward;
  return place === undefined
    ? noObjectiveWorth
    : { ...noObjectiveWorth, foeWeight: ({ at }) => 1 + 0.5 / Math.max(1, meleeDistance(at, place)) };
};

/** Makes a team’s last captain a better target than others. SK-OBJ-7. */
const calculateCaptainWorth = (state: State): ObjectiveWorth => {
  const captains = state.combatants.filter((each) => each.sheet.role === 'captain' && isSurviving(each, state));
  const isLast = (who: Combatant): boolean =>
    who.sheet.role === 'captain' && captains.filter(({ team }) => team === who.team).length === 1;
  return { ...noObjectiveWorth, foeWeight: (foe) => (isLast(foe) ? 2.5 : 1) };
};

/** How the battle’s objective changes one combatant’s plans. SK-OBJ-3, SK-OBJ-4, SK-OBJ-5, SK-OBJ-7. */
export const objectiveWorthFor = (state: State, me: PlacedCombatant): ObjectiveWorth => {
  const objective = objectiveOf(state);
  switch (objective?.kind) {
    case 'hold':
      return calculateHoldWorth(state, me, objective);
    case 'reach':
      return calculateReachWorth(state, me, objective);
    case 'protect': {
      const ward = findByName(state, objective.who);
      return ward === undefined ? noObjectiveWorth : calculateProtectWorth(state, me, ward);
    }
    case 'captain':
      return calculateCaptainWorth(state);
    default:
      return noObjectiveWorth;
  }
};
