import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { counting } from '../../../rules/bounds.ts';
import { action } from '../action.ts';
import { inPhase } from '../checks.ts';
import type { Event } from '../events.ts';
import { advance } from '../round.ts';
import { unfolding } from '../unfolding.ts';

/** Does this event show that something happened? */
const happened = (event: Event | undefined): boolean =>
  event !== undefined &&
  event.type !== 'segment-began' &&
  (event.type !== 'moved' || event.marches.some(({ steps }) => steps.length > 0)) &&
  (event.type !== 'leaving' || event.strikers.length > 0);

/** SEG-ROUND-3: the segments run on to the next thing that happens. Each advance counts as an event. */
export const next = action({
  summary: 'Let the next thing of the round happen',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call, _params, dice) => {
    const phase = inPhase(state, 'resolve');
    if (!phase.ok) return phase;
    const tape = unfolding(state, call);
    const count = counting('events');
    do {
      count('advance');
      advance(tape, dice);
    } while (!happened(tape.events().at(-1)) && tape.now().pending === undefined && tape.now().phase === 'resolve');
    return ok(tape.events());
  },
});
