import { queriesOf } from '../../../rules/verb.ts';
import type { State } from '../model.ts';
import type { Code } from '../refusals.ts';

/** Declares one free question of this system. */
export const query = queriesOf<State, Code>();
