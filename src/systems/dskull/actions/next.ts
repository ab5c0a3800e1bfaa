import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { asGm } from '../checks.ts';
import { goesOn } from '../start.ts';
import { order } from '../state.ts';

/** DS-ROUND-5, DS-SCEN-3. Goes on where the GM's overrides left the current player with nothing to do. */
export const next = order({
  summary: 'Go on when the current player has no warrior left to place or activate',
  role: 'gm',
  params: z.strictObject({}),
  resolve: function* (draft, call, _params) {
    const state = draft.now();
    const gm = asGm(state, call, 'deploy', 'resolution');
    if (!gm.ok) return gm;
    const further = goesOn(draft);
    return further === undefined ? refuse('E_PHASE', { phase: state.phase }) : yield* further;
  },
});
