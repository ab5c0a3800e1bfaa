import { draftOf } from '../../rules/draft.ts';
import { evolve } from './evolve.ts';
import type { Draft, State } from './state.ts';

export const ledger = (state: State): Draft => draftOf(state, evolve);
