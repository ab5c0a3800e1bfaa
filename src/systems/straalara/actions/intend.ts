import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { oneOf, text } from '../../../rules/params.ts';
import { own } from '../checks.ts';
import {
  nominationAsks,
  nominationGranted,
  nominationOffers,
  nominationParams,
  stanceOffers,
} from '../nomination-params.ts';
import { able } from '../roster.ts';
import { sealed } from '../sealing.ts';
import { settle } from '../turn.ts';
import { verb } from '../verbs.ts';

/** INTEND, the sealed nomination of ST-NOM-4: taken at any time, opened and checked when its moment comes. */
export const intend = verb({
  summary: 'Seal a nomination ahead of time; it is opened when your moment comes',
  role: 'player',
  params: z.strictObject({
    stance: text('offense, mixed or defense', 40).optional(),
    ...nominationParams,
    slot: oneOf('For the first or the second action of a turn', ['first', 'second']).default('first'),
  }),
  granted: nominationGranted,
  offers: { stance: stanceOffers, ...nominationOffers },
  asks: (soFar) => ['stance', ...nominationAsks(soFar)],
  resolve: (state, call, { stance, slot, ...draft }, dice) => {
    const me = own(state, call);
    if (!me.ok) return me;
    if (!able(me.value)) return refuse('INCAPACITATED', { name: ref(me.value.name), life: me.value.life });
    const words = stance === undefined ? {} : { stance };
    return sealed(
      state,
      me.value,
      slot === 'first' ? { ...words, first: draft } : { ...words, second: draft },
      (course) => settle(course, dice),
    );
  },
});
