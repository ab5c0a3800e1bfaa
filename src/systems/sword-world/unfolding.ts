import { ok } from '../../core/result.ts';
import type { Decision } from '../../rules/asking.ts';
import { type Draft, draftOf } from '../../rules/draft.ts';
import type { Event } from './events.ts';
import { evolve } from './evolve.ts';
import type { State } from './model.ts';
import type { Code } from './refusals.ts';

/** A decision in the making: what has happened so far, and the battle as it stands after it. */
export interface Unfolding extends Draft<State, Event> {
  readonly state: State;
}

export const unfolding = (from: State): Unfolding => {
  const draft = draftOf(from, evolve);
  return {
    ...draft,
    get state() {
      return draft.now();
    },
  };
};

export const happens = (course: Unfolding, ...events: readonly Event[]): void => course.emit(...events);

export const decided = (course: Unfolding): Decision<Event, Code> => ok(course.events);
