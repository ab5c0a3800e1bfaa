import type { Verb } from '../../../rules/verb.ts';
import { actionsChanged, gainMp } from '../activation/actions.ts';
import { gainCondition, loseCondition } from '../conditions.ts';
import { dealHazardDamage } from '../harm/hazards.ts';
import type { RefusalCode } from '../refusals.ts';
import { scored } from '../scenarios.ts';
import { type Draft, find, findSeat, type PartialRuling, type State, type TriggerEffect } from '../state.ts';

function* perform(draft: Draft, does: TriggerEffect, on: string): PartialRuling {
  const state = draft.now();
  const acts = state.activation?.warrior === on;
  switch (does.do) {
    case 'mp':
      if (acts && does.by > 0) yield* gainMp(draft, on, 'effect', does.by);
      return;
    case 'actions':
      if (acts) draft.emit(actionsChanged({ warrior: on, by: does.by }));
      return;
    case 'vp': {
      const seat = findSeat(state, on)?.id ?? find(state, on)?.owner;
      if (seat !== undefined) draft.emit(scored({ seat, vp: does.by, why: 'effect' }));
      return;
    }
    case 'damage':
      return yield* dealHazardDamage(draft, on, does.by, 'effect', false);
    case 'gain':
      return yield* gainCondition(draft, on, does.condition);
    case 'clear':
      return yield* loseCondition(draft, on, does.condition);
    case 'cancel':
    case 'amount':
    case 'say':
      return;
  }
}

/** Returns a draft that can perform triggered effects. */
export const withTriggerEffects = (draft: Draft): Draft => ({ ...draft, perform });

type Verbs = Readonly<Record<string, Verb<State, RefusalCode>>>;

/** Lets the rulings of all verbs perform triggered effects. DS-TRIG-1. */
export const withTriggerEffectsIn = (verbs: Verbs): Verbs =>
  Object.fromEntries(
    Object.entries(verbs).map(([verbName, verb]) => {
      if (verb.kind === 'reply') return [verbName, verb];
      const { resolve, after } = verb;
      return [
        verbName,
        {
          ...verb,
          resolve: (draft, call, input) => resolve(withTriggerEffects(draft), call, input),
          after: after && ((draft) => after(withTriggerEffects(draft))),
        } satisfies typeof verb,
      ];
    }),
  );
