import { z } from 'zod';
import { ref } from '../../src/core/message.ts';
import { refuse } from '../../src/core/refusal.ts';
import { ok } from '../../src/core/result.ts';
import { combatantsIn } from '../../src/rules/combatants.ts';
import type { Draft as KitDraft } from '../../src/rules/draft.ts';
import { effectSchema } from '../../src/rules/effects.ts';
import { eventsOf } from '../../src/rules/event.ts';
import { fieldsOf } from '../../src/rules/fields.ts';
import { queriesOf, verbsOf } from '../../src/rules/verb.ts';
import type { Event } from './index.ts';
import { settingsSchema, sheetSchema } from './sheet.ts';

export const name = z.string().min(1);

export const fighterSchema = z.strictObject({
  id: name,
  side: name,
  sheet: sheetSchema,
  hp: z.int(),
  /** It gave up (DU-BLOW-3). */
  yielded: z.boolean().default(false),
});
export type Fighter = z.output<typeof fighterSchema>;

export const stateSchema = z.strictObject({
  status: z.enum(['setup', 'active', 'ended']),
  settings: settingsSchema,
  fighters: z.array(fighterSchema),
  turn: z.int(),
  effects: z.array(effectSchema).readonly(),
  winner: z.string().optional(),
});
export type State = z.output<typeof stateSchema>;

export const refusals = {
  'not-active': 'The duel is not running.',
  'not-yours': '{who} is not yours to command.',
  'not-your-turn': 'It is not the turn of {who}.',
  'no-such-foe': 'There is no foe called {target} that stands.',
  'no-such-fighter': 'There is no fighter called {who}.',
  'no-such-effect': 'Nothing called {effect} hangs on {who}.',
  'one-side': 'A duel needs fighters of two sides.',
} as const;
export type Code = keyof typeof refusals;

export type Draft = KitDraft<State, Event>;
export const event = eventsOf<State>();
export const { order, reply } = verbsOf<State, Event, Code>();
export const query = queriesOf<State, Code>();
export const { find, called, on, without } = combatantsIn<State, Fighter, 'fighters', 'id'>('fighters', 'id');

export const stands = ({ hp, yielded }: Fighter): boolean => hp > 0 && !yielded;

/** DU-FIELD-2: whose turn it is; nobody's while the duel does not run. */
export const current = ({ status, fighters, turn }: State): Fighter | undefined => {
  const able = fighters.filter(stands);
  return status === 'active' ? able[turn % able.length] : undefined;
};

export const foesOf = ({ fighters }: State, { side }: Fighter): readonly Fighter[] =>
  fighters.filter((each) => stands(each) && each.side !== side);

export const fighterCalled = (state: State, who: string) => {
  const found = called(state, who);
  return found === undefined ? refuse('no-such-fighter', { who: ref(who) }) : ok(found);
};

export const { field } = fieldsOf<State, Event, Code>()<Fighter>({
  of: 'combatant',
  find: fighterCalled,
  write: ({ emit }, fighter, { field: changed, typed }) => emit({ type: 'corrected', fighter, field: changed, typed }),
});
