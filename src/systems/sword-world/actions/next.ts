import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { action } from '../action.ts';
import { actingSide, advance, endTurn, startRound, waiting } from '../rounds.ts';
import { decided, happens, unfolding } from '../unfolding.ts';
import { theUnit } from '../units.ts';

/** SW-ROUND-3, SW-ROUND-5, SW-ROUND-9. Those who have not acted lose their turn. */
export const next = action({
  summary: 'Go on to the next side, or the next round',
  role: 'gm',
  params: z.strictObject({}),
  resolve: (state, call, _params, dice) => {
    if (!call.gm) return refuse('E_GM_ONLY');
    if (state.stage !== 'combat') return refuse('E_NOT_NOW', { why: 'no round is running' });
    const course = unfolding(state);
    if (state.open !== undefined) endTurn(course, theUnit(state, state.open));
    if (course.state.stage === 'combat' && waiting(course.state, actingSide(course.state)).length > 0 === false)
      advance(course, dice);
    else if (course.state.stage === 'combat' && course.state.phase === 'winner')
      happens(course, { type: 'phase', phase: 'loser' });
    else if (course.state.stage === 'combat') startRound(course, course.state.round + 1, [], dice);
    if (course.events.length === 0) startRound(course, state.round + 1, [], dice);
    advance(course, dice);
    return decided(course);
  },
});
