import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { mayCommand } from '../../../rules/call.ts';
import { combatant, text } from '../../../rules/params.ts';
import { onTheBoard } from '../checks.ts';
import { named } from '../combatants.ts';
import { verb } from '../declare.ts';
import { isImplausible } from '../exceptions.ts';
import { onBoard } from '../offers.ts';

/** SK-EXC-1, SK-EXC-2: a proposal. It changes nothing until the BM rules on it. */
export const stunt = verb({
  summary: 'Propose something the rules do not list; nothing happens until the BM rules on it',
  role: 'player',
  whilePending: true,
  params: z.strictObject({
    text: text('What you want to do', 500),
    target: combatant('With whom, if anybody').optional(),
  }),
  offers: { target: onBoard },
  resolve: (state, call, { text: proposed, target: name }) => {
    const { actor } = call;
    if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(actor) });
    if (!mayCommand(call)) return refuse('NOT_CONTROLLER', { actor: ref(actor) });
    const me = named(state, actor);
    if (me === undefined) return refuse('NO_SUCH_TARGET', { target: ref(actor) });
    if (name === undefined) return ok([{ type: 'stunt-proposed', who: actor, text: proposed, sizeWarning: false }]);
    const found = onTheBoard(state, name);
    if (!found.ok) return found;
    const sizeWarning = isImplausible(me, found.value);
    return ok([{ type: 'stunt-proposed', who: actor, target: found.value.name, text: proposed, sizeWarning }]);
  },
});
