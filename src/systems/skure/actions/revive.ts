import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { combatant, whole } from '../../../rules/params.ts';
import { byTheBm, onTheBoard } from '../checks.ts';
import { verb } from '../declare.ts';
import { ledger } from '../ledger.ts';
import { dead } from '../offers.ts';
import { attemptRevival, mayRise } from '../revival.ts';
import { settle } from '../turns.ts';

/** SK-DEATH-10, SK-RUL-55. */
export const revive = verb({
  summary: 'The BM tries to revive somebody dead',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Who is to rise'),
    hp: whole('HP to rise with; left out: what the battle’s setting says', 1, 10_000).optional(),
  }),
  offers: { target: dead },
  resolve: (state, call, { target: name, hp }, dice) => {
    const bm = byTheBm(call);
    if (!bm.ok) return bm;
    if (state.status !== 'active') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(call.actor) });
    const found = onTheBoard(state, name);
    if (!found.ok) return found;
    const body = mayRise(found.value);
    if (!body.ok) return body;

    const book = ledger(state);
    attemptRevival(book, dice, body.value.name, hp ?? state.settings['revive.hp']);
    settle(book);
    return ok(book.events);
  },
});
