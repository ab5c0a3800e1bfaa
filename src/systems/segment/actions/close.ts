import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { action } from '../action.ts';
import { byGm, inPhase } from '../checks.ts';
import { closeDeclarations } from '../closing.ts';
import { unfolding } from '../unfolding.ts';

/** SEG-DECL-6, SEG-INIT-7. */
export const close = action({
  summary: 'Close declarations and roll initiative',
  role: 'gm',
  params: z.strictObject({}),
  resolve: (state, call, _params, dice) => {
    const phase = inPhase(state, 'declare');
    if (!phase.ok) return phase;
    const gm = byGm(call);
    if (!gm.ok) return gm;
    const tape = unfolding(state, call);
    closeDeclarations(tape, 'gm', dice);
    return ok(tape.events());
  },
});
