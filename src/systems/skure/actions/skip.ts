import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { byTheBm } from '../checks.ts';
import { verb } from '../declare.ts';
import { ledger } from '../ledger.ts';
import { endTurn, settle } from '../turns.ts';

/** SK-EXC-3: the turn passes on and nothing is done in it, not even defending. */
export const skip = verb({
  summary: 'The BM passes the turn on; the one who had it does nothing',
  role: 'gm',
  params: z.strictObject({}),
  resolve: (state, call) => {
    const bm = byTheBm(call);
    if (!bm.ok) return bm;
    if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(call.actor) });
    if (call.pending !== undefined) return refuse('REACTION_PENDING');
    if (state.turn === undefined) return refuse('NO_TURN');

    const book = ledger(state);
    endTurn(book, true);
    settle(book);
    return ok(book.events);
  },
});
