import type { State } from './model.ts';

/** The battle as if these combatants were not there. */
export const without = (state: State, ids: readonly string[]): State => {
  const { open } = state;
  const members = open?.members.filter(({ combatant }) => !ids.includes(combatant)) ?? [];
  return {
    ...state,
    combatants: state.combatants.filter(({ name }) => !ids.includes(name)),
    steps: state.steps.filter(({ combatant }) => !ids.includes(combatant)),
    ...(open && { open: members.length > 0 ? { ...open, members } : undefined }),
  };
};
