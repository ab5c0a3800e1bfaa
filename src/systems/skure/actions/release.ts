import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { mayCommand } from '../../../rules/call.ts';
import { done } from '../../../rules/verb.ts';
import { find, order } from '../state.ts';

/** SK-RUL-70. */
export const release = order({
  summary: 'Stop defending an ally; free, in anybody’s turn',
  role: 'player',
  params: z.strictObject({}),
  resolve: (draft, call) => {
    const state = draft.now();
    const { actor, pending } = call;
    if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(actor) });
    if (!mayCommand(call)) return refuse('NOT_CONTROLLER', { actor: ref(actor) });
    if (pending !== undefined) return refuse('REACTION_PENDING', { actor: ref(actor) });
    const me = find(state, actor);
    if (me?.stance !== 'defend-ally' || me.defendAlly === undefined)
      return refuse('NOT_GUARDING', { actor: ref(actor) });
    draft.emit({ type: 'guard-ended', who: actor, ally: me.defendAlly, why: 'released' });
    return done;
  },
});
