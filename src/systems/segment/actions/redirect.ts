import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { combatant } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { approach } from '../approach.ts';
import { foeCalled, overtakenAttack, targetCalled } from '../checks.ts';
import { changeProblem } from '../contingency.ts';
import { turnTargets } from '../offers.ts';
import { releaseSpell } from '../spell.ts';
import { strikeSlot } from '../strike-slot.ts';
import { unfolding } from '../unfolding.ts';

/** SEG-DECL-7, 9, SEG-ROUND-5: the attack or spell that is asked about goes to another. */
export const redirect = action({
  summary: 'Turn an overtaken attack or spell to another target',
  role: 'player',
  params: z.strictObject({ target: combatant('The new target') }),
  offers: { target: turnTargets },
  resolve: (state, call, params, dice) => {
    const found = overtakenAttack(state, call);
    if (!found.ok) return found;
    const { who, slot, pending } = found.value;
    const spell = slot.kind === 'cast';
    const target = spell ? targetCalled(state, params.target) : foeCalled(state, who, params.target);
    if (!target.ok) return target;
    const { id, life } = target.value;
    if (life !== 'up') return refuse('TARGET_DOWN', { target: ref(id), life });
    const problem = changeProblem(state, who, slot, target.value);
    if (problem !== undefined) return refuse('NOT_A_MINOR_CHANGE', { target: ref(id), problem });
    const tape = unfolding(state, call);
    approach(tape, who.id, slot, target.value);
    tape.put({
      type: 'redirected',
      who: who.id,
      number: slot.number,
      from: slot.target ?? id,
      to: id,
      spell,
    });
    if (spell) releaseSpell(tape, who.id, dice);
    else if (pending !== undefined) strikeSlot(tape, who.id, slot.number, dice);
    return ok(tape.events());
  },
});
