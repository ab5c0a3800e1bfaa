import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { settle } from '../activation.ts';
import { takeAttackAction } from '../attack-actions.ts';
import { inActivation } from '../checks.ts';
import { concluded, type Decided, type Part } from '../course.ts';
import { verb } from '../declare.ts';
import { underWay } from '../deeds.ts';

/** DS-CMD-8, DS-ACT-6. */
export const attackAction = verb({
  summary: 'Take an Attack action: gain attacks to make when you like',
  role: 'player',
  params: z.strictObject({}),
  resolve: function* (state, call, _params, dice): Part<Decided> {
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const { activation, warrior } = acting.value;
    if (activation.actions === 0) return refuse('E_NO_ACTIONS', { warrior: ref(warrior.id) });
    const course = underWay(state, dice);
    yield* takeAttackAction(course, false);
    yield* settle(course);
    return concluded(course);
  },
});
