import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { combatant } from '../../../rules/params.ts';
import { ofGm } from '../checks.ts';
import { courseFrom } from '../course.ts';
import { everybody } from '../nomination-params.ts';
import { settle } from '../turn.ts';
import { verb } from '../verbs.ts';

/** GM-REMOVE: ST-GM-4. */
export const remove = verb({
  summary: 'Take a combatant out of the combat',
  role: 'gm',
  params: z.strictObject({ target: combatant('Who goes') }),
  offers: { target: everybody },
  resolve: (state, call, params, dice) => {
    const target = ofGm(state, call, params.target);
    if (!target.ok) return target;
    const course = courseFrom(state);
    course.happen({ type: 'removed', who: target.value.name });
    settle(course, dice);
    return ok(course.events());
  },
});
