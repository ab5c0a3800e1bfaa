import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { oneOf } from '../../../rules/params.ts';
import { compass } from '../../../rules/view.ts';
import { checkAims } from '../aiming.ts';
import { actingNow } from '../checks.ts';
import { verb } from '../declare.ts';
import { checkGuards } from '../defending-ally.ts';
import { ledger } from '../ledger.ts';
import { facings } from '../offers.ts';
import { mayTurn } from '../turning.ts';

/** SK-TURNING-1..7. */
export const turn = verb({
  summary: 'Turn on the spot, before your action',
  role: 'player',
  params: z.strictObject({ facing: oneOf('Where you turn to', compass) }),
  offers: { facing: facings },
  resolve: (state, call, { facing }) => {
    const acting = actingNow(state, call);
    if (!acting.ok) return acting;
    const { me, turn } = acting.value;
    const when = mayTurn(me, turn, facing);
    if (!when.ok) return when;

    const book = ledger(state);
    book.add({ type: 'turned', who: me.name, from: me.facing, to: facing, when: when.value });
    checkAims(book, me.name);
    checkGuards(book, me.name, false);
    return ok(book.events);
  },
});
