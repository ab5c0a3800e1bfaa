import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { asGm } from '../checks.ts';
import { concluded, type Decided, type Part } from '../course.ts';
import { verb } from '../declare.ts';
import { underWay } from '../deeds.ts';
import { isStuck, passTurn } from '../rounds.ts';
import { deployNext } from '../start.ts';

/** DS-ROUND-5, DS-SCEN-3. Goes on where the GM's overrides left the current player with nothing to do. */
export const next = verb({
  summary: 'Go on when the current player has no warrior left to place or activate',
  role: 'gm',
  params: z.strictObject({}),
  resolve: function* (state, call, _params, dice): Part<Decided> {
    const gm = asGm(state, call, 'deploy', 'resolution');
    if (!gm.ok) return gm;
    if (!isStuck(state)) return refuse('E_PHASE', { phase: state.phase });
    const course = underWay(state, dice);
    if (state.phase === 'deploy') yield* deployNext(course, state.current);
    else yield* passTurn(course);
    return concluded(course);
  },
});
