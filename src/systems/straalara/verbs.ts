import { z } from 'zod';
import { verbsByDecision } from '../../rules/by-decision.ts';
import { queriesOf, verbsOf } from '../../rules/verb.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';
import type { Code } from './refusals.ts';

/** Declares the verbs and queries of this system. */
export const { order } = verbsOf<State, Event, Code>();
export const verb = verbsByDecision<State, Event, Code>();
export const query = queriesOf<State, Code>();

/** A number whose range the rulebook refuses with a code of its own; a chat asks for a whole one. */
export const figure = (says: string) => z.number().meta({ description: says, type: 'integer' });
