import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { action } from '../action.ts';
import { acting } from '../checks.ts';
import { joinable, join as joinMelee } from '../skirmish.ts';
import { decided } from '../unfolding.ts';
import { company, meleeOf } from '../units.ts';

/** SW-SKIRM-7. */
export const join = action({
  summary: 'Join the melee at whose centre the unit stands',
  role: 'player',
  params: z.strictObject({}),
  resolve: (state, call) => {
    if (state.settings.mode === 'simplified') return refuse('E_STANDARD_ONLY');
    const turn = acting(state, call);
    if (!turn.ok) return turn;
    const { course, unit } = turn.value;
    const here = course.state.skirmishes.find(({ center }) => center === unit.pos);
    const room = joinable(course.state, here, company(course.state, unit), unit.pos);
    if (!room.ok) return room;
    if (!meleeOf(course.state, unit.id)) joinMelee(course, room.value.id, [unit], 'declared');
    return decided(course);
  },
});
