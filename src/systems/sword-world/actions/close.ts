import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { action } from '../action.ts';
import { decided, happens, unfolding } from '../unfolding.ts';

/** SW-FLOW-1. The fifth step is done: the battle is put away. */
export const close = action({
  summary: 'Close the battle when looting and herbs are done',
  role: 'gm',
  params: z.strictObject({}),
  resolve: (state, call) => {
    if (!call.gm) return refuse('E_GM_ONLY');
    if (state.stage !== 'aftermath') return refuse('E_NOT_NOW', { why: 'the combat is not over' });
    const course = unfolding(state);
    happens(course, { type: 'closed', outcome: state.outcome ?? { reason: 'it is over' } });
    return decided(course);
  },
});
