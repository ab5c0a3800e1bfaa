import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant } from '../../../rules/params.ts';
import { hostileTarget, inActivation } from '../checks.ts';
import { concluded, type Decided, type Part } from '../course.ts';
import { verb } from '../declare.ts';
import { underWay } from '../deeds.ts';
import { dareable } from '../offers.ts';
import { copiesOf } from '../seats.ts';
import { test, warriorSteps } from '../skill-tests.ts';

/** DS-CMD-12, DS-TRAIT-9. */
export const dare = verb({
  summary: 'Dare an awe-inspiring foe with a Morale test, before anything else',
  role: 'player',
  params: z.strictObject({ target: combatant('Whom you dare') }),
  offers: { target: dareable },
  resolve: function* (state, call, params, dice): Part<Decided> {
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
    const course = underWay(state, dice);
    const tested = yield* test(
      course,
      'morale',
      warrior.owner,
      warriorSteps(state, warrior, 'morale'),
      { kind: 'player', player: target.owner },
      warrior.id,
    );
    course.happen({ type: 'morale-tested', warrior: warrior.id, against: target.id, why: 'awe', ...tested });
    return concluded(course);
  },
});
