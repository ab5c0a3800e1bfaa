import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { text } from '../../../rules/params.ts';
import { running } from '../roster.ts';
import { finish } from '../start.ts';
import { verb } from '../verbs.ts';

/** GM-END: ST-GM-4, ST-RUL-57. */
export const endCombat = verb({
  summary: 'End the combat',
  role: 'gm',
  params: z.strictObject({
    winner: text('Who won, if anybody did', 100).optional(),
    reason: text('Why it ends', 200).default('the GM ends it'),
  }),
  resolve: (state, call, { winner, reason }) => {
    if (!running(state)) return refuse('COMBAT_NOT_ACTIVE');
    return call.gm ? finish(state, { winner, reason }) : refuse('NOT_GM');
  },
});
