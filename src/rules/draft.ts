import { counting } from './bounds.ts';

/** A ruling in the making: what has happened so far, and the battle as it stands after it. */
export interface Draft<State, Event> {
  readonly now: () => State;
  readonly add: (event: Event) => void;
  readonly events: readonly Event[];
}

/** A draft from the battle as it stands. A ruling that adds more events than one order may is refused. */
export const draftOf = <State, Event extends { readonly type: string }>(
  from: State,
  evolve: (state: State, event: Event) => State,
): Draft<State, Event> => {
  const count = counting('events');
  const events: Event[] = [];
  let state = from;
  return {
    now: () => state,
    add: (event) => {
      count(event.type);
      events.push(event);
      state = evolve(state, event);
    },
    events,
  };
};
