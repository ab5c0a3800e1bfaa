import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { counting } from '../../../rules/bounds.ts';
import { action } from '../action.ts';
import { inPhase } from '../checks.ts';
import type { State } from '../model.ts';
import { advance } from '../round.ts';
import { unfolding } from '../unfolding.ts';

const runs = ({ status, phase, pending }: State): boolean =>
  status === 'active' && phase === 'resolve' && pending === undefined;

/** SEG-ROUND-1..6: the segments run until somebody must decide, or the round is over. Each advance counts as an event. */
export const resolve = action({
  summary: 'Let the segments run until a decision is needed or the round ends',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call, _params, dice) => {
    const phase = inPhase(state, 'resolve');
    if (!phase.ok) return phase;
    const tape = unfolding(state, call);
    const count = counting('events');
    while (runs(tape.now())) {
      count('advance');
      advance(tape, dice);
    }
    return ok(tape.events());
  },
});
