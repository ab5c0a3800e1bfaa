import { z } from 'zod';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { acting } from '../checks.ts';
import { advance, endTurn, leadOf } from '../rounds.ts';

/** SW-ROUND-8. A unit that has not begun passes its turn. */
export const end = order({
  summary: 'End the turn of a unit',
  role: 'player',
  params: z.strictObject({}),
  resolve: (draft, call) => {
    const turn = acting(draft, call);
    if (!turn.ok) return turn;
    const unit = turn.value;
    endTurn(draft, leadOf(draft.now(), unit));
    advance(draft);
    return done;
  },
});
