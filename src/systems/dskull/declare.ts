import { correctionsOf, verbsByDecision } from '../../rules/by-decision.ts';
import { queriesOf, verbsOf } from '../../rules/verb.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';
import type { Code } from './refusals.ts';

/** What declares this system's verbs, queries and corrections, with its types bound in. */
export const { reply, order } = verbsOf<State, Event, Code>();
export const verb = verbsByDecision<State, Event, Code>();
export const query = queriesOf<State, Code>();
export const correction = correctionsOf<State, Event, Code>();
