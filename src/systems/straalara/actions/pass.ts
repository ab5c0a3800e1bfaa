import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { courseFrom } from '../course.ts';
import { settle } from '../turn.ts';
import { figure, verb } from '../verbs.ts';
import { due } from './take.ts';

/** PASS: ST-ACT-7, ST-NOM-5. */
export const pass = verb({
  summary: 'Drop the action you nominated, moving if you like',
  role: 'player',
  params: z.strictObject({ move: figure('Metres you walk').default(0) }),
  resolve: (state, call, { move }, dice) => {
    const step = due(state, call, move);
    if (!step.ok) return step;
    const course = courseFrom(state);
    course.happen({ type: 'passed', who: step.value.me.name, slot: step.value.slot, move: step.value.move });
    settle(course, dice);
    return ok(course.events());
  },
});
