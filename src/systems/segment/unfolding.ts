import type { Event } from './events.ts';
import { evolve } from './evolve.ts';
import type { State } from './model.ts';

/** Events as they come about, each seeing the battle after those before it. */
export interface Unfolding {
  readonly put: (event: Event) => void;
  readonly now: () => State;
  readonly events: () => readonly Event[];
}

export const unfolding = (from: State): Unfolding => {
  const events: Event[] = [];
  let state = from;
  return {
    put: (event) => {
      events.push(event);
      state = evolve(state, event);
    },
    now: () => state,
    events: () => events,
  };
};
