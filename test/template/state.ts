import { z } from 'zod';
import { bindCombatants } from '../../src/rules/combatants.ts';
import { bindEvents } from '../../src/rules/event.ts';
import type { RulingDraft } from '../../src/rules/order-limits.ts';
import { bindVerbs } from '../../src/rules/verb.ts';

export const settings = z.strictObject({});
export const sheet = z.strictObject({ skill: z.int().min(0).max(20), hp: z.int().min(1).max(99) });
export type Sheet = z.output<typeof sheet>;

export const fighter = z.strictObject({ id: z.string(), side: z.string(), sheet, hp: z.int() });
type Fighter = z.output<typeof fighter>;

export const state = z.strictObject({
  status: z.enum(['setup', 'active', 'ended']),
  settings,
  fighters: z.array(fighter),
  round: z.int(),
  acted: z.array(z.string()),
});
export type State = z.output<typeof state>;

/** Every code with the sentence a player reads. */
export const refusals = {
  'not-your-turn': 'It is not the turn of {who}.',
  'no-such-foe': 'No foe called {target} is standing.',
  'one-side': 'A duel needs fighters of two sides.',
} as const;
export type Code = keyof typeof refusals;

export type Draft = RulingDraft<State>;
export const event = bindEvents<State>();
export const { order } = bindVerbs<State, Code>();
export const duelists = bindCombatants<State, Fighter, 'fighters'>('fighters');

export const isStanding = ({ hp }: Fighter): boolean => hp > 0;

/** The fighter whose turn it is. Undefined if the duel is not running or all have attacked. DU-TURN-1. */
export const current = ({ status, fighters, acted }: State): Fighter | undefined =>
  status === 'active' ? fighters.find((each) => isStanding(each) && !acted.includes(each.id)) : undefined;
