import { z } from 'zod';
import { ref, refuse, say } from '../../core/message.ts';
import { doneVerdict, flagParam } from '../../rules/verb.ts';
import { mayCommandUnit, requireCombatant, requireCommandedUnit } from './checks.ts';
import { endIfDecided, pursued } from './combat-end.ts';
import { isUnitAble } from './conditions.ts';
import { statusChanged } from './life.ts';
import { riderAndMountOf } from './relations.ts';
import { advancePhase, endTurn } from './rounds.ts';
import { recomputeSkirmishes } from './skirmishes.ts';
import { order } from './state.ts';
import { turnHolder } from './turns.ts';

/** SW-END-1. */
export const surrender = order({
  summary: 'Surrender, alone or with the whole side',
  role: 'player',
  isMostlyPressed: true,
  params: z.strictObject({ side: flagParam('The whole side surrenders').default(false) }),
  resolve: (draft, call, { side }) => {
    const state = draft.now();
    const unit = requireCommandedUnit(state, call);
    if (!unit.ok) return unit;
    if (state.stage !== 'combat') return refuse('E_NOT_NOW', { why: 'no round is running' });
    const units = side
      ? state.units.filter((each) => each.side === unit.value.side)
      : riderAndMountOf(state, unit.value);
    const foreign = units.find((each) => isUnitAble(each) && !mayCommandUnit(call, each));
    if (foreign) return refuse('E_NOT_YOURS', { unit: ref(foreign.id) });
    const able = units.filter(isUnitAble);
    if (able.length === 0) return refuse('E_CANNOT_ACT', { unit: ref(unit.value.id), reason: 'out of action' });
    for (const { id } of able) draft.emit(statusChanged({ who: id, of: 'unit', add: ['surrendered'], remove: [] }));
    recomputeSkirmishes(draft);
    if (!endIfDecided(draft)) {
      const open = state.units.find(({ id }) => id === state.open);
      if (open && able.some(({ id }) => id === turnHolder(state, open).id)) endTurn(draft, open);
      advancePhase(draft);
    }
    return doneVerdict;
  },
});

/** SW-END-1, SW-BREAK-4. */
export const leave = order({
  summary: 'Let a unit leave the battlefield',
  role: 'gm',
  params: z.strictObject({
    pursued: flagParam('Does the other side pursue, so that combat continues?').default(false),
  }),
  resolve: (draft, call, { pursued: isPursued }) => {
    const state = draft.now();
    if (!call.gm) return refuse('E_GM_ONLY');
    const unit = requireCombatant(state, call.actor);
    if (!unit.ok) return unit;
    if (unit.value.statuses.includes('left'))
      return refuse('E_NOT_NOW', { why: say`${ref(unit.value.id)} has already left the battlefield` });
    if (isPursued && unit.value.side) draft.emit(pursued({ side: unit.value.side }));
    for (const { id } of riderAndMountOf(state, unit.value))
      draft.emit(statusChanged({ who: id, of: 'unit', add: ['left'], remove: [] }));
    if (state.stage !== 'combat') return doneVerdict;
    recomputeSkirmishes(draft);
    if (!endIfDecided(draft)) {
      if (state.open === turnHolder(state, unit.value).id) endTurn(draft, unit.value);
      advancePhase(draft);
    }
    return doneVerdict;
  },
});
