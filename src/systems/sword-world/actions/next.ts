import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { actingSide, advance, endTurn, startRound, waiting } from '../rounds.ts';
import { theUnit } from '../units.ts';

/** SW-ROUND-3, SW-ROUND-5, SW-ROUND-9. Those who have not acted lose their turn. */
export const next = order({
  summary: 'Go on to the next side, or the next round',
  role: 'gm',
  params: z.strictObject({}),
  resolve: (draft, call) => {
    const state = draft.now();
    if (!call.gm) return refuse('E_GM_ONLY');
    if (state.stage !== 'combat') return refuse('E_NOT_NOW', { why: 'no round is running' });
    if (state.open !== undefined) endTurn(draft, theUnit(state, state.open));
    if (draft.now().stage === 'combat' && waiting(draft.now(), actingSide(draft.now())).length > 0 === false)
      advance(draft);
    else if (draft.now().stage === 'combat' && draft.now().phase === 'winner')
      draft.emit({ type: 'phase', phase: 'loser' });
    else if (draft.now().stage === 'combat') startRound(draft, draft.now().round + 1, []);
    if (draft.events.length === 0) startRound(draft, state.round + 1, []);
    advance(draft);
    return done;
  },
});
