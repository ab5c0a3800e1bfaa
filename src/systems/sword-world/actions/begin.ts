import { z } from 'zod';
import { action } from '../action.ts';
import { commanded } from '../checks.ts';
import { beginTurn, mayBegin } from '../rounds.ts';
import { decided, unfolding } from '../unfolding.ts';

/** SW-ROUND-7. Acting opens a turn too; this says so without doing anything yet. */
export const begin = action({
  summary: 'Begin the turn of a unit',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call) => {
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    const may = mayBegin(state, unit.value);
    if (!may.ok) return may;
    const course = unfolding(state);
    beginTurn(course, may.value);
    return decided(course);
  },
});
