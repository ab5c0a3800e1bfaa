import { draftOf } from '../../rules/draft.ts';
import { evolve } from './evolve.ts';
import type { Event, State } from './model.ts';

/** A ruling in hand: the battle as it stands after each event, and the events so far. */
export interface Ledger {
  readonly now: () => State;
  readonly add: (...events: readonly Event[]) => void;
  readonly events: readonly Event[];
}

export const ledger = (state: State): Ledger => {
  const { emit, ...draft } = draftOf(state, evolve);
  return { ...draft, add: emit };
};
