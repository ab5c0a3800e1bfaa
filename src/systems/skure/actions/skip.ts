import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { done } from '../../../rules/verb.ts';
import { byTheBm } from '../checks.ts';
import { order } from '../state.ts';
import { endTurn } from '../turns.ts';

/** SK-EXC-3: the turn passes on and nothing is done in it, not even defending. */
export const skip = order({
  summary: 'The BM passes the turn on; the one who had it does nothing',
  role: 'gm',
  params: z.strictObject({}),
  resolve: (draft, call) => {
    const state = draft.now();
    const bm = byTheBm(call);
    if (!bm.ok) return bm;
    if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(call.actor) });
    if (call.pending !== undefined) return refuse('REACTION_PENDING');
    if (state.turn === undefined) return refuse('NO_TURN');

    endTurn(draft, true);
    return done;
  },
});
