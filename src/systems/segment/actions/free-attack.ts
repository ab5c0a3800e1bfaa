import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { flag } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { find, inTieOrder } from '../battle.ts';
import { asked, commanded } from '../checks.ts';
import { unfolding } from '../unfolding.ts';
import { partFrom, strikeFreely } from '../withdraw.ts';

/** SEG-WITHDRAW-2, 3: once all have answered, those who strike do so in tie order. */
export const freeAttack = action({
  summary: 'Take or let go the free attack on somebody who leaves the melee',
  role: 'player',
  params: z.strictObject({ take: flag('Strike, or let it go').default(true) }),
  asks: () => ['take'],
  resolve: (state, call, { take }, dice) => {
    const pending = asked(state, ['free-attack'], call.actor);
    if (!pending.ok) return pending;
    const found = commanded(state, call);
    if (!found.ok) return found;
    const { id, stunned } = found.value;
    const { on, left, taking } = pending.value;
    if (stunned) return refuse('STUNNED', { who: ref(id) });
    if (!left.includes(id)) return refuse('NO_FREE_ATTACK', { who: ref(id), target: ref(on) });
    const tape = unfolding(state, call);
    tape.put({ type: 'free-answered', who: id, takes: take });
    if (left.length > 1) return ok(tape.events());
    const takers = [...taking, ...(take ? [id] : [])].flatMap((each) => find(state, each) ?? []);
    for (const each of inTieOrder(state, takers)) strikeFreely(tape, each.id, on, dice);
    partFrom(tape, on);
    return ok(tape.events());
  },
});
