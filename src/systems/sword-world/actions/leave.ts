import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { flag } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { called } from '../checks.ts';
import { endTest } from '../ending.ts';
import { advance, endTurn, leadOf } from '../rounds.ts';
import { recompute } from '../skirmish.ts';
import { company } from '../units.ts';

/** SW-END-1, SW-BREAK-4. */
export const leave = order({
  summary: 'Let a unit leave the battlefield',
  role: 'gm',
  params: z.strictObject({ pursued: flag('The other side pursues: combat goes on').default(false) }),
  resolve: (draft, call, { pursued }) => {
    const state = draft.now();
    if (!call.gm) return refuse('E_GM_ONLY');
    const unit = called(state, call.actor);
    if (!unit.ok) return unit;
    if (unit.value.statuses.includes('left'))
      return refuse('E_NOT_NOW', { why: say`${ref(unit.value.id)} has left already` });
    if (pursued && unit.value.side) draft.emit({ type: 'pursued', side: unit.value.side });
    for (const { id } of company(state, unit.value))
      draft.emit({ type: 'status', who: id, of: 'unit', add: ['left'], remove: [] });
    if (state.stage !== 'combat') return done;
    recompute(draft);
    if (!endTest(draft)) {
      if (state.open === leadOf(state, unit.value).id) endTurn(draft, unit.value);
      advance(draft);
    }
    return done;
  },
});
