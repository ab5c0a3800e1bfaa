import { z } from 'zod';
import { oneOf } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { compass } from '../../../rules/view.ts';
import { checkAims } from '../aim.ts';
import { actingNow } from '../checks.ts';
import { checkGuards } from '../defending-ally/guard.ts';
import { facings } from '../offers.ts';
import { order } from '../state.ts';
import { mayTurn } from '../turning.ts';

/** SK-TURNING-1..7. */
export const turn = order({
  summary: 'Turn on the spot, before your action',
  role: 'player',
  params: z.strictObject({ facing: oneOf('Where you turn to', compass) }),
  offers: { facing: facings },
  resolve: (draft, call, { facing }) => {
    const state = draft.now();
    const acting = actingNow(state, call);
    if (!acting.ok) return acting;
    const { me, turn } = acting.value;
    const when = mayTurn(me, turn, facing);
    if (!when.ok) return when;

    draft.emit({ type: 'turned', who: me.name, from: me.facing, to: facing, when: when.value });
    checkAims(draft, me.name);
    checkGuards(draft, me.name, false);
    return done;
  },
});
