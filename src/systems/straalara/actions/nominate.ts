import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { checkedAction } from '../action-checks.ts';
import { commanded } from '../checks.ts';
import { courseFrom } from '../course.ts';
import { speakers } from '../nominating.ts';
import { nominationAsks, nominationGranted, nominationOffers, nominationParams } from '../nomination-params.ts';
import { sealed } from '../sealing.ts';
import { settle } from '../turn.ts';
import { verb } from '../verbs.ts';

/** NOMINATE: ST-NOM-6, ST-NOM-7. */
export const nominate = verb({
  summary: 'Nominate your second action of the turn',
  role: 'player',
  params: z.strictObject(nominationParams),
  granted: nominationGranted,
  offers: nominationOffers,
  asks: nominationAsks,
  resolve: (state, call, draft, dice) => {
    const me = commanded(state, call, 'ACTIONS');
    if (!me.ok) return me;
    const { name, stance } = me.value;
    const { status } = me.value.actions[1];
    if (state.pendingAttack !== undefined) return refuse('DEFENSE_PENDING', { name: ref(name) });
    const waits = state.steps.some((step) => step.combatant === name && step.slot === 2 && !step.over);
    if (!waits) return refuse('NO_FURTHER_ACTION', { name: ref(name) });
    if (status === 'nominated') return refuse('ALREADY_DECLARED', { name: ref(name) });
    if (!speakers(state).includes(name))
      return state.settings.earlyDeclarations === 'sealed'
        ? sealed(state, me.value, { second: draft }, () => {})
        : refuse('NOT_YOUR_NOMINATION', { name: ref(name) });
    const as = checkedAction(state, me.value, stance, draft);
    if (!as.ok) return as;
    const course = courseFrom(state);
    const opened = state.settings.declarations === 'open';
    course.happen({ type: 'nominated', who: name, as: as.value, opened, sealed: false });
    settle(course, dice);
    return ok(course.events());
  },
});
