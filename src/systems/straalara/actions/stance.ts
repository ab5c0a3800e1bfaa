import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { text } from '../../../rules/params.ts';
import { own } from '../checks.ts';
import { stanceOffers } from '../nomination-params.ts';
import { able } from '../roster.ts';
import { sealed } from '../sealing.ts';
import { settle } from '../turn.ts';
import { verb } from '../verbs.ts';

/** The stance alone, ahead of its moment (ST-NOM-4); `/declare` then needs only the action (ST-NOM-3). */
export const stance = verb({
  summary: 'Choose your next stance ahead of time; it stays sealed until you nominate',
  role: 'player',
  params: z.strictObject({ stance: text('offense, mixed or defense', 40) }),
  offers: { stance: stanceOffers },
  resolve: (state, call, params, dice) => {
    const me = own(state, call);
    if (!me.ok) return me;
    if (!able(me.value)) return refuse('INCAPACITATED', { name: ref(me.value.name), life: me.value.life });
    return sealed(state, me.value, { stance: params.stance }, (course) => settle(course, dice));
  },
});
