import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { mayCommand } from '../../../rules/call.ts';
import { named } from '../combatants.ts';
import { verb } from '../declare.ts';

/** SK-RUL-70. */
export const release = verb({
  summary: 'Stop defending an ally; free, in anybody’s turn',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call) => {
    const { actor, pending } = call;
    if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(actor) });
    if (!mayCommand(call)) return refuse('NOT_CONTROLLER', { actor: ref(actor) });
    if (pending !== undefined) return refuse('REACTION_PENDING', { actor: ref(actor) });
    const me = named(state, actor);
    return me?.stance === 'defend-ally' && me.defendAlly !== undefined
      ? ok([{ type: 'guard-ended', who: actor, ally: me.defendAlly, why: 'released' }])
      : refuse('NOT_GUARDING', { actor: ref(actor) });
  },
});
