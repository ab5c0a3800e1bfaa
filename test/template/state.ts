import { z } from 'zod';
import type { Refusal } from '../../src/core/refusal.ts';
import type { Result } from '../../src/core/result.ts';
import { bindCombatants } from '../../src/rules/combatants.ts';
import type { RulingDraft } from '../../src/rules/draft.ts';
import { effectSchema } from '../../src/rules/effects.ts';
import { bindEvents } from '../../src/rules/event.ts';
import { bindQueries, bindVerbs } from '../../src/rules/verb.ts';
import type { Code } from './refusals.ts';
import { settingsSchema } from './settings.ts';
import { sheetSchema } from './sheet.ts';

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
  round: z.int(),
  /** Who has struck this round (DU-TURN-1). */
  acted: z.array(name),
  effects: z.array(effectSchema).readonly(),
  winner: z.string().optional(),
});
export type State = z.output<typeof stateSchema>;

/** What a check found, or why it was refused. */
export type CheckResult<T> = Result<T, Refusal<Code>>;

export type Draft = RulingDraft<State>;
export const event = bindEvents<State>();
export const { order } = bindVerbs<State, Code>();
export const query = bindQueries<State, Code>();
export const { find, findByName, update, withoutCombatants, buildRoster } = bindCombatants<
  State,
  Fighter,
  'fighters',
  'id'
>('fighters', 'id');

export const isStanding = ({ hp, yielded }: Fighter): boolean => hp > 0 && !yielded;

export const foesOf = ({ fighters }: State, { side }: Fighter): readonly Fighter[] =>
  fighters.filter((each) => isStanding(each) && each.side !== side);

/** DU-TURN-1: whose turn it is; nobody's while the duel does not run, or all have struck. */
export const current = ({ status, fighters, acted }: State): Fighter | undefined =>
  status === 'active' ? fighters.find((each) => isStanding(each) && !acted.includes(each.id)) : undefined;
