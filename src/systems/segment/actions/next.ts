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

/** Does it concern nobody but those whom not all see? */
const passesUnseen = (event: Event, unseen: readonly string[]): boolean => {
  if (unseen.length === 0) return false;
  if (event.type === 'moved')
    return event.marches.every(({ who, steps }) => steps.length === 0 || unseen.includes(who));
  if (!('who' in event) || event.who === undefined || !unseen.includes(event.who)) return false;
  return !('target' in event) || event.target === undefined || unseen.includes(event.target);
};

/**
 * SEG-ROUND-3: the segments run on to the next thing that happens, for all to see: where the GM and the players wait for the same,
 * nobody learns from the segment it stopped at that somebody unseen did something there. Each advance counts as an event.
 */
export const next = action({
  summary: 'Let the next thing of the round happen',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call, _params, dice) => {
    const phase = inPhase(state, 'resolve');
    if (!phase.ok) return phase;
    const tape = unfolding(state, call);
    const unseen = tape.unseenBy(call.actor);
    const count = counting('events');
    let last: Event | undefined;
    do {
      count('advance');
      const before = tape.events().length;
      advance(tape, dice);
      const since = tape.events().slice(before);
      last = since.findLast((event) => !passesUnseen(event, unseen));
    } while (!happened(last) && tape.now().pending === undefined && tape.now().phase === 'resolve');
    return ok(tape.events());
  },
});
