import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { combatant, oneOf } from '../../../rules/params.ts';
import { ofGm } from '../checks.ts';
import { courseFrom } from '../course.ts';
import { everybody } from '../nomination-params.ts';
import { settle } from '../turn.ts';
import { verb } from '../verbs.ts';

/** GM-LIFE: ST-GM-4, ST-WOUND-6. */
export const life = verb({
  summary: 'Say whether a combatant is up, incapacitated or dead',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Whose life'),
    life: oneOf('What it becomes', ['up', 'incapacitated', 'dead']),
  }),
  offers: { target: everybody },
  resolve: (state, call, params, dice) => {
    const target = ofGm(state, call, params.target);
    if (!target.ok) return target;
    const course = courseFrom(state);
    course.happen({ type: 'life-set', who: target.value.name, life: params.life });
    settle(course, dice);
    return ok(course.events());
  },
});
