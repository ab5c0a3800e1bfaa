import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Dice } from '../../dice/dice.ts';
import type { Question } from '../../rules/asking.ts';
import { draftOf } from '../../rules/draft.ts';
import type { Event } from './events.ts';
import { evolve } from './evolve.ts';
import type { Code } from './refusals.ts';
import type { State } from './state.ts';
import type { Deed } from './windows.ts';

/** One order on its way: the battle as it stands by now, what has happened, and the dice. It is made anew for each run. */
export interface Course {
  readonly dice: Dice;
  readonly now: () => State;
  readonly events: () => readonly Event[];
  readonly happen: (event: Event) => void;
  /** Does what an effect says, to a warrior or seat; the deeds are one chapter above the triggers. */
  readonly perform: (course: Course, deed: Deed, on: string) => Part;
  /** How many effects are inside each other at this moment (DS-TRIG-8). */
  nested: number;
  looped: boolean;
}

export const courseOf = (state: State, dice: Dice, perform: Course['perform']): Course => {
  const { now, emit: add, events } = draftOf(state, evolve);
  return {
    dice,
    now,
    events: () => events,
    happen: add,
    perform,
    nested: 0,
    looped: false,
  };
};

export type Decided = Result<readonly Event[], Refusal<Code>>;
/** A part of an order that may stop to ask which dice go. */
export type Part<T = void> = Generator<Question, T, string>;

/** What the order led to; a loop of effects takes all of it back (DS-TRIG-8). */
export const concluded = (course: Course): Decided => (course.looped ? refuse('E_TRIGGER_LOOP') : ok(course.events()));
