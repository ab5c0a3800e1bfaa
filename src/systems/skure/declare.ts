import { correctionsOf, verbsByDecision } from '../../rules/by-decision.ts';
import { queriesOf, verbsOf } from '../../rules/verb.ts';
import type { Event, State } from './model.ts';
import type { Code } from './refusals.ts';

export const { reply, order } = verbsOf<State, Event, Code>();
export const verb = verbsByDecision<State, Event, Code>();
export const query = queriesOf<State, Code>();
export const correction = correctionsOf<State, Event, Code>();
