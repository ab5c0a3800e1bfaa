import { z } from 'zod';
import { action } from '../action.ts';
import { acting } from '../checks.ts';
import { advance, endTurn, leadOf } from '../rounds.ts';
import { decided } from '../unfolding.ts';

/** SW-ROUND-8. A unit that has not begun passes its turn. */
export const end = action({
  summary: 'End the turn of a unit',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call, _params, dice) => {
    const turn = acting(state, call);
    if (!turn.ok) return turn;
    const { course, unit } = turn.value;
    endTurn(course, leadOf(course.state, unit));
    advance(course, dice);
    return decided(course);
  },
});
