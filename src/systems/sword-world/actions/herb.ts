import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant, oneOf } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { useHerb } from '../after-combat.ts';
import { commanded } from '../checks.ts';
import { bodies } from '../offers.ts';
import { bodyCalled, isDead, unitAble, whyUnable } from '../units.ts';

/** SW-HERB-1..3. */
export const herb = order({
  summary: 'Use a medicinal herb: ten minutes, outside combat',
  role: 'player',
  params: z.strictObject({
    herb: oneOf('Lifegrass for HP, Magic Herb for MP', ['lifegrass', 'magicHerb']),
    target: combatant('Who is treated; left out: oneself').optional(),
  }),
  offers: { target: bodies },
  resolve: (draft, call, { herb: kind, target }) => {
    const state = draft.now();
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    if (state.stage === 'combat') return refuse('E_IN_COMBAT');
    if (!unitAble(unit.value))
      return refuse('E_CANNOT_ACT', { unit: ref(unit.value.id), reason: whyUnable(unit.value) });
    const treated = bodyCalled(state, target ?? unit.value.id);
    if (treated === undefined || isDead(treated.body)) return refuse('E_NO_TARGET');
    useHerb(draft, unit.value.id, kind, treated.body.id);
    return done;
  },
});
