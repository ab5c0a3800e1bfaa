import type { Draft as KitDraft } from '../../rules/draft.ts';
import { queriesOf, verbsOf } from '../../rules/verb.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';
import type { Code } from './refusals.ts';

export type Draft = KitDraft<State, Event>;
export const { order, reply } = verbsOf<State, Event, Code>();
export const query = queriesOf<State, Code>();
