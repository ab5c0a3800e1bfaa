import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { mayCommand } from '../../../rules/call.ts';
import { text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../state.ts';

const speech = (summary: string, asking: boolean) =>
  order({
    summary,
    role: 'player',
    whilePending: true,
    params: z.strictObject({ text: text(asking ? 'Your question' : 'What is said', 1000) }),
    resolve: ({ emit }, call, { text: said }) => {
      if (!mayCommand(call)) return refuse('NOT_CONTROLLER', { actor: ref(call.actor) });
      emit({ type: 'said', who: call.actor, text: said, asking });
      return done;
    },
  });

/** SK-TURN-5. */
export const say = speech('Speak in your combatant’s voice; free at any time', false);
/** SK-TURN-5. */
export const ask = speech('Ask the BM something before everybody; free at any time', true);
