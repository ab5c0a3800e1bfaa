import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';

/** SW-FLOW-1. The fifth step is done: the battle is put away. */
export const close = order({
  summary: 'Close the battle when looting and herbs are done',
  role: 'gm',
  params: z.strictObject({}),
  resolve: (draft, call) => {
    const state = draft.now();
    if (!call.gm) return refuse('E_GM_ONLY');
    if (state.stage !== 'aftermath') return refuse('E_NOT_NOW', { why: 'the combat is not over' });
    draft.emit({ type: 'closed', outcome: state.outcome ?? { reason: 'it is over' } });
    return done;
  },
});
