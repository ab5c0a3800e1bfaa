import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { flag } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { called } from '../checks.ts';
import { endTest } from '../ending.ts';
import { advance, endTurn, leadOf } from '../rounds.ts';
import { recompute } from '../skirmish.ts';
import { decided, happens, unfolding } from '../unfolding.ts';
import { company } from '../units.ts';

/** SW-END-1, SW-BREAK-4. */
export const leave = action({
  summary: 'Let a unit leave the battlefield',
  role: 'gm',
  params: z.strictObject({ pursued: flag('The other side pursues: combat goes on').default(false) }),
  resolve: (state, call, { pursued }, dice) => {
    if (!call.gm) return refuse('E_GM_ONLY');
    const unit = called(state, call.actor);
    if (!unit.ok) return unit;
    if (unit.value.statuses.includes('left'))
      return refuse('E_NOT_NOW', { why: say`${ref(unit.value.id)} has left already` });
    const course = unfolding(state);
    if (pursued && unit.value.side) happens(course, { type: 'pursued', side: unit.value.side });
    for (const { id } of company(state, unit.value))
      happens(course, { type: 'status', who: id, of: 'unit', add: ['left'], remove: [] });
    if (state.stage !== 'combat') return decided(course);
    recompute(course);
    if (!endTest(course)) {
      if (state.open === leadOf(state, unit.value).id) endTurn(course, unit.value);
      advance(course, dice);
    }
    return decided(course);
  },
});
