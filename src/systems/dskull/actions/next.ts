import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { asGm } from '../checks.ts';
import type { Decided, Part } from '../course.ts';
import { verb } from '../declare.ts';
import { goesOn } from '../start.ts';

/** DS-ROUND-5, DS-SCEN-3. Goes on where the GM's overrides left the current player with nothing to do. */
export const next = verb({
  summary: 'Go on when the current player has no warrior left to place or activate',
  role: 'gm',
  params: z.strictObject({}),
  resolve: function* (state, call, _params, dice): Part<Decided> {
    const gm = asGm(state, call, 'deploy', 'resolution');
    if (!gm.ok) return gm;
    const further = goesOn(state, dice);
    return further === undefined ? refuse('E_PHASE', { phase: state.phase }) : yield* further;
  },
});
