import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { done } from '../../../rules/verb.ts';
import { settle } from '../activation.ts';
import { takeAttackAction } from '../attack-actions.ts';
import { inActivation } from '../checks.ts';
import { order } from '../state.ts';

/** DS-CMD-8, DS-ACT-6. */
export const attackAction = order({
  summary: 'Take an Attack action: gain attacks to make when you like',
  role: 'player',
  params: z.strictObject({}),
  resolve: function* (draft, call, _params) {
    const state = draft.now();
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const { activation, warrior } = acting.value;
    if (activation.actions === 0) return refuse('E_NO_ACTIONS', { warrior: ref(warrior.id) });
    yield* takeAttackAction(draft, false);
    yield* settle(draft);
    return done;
  },
});
