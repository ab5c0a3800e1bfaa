import type { State } from './model.ts';

/** The battle as if these warriors, or all of these seats, were not there. */
export const without = ({ activation, ...state }: State, ids: readonly string[]): State => {
  const warriors = state.warriors.filter(({ id, owner }) => !ids.includes(id) && !ids.includes(owner));
  const acts = activation !== undefined && warriors.some(({ id }) => id === activation.warrior);
  return { ...state, warriors, ...(acts && { activation }) };
};
