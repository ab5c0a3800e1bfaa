import { correctionsOf, verbsByDecision } from '../../rules/by-decision.ts';
import type { Event } from './events.ts';
import type { Code } from './refusals.ts';
import type { State } from './state.ts';

/** What declares the verbs and corrections whose rulings give their events. */
export const verb = verbsByDecision<State, Event, Code>();
export const correction = correctionsOf<State, Event, Code>();
