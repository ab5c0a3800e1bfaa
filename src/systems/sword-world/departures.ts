import { z } from 'zod';
import { ref, say } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { flag } from '../../rules/params.ts';
import { done } from '../../rules/verb.ts';
import { byGm, combatantCalled, commanded, runs } from './checks.ts';
import { endTest } from './combat-end.ts';
import { advance, endTurn } from './rounds.ts';
import { recompute } from './skirmishes.ts';
import { company, order, unitAble } from './state.ts';
import { leadOf } from './turns.ts';

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

/** SW-END-1, SW-BREAK-4. */
export const leave = order({
  summary: 'Let a unit leave the battlefield',
  role: 'gm',
  params: z.strictObject({ pursued: flag('Does the other side pursue? Then combat goes on').default(false) }),
  resolve: (draft, call, { pursued }) => {
    const state = draft.now();
    const gm = byGm(call);
    if (!gm.ok) return gm;
    const unit = combatantCalled(state, call.actor);
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
