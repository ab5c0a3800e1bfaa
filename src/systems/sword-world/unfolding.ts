import { ok } from '../../core/result.ts';
import type { Decision } from '../../rules/asking.ts';
import type { Event } from './events.ts';
import { evolve } from './evolve.ts';
import type { State } from './model.ts';
import type { Code } from './refusals.ts';

/** A decision in the making: what has happened so far, and the battle as it stands after it. */
export interface Unfolding {
  state: State;
  readonly events: Event[];
}

export const unfolding = (state: State): Unfolding => ({ state, events: [] });

export const happens = (course: Unfolding, ...events: readonly Event[]): void => {
  for (const event of events) {
    course.events.push(event);
    course.state = evolve(course.state, event);
  }
};

export const decided = (course: Unfolding): Decision<Event, Code> => ok(course.events);
