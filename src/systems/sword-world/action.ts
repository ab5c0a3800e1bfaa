import { verbsByDecision } from '../../rules/by-decision.ts';
import { queriesOf, verbsOf } from '../../rules/verb.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';
import type { Code } from './refusals.ts';

const bound = verbsOf<State, Event, Code>();
/** Declares one action of this system. */
export const action = verbsByDecision<State, Event, Code>();
export const { order } = bound;
/** Declares an answer to an open question. */
export const reply = bound.reply;
/** Declares a free question about a battle. */
export const query = queriesOf<State, Code>();
