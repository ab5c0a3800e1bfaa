import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { oneOf } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { settle } from '../activation.ts';
import { takeAttackAction } from '../attack-actions.ts';
import { inActivation } from '../checks.ts';
import { gainMp } from '../movement-points.ts';
import { forCurrent } from '../offers.ts';
import { seatOf } from '../seats.ts';
import { order } from '../state.ts';

/** DS-CMD-11, DS-TAC-6 to DS-TAC-8. */
export const symbol = order({
  summary: 'Spend a stored Tactics symbol: ADV for movement, HIT for a free Attack action',
  role: 'player',
  params: z.strictObject({ symbol: oneOf('Which symbol', ['ADV', 'HIT']) }),
  offers: {
    symbol: forCurrent((state) => {
      const stored = seatOf(state, state.current ?? '')?.symbols;
      return (['ADV', 'HIT'] as const)
        .filter((each) => stored !== undefined && stored[each] > 0 && state.activation?.symbolSpent === false)
        .map((each) => ({ value: each, label: each === 'ADV' ? 'ADV: movement points' : 'HIT: a free Attack action' }));
    }),
  },
  resolve: function* (draft, call, params) {
    const state = draft.now();
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const { activation, warrior } = acting.value;
    if (activation.symbolSpent) return refuse('E_SYMBOL_ALREADY_SPENT');
    if ((seatOf(state, activation.seat)?.symbols[params.symbol] ?? 0) === 0)
      return refuse('E_NO_SYMBOL', { symbol: params.symbol });
    draft.emit({ type: 'symbol-spent', seat: activation.seat, warrior: warrior.id, symbol: params.symbol });
    if (params.symbol === 'ADV') yield* gainMp(draft, warrior.id, 'tacticsAdv');
    else yield* takeAttackAction(draft, true);
    yield* settle(draft);
    return done;
  },
});
