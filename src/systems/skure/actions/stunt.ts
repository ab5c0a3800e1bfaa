import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { mayCommand } from '../../../rules/call.ts';
import { combatant, text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { onTheBoard, onTheBoardNow } from '../checks.ts';
import { isImplausible } from '../exceptions.ts';
import { find, order } from '../state.ts';

/** SK-EXC-1, SK-EXC-2: a proposal. It changes nothing until the BM rules on it. */
export const stunt = order({
  summary: 'Propose something the rules do not list; nothing happens until the BM rules on it',
  role: 'player',
  whilePending: true,
  params: z.strictObject({
    text: text('What you want to do', 500),
    target: combatant('With whom, if anybody').optional(),
  }),
  offers: { target: onTheBoardNow },
  resolve: (draft, call, { text: proposed, target: name }) => {
    const state = draft.now();
    const { actor } = call;
    if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(actor) });
    if (!mayCommand(call)) return refuse('NOT_CONTROLLER', { actor: ref(actor) });
    const me = find(state, actor);
    if (me === undefined) return refuse('NO_SUCH_TARGET', { target: ref(actor) });
    if (name === undefined) {
      draft.emit({ type: 'stunt-proposed', who: actor, text: proposed, sizeWarning: false });
      return done;
    }
    const found = onTheBoard(state, name);
    if (!found.ok) return found;
    const sizeWarning = isImplausible(me, found.value);
    draft.emit({ type: 'stunt-proposed', who: actor, target: found.value.name, text: proposed, sizeWarning });
    return done;
  },
});
