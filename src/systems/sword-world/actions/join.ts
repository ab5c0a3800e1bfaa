import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { acting } from '../checks.ts';
import { joinable, join as joinMelee } from '../skirmish.ts';
import { company, meleeOf } from '../units.ts';

/** SW-SKIRM-7. */
export const join = order({
  summary: 'Join the melee at whose centre the unit stands',
  role: 'player',
  params: z.strictObject({}),
  resolve: (draft, call) => {
    const state = draft.now();
    if (state.settings.mode === 'simplified') return refuse('E_STANDARD_ONLY');
    const turn = acting(draft, call);
    if (!turn.ok) return turn;
    const unit = turn.value;
    const here = draft.now().skirmishes.find(({ center }) => center === unit.pos);
    const room = joinable(draft.now(), here, company(draft.now(), unit), unit.pos);
    if (!room.ok) return room;
    if (!meleeOf(draft.now(), unit.id)) joinMelee(draft, room.value.id, [unit], 'declared');
    return done;
  },
});
