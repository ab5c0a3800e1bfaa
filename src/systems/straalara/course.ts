import { draftOf } from '../../rules/draft.ts';
import type { Event } from './events.ts';
import { evolve } from './evolve.ts';
import type { State } from './model.ts';

/** What happens in the course of one order: events so far, and the battle after them. */
export interface Course {
  readonly now: () => State;
  readonly happen: (event: Event) => void;
  readonly events: () => readonly Event[];
}

export const courseFrom = (state: State): Course => {
  const { now, emit: add, events } = draftOf(state, evolve);
  return { now, happen: add, events: () => events };
};
