import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { combatant } from '../../../rules/params.ts';
import { figureIn, ofGm } from '../checks.ts';
import { courseFrom } from '../course.ts';
import { dazes } from '../daze.ts';
import { everybody } from '../nomination-params.ts';
import { settle } from '../turn.ts';
import { figure, verb } from '../verbs.ts';

/** GM-HARM: ST-GM-3. */
export const harm = verb({
  summary: 'Take health levels from a combatant, without roll or soak',
  role: 'gm',
  params: z.strictObject({ target: combatant('Who is harmed'), levels: figure('Health levels lost, 1 or more') }),
  offers: { target: everybody },
  resolve: (state, call, params, dice) => {
    const target = ofGm(state, call, params.target);
    if (!target.ok) return target;
    const levels = figureIn('levels', params.levels, 1);
    if (!levels.ok) return levels;
    const n = levels.value;
    const course = courseFrom(state);
    const dazed = dazes(target.value, n, n, state.settings);
    course.happen({ type: 'wounded', who: target.value.name, healthLost: n, dazed, cause: 'gm' });
    settle(course, dice);
    return ok(course.events());
  },
});
