import { on, type State, standingDown, type Turn } from './state.ts';

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
