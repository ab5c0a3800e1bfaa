import { z } from 'zod';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { commanded } from '../checks.ts';
import { beginTurn, mayBegin } from '../rounds.ts';

/** SW-ROUND-7. Acting opens a turn too; this says so without doing anything yet. */
export const begin = order({
  summary: 'Begin the turn of a unit',
  role: 'player',
  params: z.strictObject({}),
  resolve: (draft, call) => {
    const state = draft.now();
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    const may = mayBegin(state, unit.value);
    if (!may.ok) return may;
    beginTurn(draft, may.value);
    return done;
  },
});
