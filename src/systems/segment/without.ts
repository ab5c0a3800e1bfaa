import type { State } from './model.ts';

/** The battle as if these combatants were not there. */
export const without = (state: State, ids: readonly string[]): State => ({
  ...state,
  combatants: state.combatants.filter(({ id }) => !ids.includes(id)),
});
