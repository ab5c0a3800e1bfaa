import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant, whole } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { byTheBm, onTheBoard } from '../checks.ts';
import { dead } from '../offers.ts';
import { attemptRevival, mayRise } from '../revival.ts';
import { order } from '../state.ts';

/** SK-DEATH-10, SK-RUL-55. */
export const revive = order({
  summary: 'The BM tries to revive somebody dead',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Who is to rise'),
    hp: whole('HP to rise with; left out: what the battle’s setting says', 1, 10_000).optional(),
  }),
  offers: { target: dead },
  resolve: (draft, call, { target: name, hp }) => {
    const state = draft.now();
    const bm = byTheBm(call);
    if (!bm.ok) return bm;
    if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(call.actor) });
    const found = onTheBoard(state, name);
    if (!found.ok) return found;
    const body = mayRise(found.value);
    if (!body.ok) return body;

    attemptRevival(draft, body.value.name, hp ?? state.settings['revive.hp']);
    return done;
  },
});
