import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { flag } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { called } from '../battle.ts';
import { asked, commanded } from '../checks.ts';

/** SEG-AMB-4, SEG-RUL-42: one step better for every other victim, once. */
export const shout = action({
  summary: 'Warn the others of an ambush, or keep silent',
  role: 'player',
  params: z.strictObject({ warn: flag('Shout a warning, or keep silent').default(true) }),
  resolve: (state, call, { warn }) => {
    const pending = asked(state, ['shout'], call.actor);
    if (!pending.ok) return pending;
    const named = called(state, call.actor);
    if (named === undefined || !pending.value.waiting.includes(named.id))
      return refuse('NO_PENDING', { who: ref(call.actor) });
    const who = commanded(state, call);
    if (!who.ok) return who;
    const { id } = who.value;
    const improved = state.combatants.filter((each) => each.id !== id && (each.ambushLevel ?? 1) > 1);
    return ok([{ type: 'shouted', who: id, shouts: warn, improved: warn ? improved.map((each) => each.id) : [] }]);
  },
});
