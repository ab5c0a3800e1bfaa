import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { combatant } from '../../../rules/params.ts';
import { figureIn, ofGm } from '../checks.ts';
import { courseFrom } from '../course.ts';
import { everybody } from '../nomination-params.ts';
import { settle } from '../turn.ts';
import { figure, verb } from '../verbs.ts';

/** GM-HEAL: ST-GM-3. */
export const heal = verb({
  summary: 'Give health levels back to a combatant',
  role: 'gm',
  params: z.strictObject({ target: combatant('Who is healed'), levels: figure('Health levels, 1 or more') }),
  offers: { target: everybody },
  resolve: (state, call, params, dice) => {
    const target = ofGm(state, call, params.target);
    if (!target.ok) return target;
    const levels = figureIn('levels', params.levels, 1);
    if (!levels.ok) return levels;
    if (target.value.life === 'dead') return refuse('TARGET_NOT_ALIVE', { target: ref(target.value.name) });
    const course = courseFrom(state);
    course.happen({ type: 'healed', who: target.value.name, levels: levels.value });
    settle(course, dice);
    return ok(course.events());
  },
});
