import { z } from 'zod';
import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { combatants, oneOf } from '../../rules/params.ts';
import { done } from '../../rules/verb.ts';
import { areaNames, farRear, hostilesIn, inBounds, isTrapped, ownRear, placeName } from './battlefield.ts';
import { byGm, combatantCalled, everyUnit, placeCalled } from './checks.ts';
import { lapseOffers } from './equipment.ts';
import { consequences, knockProne, unseat } from './falling.ts';
import type { Code } from './refusals.ts';
import { company, type Draft, order, type Place, type State, theUnit } from './state.ts';

/** E_OUT_OF_BOUNDS, E_NO_RETREAT (SW-BREAK-4), E_RETREAT_DIRECTION (SW-RETREAT-6): where no force moves anybody. */
const mayBeForced = (state: State, who: readonly string[], to: Place): Result<true, Refusal<Code>> => {
  if (to.pos !== undefined && !inBounds(state, to.pos)) return refuse('E_OUT_OF_BOUNDS', { pos: placeName(to) });
  for (const id of who) {
    const unit = theUnit(state, id);
    const { area, side } = unit;
    if (area === undefined || side === undefined || to.area === undefined || area === to.area) continue;
    if (isTrapped(state, unit)) return refuse('E_NO_RETREAT', { unit: ref(id) });
    if (area === 'front' && to.area === farRear(side) && hostilesIn(state, area, unit).length > 0)
      return refuse('E_RETREAT_DIRECTION', { allowed: `to the ${areaNames[ownRear(side)]}` });
  }
  return ok(true);
};

type ForcedCause = 'prone' | 'moved' | 'unconscious';

/** SW-MOUNT-10, SW-MOUNT-11, SW-MOUNT-12, SW-AIR-3, SW-AIR-4. What somebody else does to rider, mount or flyer. */
const forceUnits = (draft: Draft, cause: ForcedCause, who: readonly string[], to: Place): void => {
  if (cause === 'moved') {
    const units = who.map((id) => theUnit(draft.now(), id));
    for (const unit of units) {
      const together = company(draft.now(), unit).every(({ id }) => who.includes(id));
      if (!together) unseat(draft, unit);
    }
    draft.emit({ type: 'relocated', why: 'forced', places: who.map((unit) => ({ unit, ...to })) });
    return;
  }
  for (const id of who) {
    if (cause === 'prone') {
      knockProne(draft, id);
      continue;
    }
    for (const { id: body, statuses } of theUnit(draft.now(), id).bodies)
      if (!statuses.includes('unconscious') && !statuses.includes('dead'))
        draft.emit({ type: 'status', who: body, of: 'body', add: ['unconscious'], remove: [] });
    consequences(draft, id);
  }
};

/** SW-MOUNT-10, SW-MOUNT-11, SW-MOUNT-12, SW-AIR-3, SW-AIR-4. */
export const force = order({
  summary: 'Knock prone, move by force, or knock unconscious',
  role: 'gm',
  params: z.strictObject({
    cause: oneOf('What happens', ['prone', 'moved', 'unconscious']),
    who: combatants('To whom; left out: the unit itself').optional(),
    to: z.string().max(40).meta({ description: 'Where to, when moved: an area, or metres' }).optional(),
  }),
  offers: { who: everyUnit },
  resolve: (draft, call, { cause, who = [call.actor], to }) => {
    const state = draft.now();
    const gm = byGm(call);
    if (!gm.ok) return gm;
    const ids: string[] = [];
    for (const name of who) {
      const unit = combatantCalled(state, name);
      if (!unit.ok) return unit;
      ids.push(unit.value.id);
    }
    const side = state.units.find(({ id }) => id === ids[0])?.side;
    const goal = cause === 'moved' ? placeCalled(state, to ?? '', side) : undefined;
    if (goal && !goal.ok) return goal;
    if (goal !== undefined) {
      const open = mayBeForced(state, ids, goal.value);
      if (!open.ok) return open;
    }
    forceUnits(draft, cause, ids, goal?.value ?? {});
    if (state.stage === 'combat') lapseOffers(draft);
    return done;
  },
});
