import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { settle } from '../activation.ts';
import { spendAction } from '../attack-actions.ts';
import { inActivation } from '../checks.ts';
import { concluded, type Decided, type Part } from '../course.ts';
import { verb } from '../declare.ts';
import { underWay } from '../deeds.ts';
import { gainMp } from '../movement-points.ts';

/** DS-CMD-6, DS-ACT-5. */
export const gain = verb({
  summary: 'Take a Movement action: gain movement points',
  role: 'player',
  params: z.strictObject({}),
  resolve: function* (state, call, _params, dice): Part<Decided> {
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const { activation, warrior } = acting.value;
    if (activation.actions === 0) return refuse('E_NO_ACTIONS', { warrior: ref(warrior.id) });
    const course = underWay(state, dice);
    yield* spendAction(course, warrior.id, 'move', () => gainMp(course, warrior.id, 'action'));
    yield* settle(course);
    return concluded(course);
  },
});
