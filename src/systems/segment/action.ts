import { verbsByDecision } from '../../rules/by-decision.ts';
import { verbsOf } from '../../rules/verb.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';
import type { Code } from './refusals.ts';

/** Declares one verb of this system. */
export const { order } = verbsOf<State, Event, Code>();
export const action = verbsByDecision<State, Event, Code>();
