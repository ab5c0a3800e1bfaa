import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { combatant, oneOf } from '../../../rules/params.ts';
import { asGm, findSeat } from '../checks.ts';
import { verb } from '../declare.ts';
import { everySeat } from '../offers.ts';

/** DS-CMD-17, DS-DICE-11, DS-DICE-12. */
export const policy = verb({
  summary: 'Say whether a player removes dice by hand or leaves it to the engine',
  role: 'gm',
  params: z.strictObject({
    seat: combatant('Which player’s seat'),
    policy: oneOf('How dice are removed', ['auto', 'ask']),
  }),
  offers: { seat: everySeat },
  resolve: (state, call, { seat: name, policy: kind }) => {
    const gm = asGm(state, call);
    if (!gm.ok) return gm;
    const seat = findSeat(state, name);
    return seat === undefined
      ? refuse('seat-unknown', { seat: ref(name) })
      : ok([{ type: 'policy-set', seat: seat.id, policy: kind }]);
  },
});
