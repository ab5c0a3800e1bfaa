import { correctionsOf } from '../../rules/by-decision.ts';
import type { Event } from './index.ts';
import type { Code } from './refusals.ts';
import type { State } from './state.ts';

export const correction = correctionsOf<State, Event, Code>();
