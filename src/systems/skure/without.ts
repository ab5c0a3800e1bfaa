import type { State } from './state.ts';

/** What was moved of late, but for those. */
const movesOf = (
  { lastMove, movesBefore = [] }: State,
  gone: (name: string) => boolean,
): Pick<State, 'lastMove' | 'movesBefore'> => {
  const seen = [...movesBefore, ...(lastMove === undefined ? [] : [lastMove])].filter(({ who }) => !gone(who));
  return {
    lastMove: seen.at(-1),
    ...(seen.length > 1 ? { movesBefore: seen.slice(0, -1) } : { movesBefore: undefined }),
  };
};

/** The battle as if these combatants were not there. */
export const without = (state: State, ids: readonly string[]): State => {
  const gone = (name: string): boolean => ids.includes(name);
  return {
    ...state,
    combatants: state.combatants.filter(({ name }) => !gone(name)),
    order: state.order.filter((name) => !gone(name)),
    place: state.place - state.order.slice(0, state.place + 1).filter(gone).length,
    stunts: state.stunts.filter(({ who }) => !gone(who)),
    ...movesOf(state, gone),
    ...(state.turn && { turn: { ...state.turn, enemies: state.turn.enemies.filter(({ name }) => !gone(name)) } }),
    effects: state.effects.filter(({ who }) => !gone(who)),
  };
};
