import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { text } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { byGm, notOver } from '../checks.ts';

/** SEG-ROUND-7: the source names no victory condition; the GM ends the battle. */
export const end = action({
  summary: 'End the battle',
  role: 'gm',
  params: z.strictObject({
    winner: text('The team that won, if one did', 100).optional(),
    reason: text('Why it ends').default('the GM ends it'),
  }),
  offers: {
    winner: (state) =>
      [...new Set(state.combatants.map(({ team }) => team))].map((team) => ({ value: team, label: team })),
  },
  resolve: (state, call, { winner, reason }) => {
    const running = notOver(state);
    if (!running.ok) return running;
    const gm = byGm(call);
    return gm.ok ? ok([{ type: 'ended', reason, ...(winner !== undefined && { winner }) }]) : gm;
  },
});
