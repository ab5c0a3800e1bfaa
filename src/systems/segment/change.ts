import type { Combatant, Slot, State } from './model.ts';

type Change = Partial<Combatant> | ((combatant: Combatant) => Partial<Combatant>);

/** The battle with one combatant changed. */
export const change = (state: State, id: string, what: Change): State => ({
  ...state,
  combatants: state.combatants.map((each) =>
    each.id === id ? { ...each, ...(typeof what === 'function' ? what(each) : what) } : each,
  ),
});

/** The battle with one attack or action of a combatant changed. */
export const slotChange = (state: State, id: string, number: number, what: Partial<Slot>): State =>
  change(state, id, ({ initiatives }) => ({
    initiatives: initiatives.map((slot) => (slot.number === number ? { ...slot, ...what } : slot)),
  }));

/** A list without one of each of these. */
export const without = (list: readonly string[], gone: readonly string[]): string[] => {
  const left = [...list];
  for (const each of gone) {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
};
