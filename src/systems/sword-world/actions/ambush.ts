import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { combatants, oneOf } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { called } from '../checks.ts';
import { mayRoll, ambush as setAmbush } from '../initiative.ts';
import { units } from '../offers.ts';
import { sides } from '../sheet.ts';

/** SW-AMBUSH-1. */
export const ambush = order({
  summary: 'Let monsters ambush: they act first, without a roll',
  role: 'gm',
  params: z.strictObject({
    side: oneOf('The side that ambushes', sides).default('enemies'),
    surprised: combatants('Who is surprised; left out: every character of the other side').optional(),
  }),
  offers: { surprised: units },
  resolve: (draft, call, { side, surprised }) => {
    const state = draft.now();
    if (!call.gm) return refuse('E_GM_ONLY');
    const ready = mayRoll(state);
    if (!ready.ok) return ready;
    const ids: string[] = [];
    for (const name of surprised ?? []) {
      const unit = called(state, name);
      if (!unit.ok) return unit;
      ids.push(unit.value.id);
    }
    setAmbush(draft, side, surprised === undefined ? undefined : ids);
    return done;
  },
});
