import type { State } from './model.ts';

/** The battle as if these combatants were not there. */
export const without = (state: State, ids: readonly string[]): State => {
  const gone = (name: string): boolean => ids.includes(name);
  return {
    ...state,
    combatants: state.combatants.filter(({ name }) => !gone(name)),
    order: state.order.filter((name) => !gone(name)),
    place: state.place - state.order.slice(0, state.place + 1).filter(gone).length,
    stunts: state.stunts.filter(({ who }) => !gone(who)),
    effects: state.effects.filter(({ who }) => !gone(who)),
  };
};
