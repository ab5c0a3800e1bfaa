import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { hostileTarget, inActivation } from '../checks.ts';
import { dareable } from '../offers.ts';
import { copiesOf } from '../seats.ts';
import { test, warriorSteps } from '../skill-tests.ts';
import { order } from '../state.ts';

/** DS-CMD-12, DS-TRAIT-9. */
export const dare = order({
  summary: 'Dare an awe-inspiring foe with a Morale test, before anything else',
  role: 'player',
  params: z.strictObject({ target: combatant('Whom you dare') }),
  offers: { target: dareable },
  resolve: function* (draft, call, params) {
    const state = draft.now();
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const { activation, warrior } = acting.value;
    if (activation.started) return refuse('E_DARE_TOO_LATE', { warrior: ref(warrior.id) });
    const found = hostileTarget(state, warrior, params.target);
    if (!found.ok) return found;
    const target = found.value;
    if (copiesOf(target, 'awe-inspiring') === 0) return refuse('E_NO_AWE', { target: ref(target.id) });
    if (activation.dared[target.id] !== undefined)
      return refuse('E_DARE_REPEATED', { warrior: ref(warrior.id), target: ref(target.id) });
    const tested = yield* test(
      draft,
      'morale',
      warrior.owner,
      warriorSteps(state, warrior, 'morale'),
      { kind: 'player', player: target.owner },
      warrior.id,
    );
    draft.emit({ type: 'morale-tested', warrior: warrior.id, against: target.id, why: 'awe', ...tested });
    return done;
  },
});
