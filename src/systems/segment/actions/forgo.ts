import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { action } from '../action.ts';
import { moveAfterAttack } from '../attack-and-move.ts';
import { commanded, overtakenAttack } from '../checks.ts';
import { unfolding } from '../unfolding.ts';

/** SEG-DECL-7, SEG-ROUND-5: the attack or spell is given up; SEG-DEF-8: nobody is pushed. */
export const forgo = action({
  summary: 'Give up the attack, the spell or the push that is asked about',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call, _params, dice) => {
    const { pending } = state;
    if (pending?.kind === 'push' && state.status !== 'ended') {
      const may = commanded(state, call, pending.who);
      return may.ok ? ok([{ type: 'push-passed', who: pending.who, on: pending.on }]) : may;
    }
    const found = overtakenAttack(state, call);
    if (!found.ok) return found;
    const { who, slot } = found.value;
    const tape = unfolding(state, call);
    if (slot.kind === 'cast')
      tape.put({ type: 'spell-forgone', who: who.id, spell: who.casting?.spell ?? 'The spell' });
    else {
      const segment = state.clock?.segment ?? slot.segment;
      tape.put({ type: 'lost', who: who.id, number: slot.number, segment, kind: slot.kind, why: 'forgone' });
      moveAfterAttack(tape, who.id, dice);
    }
    return ok(tape.events());
  },
});
