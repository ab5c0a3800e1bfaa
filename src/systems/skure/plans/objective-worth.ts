import type { Square } from '../../../rules/grid/square.ts';
import { meleeDistance } from '../board.ts';
import { walkCosts } from '../movement/paths.ts';
import { isObjectiveOf, isOnSquares, isSurviving, type Objective, objectiveOf } from '../objectives.ts';
import { type Combatant, findByName, isPlaced, type PlacedCombatant, type State } from '../state.ts';

/** The objective’s influence on the worth of squares and foes for the acting combatant. */
export interface ObjectiveWorth {
  /** What a blow at that foe is worth beside the same where nothing but falls counts. */
  readonly foeWeight: (foe: PlacedCombatant) => number;
  /** The worth of ending a move on that square. */
  readonly worthAt: (square: Square) => number;
  /** Does it matter where one ends, even for one who can strike? */
  readonly isPositionRelevant: boolean;
}

/** No influence: only taking down foes counts. */
export const noObjectiveWorth: ObjectiveWorth = { foeWeight: () => 1, worthAt: () => 0, isPositionRelevant: false };

/** Walks longer than this count as it, in movement points. */
const maxWalk = 40;
/** Ways are looked for to so many of the squares of an objective, the nearest. */
const maxSquares = 3;

/** What a place costs that is so many movement points from the nearest of some squares: so much for each. */
const distanceWorth = (
  state: State,
  me: PlacedCombatant,
  squares: readonly Square[],
  each: number,
): ObjectiveWorth['worthAt'] => {
  const costs = squares
    .toSorted((a, b) => meleeDistance(me.at, a) - meleeDistance(me.at, b))
    .slice(0, maxSquares)
    .map((square) => walkCosts(state, me, square, maxWalk));
  return (at) => {
    let least = maxWalk;
    for (const cost of costs) least = Math.min(least, cost(at) ?? maxWalk);
    return -each * least;
  };
};

const conscious = (state: State): readonly PlacedCombatant[] =>
  state.combatants.filter(isPlaced).filter(({ life }) => life === 'conscious');

/** SK-OBJ-3. Ground is taken by one where nobody has it, from those who have it alone first of all; who stands on it is to go. */
const holding = (
  state: State,
  me: PlacedCombatant,
  { squares, team }: Extract<Objective, { kind: 'hold' }>,
): ObjectiveWorth => {
  const there = conscious(state).filter(({ at, name }) => name !== me.name && isOnSquares(squares, at));
  const isTheirs = there.some((each) => each.team !== me.team);
  const isOurs = there.some((each) => each.team === me.team);
  const each = isOurs ? 0 : isTheirs ? 8 : isObjectiveOf(team, me.team) ? 3 : 1;
  return {
    foeWeight: ({ at }) => (isOnSquares(squares, at) ? 1.5 : 1),
    worthAt: each === 0 ? noObjectiveWorth.worthAt : distanceWorth(state, me, squares, each),
    isPositionRelevant: each > 0,
  };
};

/** SK-OBJ-4. Who is there first has won: those who want it run, the others stand in the way. */
const reaching = (
  state: State,
  me: PlacedCombatant,
  { squares, team }: Extract<Objective, { kind: 'reach' }>,
): ObjectiveWorth => {
  const isOurs = isObjectiveOf(team, me.team);
  const near = distanceWorth(state, me, squares, isOurs ? 20 : 4);
  return {
    foeWeight: ({ at }) =>
      isOurs && team !== undefined ? 1 : 1 + 1 / (1 + Math.min(...squares.map((square) => meleeDistance(at, square)))),
    worthAt: (square) => near(square) + (isOurs && isOnSquares(squares, square) ? 1000 : 0),
    isPositionRelevant: true,
  };
};

/** How far from the nearest foe somebody is, no more than so many spaces. */
const away = (state: State, me: PlacedCombatant, most: number): ObjectiveWorth['worthAt'] => {
  const foes = conscious(state).filter(({ team }) => team !== me.team);
  return (at) => Math.min(most, ...foes.map((foe) => meleeDistance(at, foe.at)));
};

/** SK-OBJ-5. The ward keeps away from those whom its own strike first who come near it; the others want it before all. */
const warding = (state: State, me: PlacedCombatant, ward: Combatant): ObjectiveWorth => {
  if (me.team !== ward.team) return { ...noObjectiveWorth, foeWeight: ({ name }) => (name === ward.name ? 2.5 : 1) };
  if (me.name === ward.name) {
    const far = away(state, me, 8);
    return { ...noObjectiveWorth, worthAt: (square) => 4 * far(square), isPositionRelevant: true };
  }
  const { at: place } = ward;
  return place === undefined
    ? noObjectiveWorth
    : { ...noObjectiveWorth, foeWeight: ({ at }) => 1 + 0.5 / Math.max(1, meleeDistance(at, place)) };
};

/** SK-OBJ-7. The last captain of a team is worth as much as the team. */
const beheading = (state: State): ObjectiveWorth => {
  const captains = state.combatants.filter((each) => each.sheet.role === 'captain' && isSurviving(each, state));
  const isLast = (who: Combatant): boolean =>
    who.sheet.role === 'captain' && captains.filter(({ team }) => team === who.team).length === 1;
  return { ...noObjectiveWorth, foeWeight: (foe) => (isLast(foe) ? 2.5 : 1) };
};

/**
 * SK-OBJ-3, SK-OBJ-4, SK-OBJ-5, SK-OBJ-7. What is at stake for one who acts; nothing where the last team standing wins or the BM says who
 * does, nor for those who have to last (SK-OBJ-6): who kept out of reach lost no later than who fought.
 */
export const objectiveWorthFor = (state: State, me: PlacedCombatant): ObjectiveWorth => {
  const objective = objectiveOf(state);
  switch (objective?.kind) {
    case 'hold':
      return holding(state, me, objective);
    case 'reach':
      return reaching(state, me, objective);
    case 'protect': {
      const ward = findByName(state, objective.who);
      return ward === undefined ? noObjectiveWorth : warding(state, me, ward);
    }
    case 'captain':
      return beheading(state);
    default:
      return noObjectiveWorth;
  }
};
