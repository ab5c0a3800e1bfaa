import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { done } from '../../../rules/verb.ts';
import { settle } from '../activation.ts';
import { spendAction } from '../attack-actions.ts';
import { inActivation } from '../checks.ts';
import { gainMp } from '../movement-points.ts';
import { order } from '../state.ts';

/** DS-CMD-6, DS-ACT-5. */
export const gain = order({
  summary: 'Take a Movement action: gain movement points',
  role: 'player',
  params: z.strictObject({}),
  resolve: function* (draft, call, _params) {
    const state = draft.now();
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const { activation, warrior } = acting.value;
    if (activation.actions === 0) return refuse('E_NO_ACTIONS', { warrior: ref(warrior.id) });
    yield* spendAction(draft, warrior.id, 'move', () => gainMp(draft, warrior.id, 'action'));
    yield* settle(draft);
    return done;
  },
});
