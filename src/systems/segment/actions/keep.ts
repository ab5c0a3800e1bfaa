import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { action } from '../action.ts';
import { asked, commanded } from '../checks.ts';
import { strikeSlot } from '../strike-slot.ts';
import { unfolding } from '../unfolding.ts';

/** SEG-DECL-9: the attacker strikes the defender as declared. */
export const keep = action({
  summary: 'Strike the defender all the same, as declared',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call, _params, dice) => {
    const pending = asked(state, ['choose-again'], call.actor);
    if (!pending.ok) return pending;
    const { who, number } = pending.value;
    const may = commanded(state, call, who);
    if (!may.ok) return may;
    const tape = unfolding(state, call);
    tape.put({ type: 'chose-on', who, number });
    strikeSlot(tape, who, number, dice);
    return ok(tape.events());
  },
});
