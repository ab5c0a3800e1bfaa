import { z } from 'zod';
import { done } from '../../../rules/verb.ts';
import { asGm } from '../checks.ts';
import { tactics as run } from '../rounds.ts';
import { order } from '../state.ts';

/** DS-CMD-4. Only needed where Tactics tests wait for the GM (`round.tactics` = `command`). */
export const tactics = order({
  summary: 'Run the Tactics tests of the round',
  role: 'gm',
  params: z.strictObject({}),
  resolve: function* (draft, call, _params) {
    const state = draft.now();
    const gm = asGm(state, call, 'preparation');
    if (!gm.ok) return gm;
    yield* run(draft);
    return done;
  },
});
