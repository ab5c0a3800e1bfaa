import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { barrierAt } from '../../../rules/grid/driven.ts';
import { square } from '../../../rules/grid/square.ts';
import { combatant } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { byGm, notOver, phaseInWords, present } from '../checks.ts';
import { footingOf } from '../engagement.ts';
import { everybody } from '../offers.ts';

/** Section 10: where a combatant stands when the battle begins. */
export const place = action({
  summary: 'Put a combatant on the map before the battle begins',
  role: 'gm',
  params: z.strictObject({ target: combatant('Who is placed'), to: square('The square, like D4') }),
  offers: { target: everybody },
  resolve: (state, call, { target, to }) => {
    const running = notOver(state);
    if (!running.ok) return running;
    if (state.status !== 'setup') return refuse('WRONG_PHASE', { phase: phaseInWords(state) });
    const gm = byGm(call);
    if (!gm.ok) return gm;
    const who = present(state, target);
    if (!who.ok) return who;
    if (barrierAt(footingOf(state, who.value.id), to) !== undefined)
      return refuse('BAD_PATH', { problem: 'that square is off the board, blocked or taken' });
    return ok([{ type: 'placed', who: who.value.id, pos: to }]);
  },
});
