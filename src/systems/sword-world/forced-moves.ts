import { z } from 'zod';
import { ok, phrase, ref, refuse } from '../../core/message.ts';
import { combatantsParam, doneVerdict, oneOfParam } from '../../rules/verb.ts';
import { enemyRearguard, findHostilesInArea, isInBounds, isTrapped, ownRearguard, placeText } from './battlefield.ts';
import { offerAllUnits, parsePlaceOrUnit, requireCombatants } from './checks.ts';
import { lapseOffers } from './equipment.ts';
import { dropUnableRidersAndFlyers, knockProne, relocated, throwOffPassenger, throwOffRider } from './falling.ts';
import { statusChanged } from './life.ts';
import { findMountOfPassenger, riderAndMountOf } from './relations.ts';
import { type CheckResult, type Draft, gmOrder, type Place, type State } from './state.ts';
import { placeWithArticle } from './text.ts';
import { requireUnit } from './units.ts';

/** Refuses a move out of bounds, past enemies in the Frontline (SW-RETREAT-6), or out of a Rearguard (SW-BREAK-4). */
const requireForcedMove = (state: State, who: readonly string[], to: Place): CheckResult<true> => {
  if (to.pos !== undefined && !isInBounds(state, to.pos)) return refuse('E_OUT_OF_BOUNDS', { pos: placeText(to) });
  const leaving = who
    .map((id) => requireUnit(state, id))
    .filter(({ area }) => area !== undefined && to.area !== undefined && area !== to.area);
  for (const unit of leaving) {
    const { side, area } = unit;
    const isAhead = side !== undefined && area === 'front' && to.area === enemyRearguard(side);
    if (isAhead && findHostilesInArea(state, area, unit).length > 0)
      return refuse('E_RETREAT_DIRECTION', { allowed: phrase`to ${placeWithArticle({ area: ownRearguard(side) })}` });
  }
  const trapped = leaving.find((unit) => isTrapped(state, unit));
  return trapped === undefined ? ok(true) : refuse('E_NO_RETREAT', { unit: ref(trapped.id) });
};

type ForcedCause = 'prone' | 'moved' | 'unconscious';

/** Knocks units prone or unconscious, or moves them. SW-MOUNT-10, SW-MOUNT-11, SW-MOUNT-18, SW-AIR-3, SW-AIR-4. */
const forceUnits = (draft: Draft, cause: ForcedCause, who: readonly string[], to: Place): void => {
  if (cause === 'moved') {
    const units = who.map((id) => requireUnit(draft.now(), id));
    for (const unit of units) {
      const together = riderAndMountOf(draft.now(), unit).every(({ id }) => who.includes(id));
      if (!together) throwOffRider(draft, unit);
      if (!who.includes(findMountOfPassenger(draft.now(), unit.id)?.id ?? unit.id)) throwOffPassenger(draft, unit.id);
    }
    draft.emit(relocated({ why: 'forced', places: who.map((unit) => ({ unit, ...to })) }));
    return;
  }
  if (cause === 'prone') {
    for (const id of who) knockProne(draft, id);
    return;
  }
  for (const id of who) {
    for (const body of requireUnit(draft.now(), id).bodies)
      if (!['unconscious', 'dead'].some((each) => body.statuses.includes(each)))
        draft.emit(statusChanged({ who: body.id, of: 'body', add: ['unconscious'], remove: [] }));
    dropUnableRidersAndFlyers(draft, id);
  }
};

/** Knocks units prone or unconscious, or moves them. SW-MOUNT-10, SW-MOUNT-11, SW-MOUNT-12, SW-AIR-3, SW-AIR-4. */
export const force = gmOrder({
  summary: 'Knock a unit prone or unconscious, or move it by force',
  params: z.strictObject({
    cause: oneOfParam('What happens to the unit', ['prone', 'moved', 'unconscious']),
    who: combatantsParam('Who is affected; default: the unit itself').optional(),
    to: z.string().max(40).meta({ description: 'Where the unit is moved to: an area, or metres' }).optional(),
  }),
  offers: { who: offerAllUnits },
  resolve: (draft, call, { cause, who = [call.actor], to }) => {
    const state = draft.now();
    const units = requireCombatants(state, who);
    if (!units.ok) return units;
    const ids = units.value.map(({ id }) => id);
    const goal = cause === 'moved' ? parsePlaceOrUnit(state, call, to ?? '', units.value[0]?.side) : undefined;
    if (goal && !goal.ok) return goal;
    if (goal !== undefined) {
      const open = requireForcedMove(state, ids, goal.value);
      if (!open.ok) return open;
    }
    forceUnits(draft, cause, ids, goal?.value ?? {});
    if (state.stage === 'combat') lapseOffers(draft);
    return doneVerdict;
  },
});
