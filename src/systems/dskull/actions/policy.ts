import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant, oneOf } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { asGm, findSeat } from '../checks.ts';
import { everySeat } from '../offers.ts';
import { order } from '../state.ts';

/** DS-CMD-17, DS-DICE-11, DS-DICE-12. */
export const policy = order({
  summary: 'Say whether a player removes dice by hand or leaves it to the engine',
  role: 'gm',
  params: z.strictObject({
    seat: combatant('Which player’s seat'),
    policy: oneOf('How dice are removed', ['auto', 'ask']),
  }),
  offers: { seat: everySeat },
  resolve: (draft, call, { seat: name, policy: kind }) => {
    const state = draft.now();
    const gm = asGm(state, call);
    if (!gm.ok) return gm;
    const seat = findSeat(state, name);
    if (seat === undefined) return refuse('seat-unknown', { seat: ref(name) });
    draft.emit({ type: 'policy-set', seat: seat.id, policy: kind });
    return done;
  },
});
