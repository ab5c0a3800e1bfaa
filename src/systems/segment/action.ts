import { verbsOf } from '../../rules/verb.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';
import type { Code } from './refusals.ts';

/** Declares one verb of this system. */
export const { verb: action } = verbsOf<State, Event, Code>();
