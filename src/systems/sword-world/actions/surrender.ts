import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { flag } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { commanded, runs } from '../checks.ts';
import { endTest } from '../ending.ts';
import { advance, endTurn, leadOf } from '../rounds.ts';
import { recompute } from '../skirmish.ts';
import { company, unitAble } from '../units.ts';

/** SW-END-1. */
export const surrender = order({
  summary: 'Surrender, alone or with the whole side',
  role: 'player',
  params: z.strictObject({ side: flag('The whole side surrenders').default(false) }),
  resolve: (draft, call, { side }) => {
    const state = draft.now();
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    if (state.stage !== 'combat') return refuse('E_NOT_NOW', { why: 'no round is running' });
    const units = side ? state.units.filter((each) => each.side === unit.value.side) : company(state, unit.value);
    const foreign = units.find((each) => unitAble(each) && !runs(call, each));
    if (foreign) return refuse('E_NOT_YOURS', { unit: ref(foreign.id) });
    const able = units.filter(unitAble);
    if (able.length === 0) return refuse('E_CANNOT_ACT', { unit: ref(unit.value.id), reason: 'out of action' });
    for (const { id } of able) draft.emit({ type: 'status', who: id, of: 'unit', add: ['surrendered'], remove: [] });
    recompute(draft);
    if (!endTest(draft)) {
      const open = state.units.find(({ id }) => id === state.open);
      if (open && able.some(({ id }) => id === leadOf(state, open).id)) endTurn(draft, open);
      advance(draft);
    }
    return done;
  },
});
