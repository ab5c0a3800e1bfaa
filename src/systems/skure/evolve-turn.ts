import type { EventOf } from './model.ts';
import { on, onTurn, type State, standingDown, type Turn } from './state.ts';

/** SK-RUL-68: squares entered beside an enemy add up over the whole turn. */
export const counted = (turn: Turn, beside: readonly string[]): Turn => {
  if (beside.length === 0) return turn;
  const enemies = [...turn.enemies];
  for (const name of beside) {
    const found = enemies.findIndex((each) => each.name === name);
    const had = enemies[found];
    if (had === undefined) enemies.push({ name, adjacentCount: 1, aooTaken: false });
    else enemies[found] = { ...had, adjacentCount: had.adjacentCount + 1 };
  }
  return { ...turn, enemies };
};

const freshTurn = (who: string, facing: Turn['startFacing']): Turn => ({
  who,
  startFacing: facing,
  pointsSpent: 0,
  preTurned: false,
  moved: false,
  postTurned: false,
  acted: false,
  enemies: [],
});

/** SK-TURN-9: the stance ends, the scratch is cleared, the facing is recorded. */
export const turnBegan = (state: State, who: string): State => {
  const facing = state.combatants.find(({ name }) => name === who)?.facing ?? 'N';
  return {
    ...on(state, who, (combatant) => ({ ...combatant, ...standingDown })),
    place: state.order.indexOf(who),
    turn: freshTurn(who, facing),
  };
};

/** The last moves of all others: each of them once. */
const movedBefore = ({ lastMove, movesBefore = [] }: State, who: string): Pick<State, 'movesBefore'> => {
  const others = [...movesBefore, ...(lastMove === undefined ? [] : [lastMove])].filter((move) => move.who !== who);
  const each = others.filter((move, at) => others.findLastIndex((other) => other.who === move.who) === at);
  return each.length === 0 ? {} : { movesBefore: each };
};

export const moved = (state: State, { who, from, path, cost, beside, keepsOthers }: EventOf<'moved'>): State => {
  const facing = state.combatants.find(({ name }) => name === who)?.facing;
  return {
    ...onTurn(
      on(state, who, (combatant) => ({ ...combatant, at: path.at(-1) ?? combatant.at })),
      (turn) => ({
        ...counted(turn, beside),
        pointsSpent: turn.pointsSpent + cost,
        moved: true,
        moveFacing: turn.moveFacing ?? facing,
      }),
    ),
    lastMove:
      state.lastMove?.who === who && state.turn?.moved && path.length > 0
        ? { who, points: [...state.lastMove.points, ...path] }
        : { who, points: [from, ...path] },
    ...(keepsOthers && movedBefore(state, who)),
  };
};
