import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { courseFrom } from '../course.ts';
import { running } from '../roster.ts';
import { settle } from '../turn.ts';
import { verb } from '../verbs.ts';

/** After a correction that left nobody to wait for, the stage moves on (ST-GM-4). */
export const next = verb({
  summary: 'Move the combat on where a correction left nobody to wait for',
  role: 'gm',
  params: z.strictObject({}),
  resolve: (state, call, _params, dice) => {
    if (!running(state)) return refuse('COMBAT_NOT_ACTIVE');
    if (!call.gm) return refuse('NOT_GM');
    const course = courseFrom(state);
    settle(course, dice);
    return ok(course.events());
  },
});
