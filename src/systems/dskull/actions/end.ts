import { z } from 'zod';
import { done } from '../../../rules/verb.ts';
import { endActivation } from '../activation.ts';
import { inActivation } from '../checks.ts';
import { order } from '../state.ts';

/** DS-CMD-15. After the last activation of a round, cleanup and the next round's preparation follow at once. */
export const end = order({
  summary: 'End the activation of your warrior',
  role: 'player',
  params: z.strictObject({}),
  resolve: function* (draft, call, _params) {
    const state = draft.now();
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    yield* endActivation(draft, 'command');
    return done;
  },
});
