import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { text } from '../../../rules/params.ts';
import { checkedAction } from '../action-checks.ts';
import { commanded, own } from '../checks.ts';
import { courseFrom } from '../course.ts';
import { speakers } from '../nominating.ts';
import {
  nominationAsks,
  nominationGranted,
  nominationOffers,
  nominationParams,
  stanceOffers,
} from '../nomination-params.ts';
import { able } from '../roster.ts';
import { sealed } from '../sealing.ts';
import { stanceCalled } from '../stance.ts';
import { settle } from '../turn.ts';
import { verb } from '../verbs.ts';

/** DECLARE: ST-NOM-1..5, ST-NOM-7, ST-STANCE-1. A stance sealed before need not be named again. */
export const declare = verb({
  summary: 'Nominate your stance and first action of the turn',
  role: 'player',
  params: z.strictObject({
    stance: text('offense, mixed or defense', 40).optional(),
    ...nominationParams,
  }),
  granted: nominationGranted,
  offers: { stance: stanceOffers, ...nominationOffers },
  asks: (soFar) => ['stance', ...nominationAsks(soFar)],
  resolve: (state, call, { stance: given, ...draft }, dice) => {
    const mine = own(state, call);
    const early =
      mine.ok &&
      able(mine.value) &&
      state.settings.earlyDeclarations === 'sealed' &&
      (state.stage === 'INITIATIVE' || (state.stage === 'DECLARE' && !speakers(state).includes(mine.value.name))) &&
      mine.value.actions[0].status === 'empty';
    if (early)
      return sealed(state, mine.value, { ...(given !== undefined && { stance: given }), first: draft }, () => {});
    const me = commanded(state, call, 'DECLARE');
    if (!me.ok) return me;
    const { name, actions, intent } = me.value;
    if (actions[0].status !== 'empty') return refuse('ALREADY_DECLARED', { name: ref(name) });
    if (!speakers(state).includes(name)) return refuse('NOT_YOUR_NOMINATION', { name: ref(name) });
    const words = given ?? intent.stance ?? '';
    const stance = stanceCalled(words);
    if (stance === undefined) return refuse('UNKNOWN_STANCE', { stance: words === '' ? 'named' : words });
    const as = checkedAction(state, me.value, stance, draft);
    if (!as.ok) return as;
    const course = courseFrom(state);
    const opened = state.settings.declarations === 'open';
    course.happen({ type: 'declared', who: name, stance, as: as.value, opened, sealed: false });
    settle(course, dice);
    return ok(course.events());
  },
});
