import { z } from 'zod';
import { maskedRef, ok, present, ref, refuse, say } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import { combatantsParam, doneVerdict } from '../../rules/verb.ts';
import { offerUnits, requireCombatant, requireCombatants, requireCommandedUnit } from './checks.ts';
import { ableBodies, headCount, isUnitAble } from './conditions.ts';
import { checkModifiers, hasRiderLevel, magicPower, skillParts } from './derived-values.ts';
import { checkRollRow, checkRollSchema, contestWinner, rollCheck } from './dice.ts';
import type { ActionVerdict } from './equipment.ts';
import { dismounted, passengerDismounted } from './falling.ts';
import { canCommandManySections } from './feats.ts';
import { earnExperience } from './life.ts';
import { areHostile, findMountOfPassenger, isMonster, isMount, isSamePlace, riderAndMountOf } from './relations.ts';
import { type CheckResult, type Draft, event, order, type State, type Unit, unitOrThingId } from './state.ts';
import { recordTurnUse } from './turns.ts';
import { find, findByName, requireUnit, update } from './units.ts';
import { isVisibleNumber } from './visibility.ts';

export const mounted = event('mounted', {
  facts: { rider: unitOrThingId, mount: unitOrThingId },
  apply: (state, { rider, mount }) =>
    update(
      update(state, rider, () => ({ mountedOn: mount })),
      mount,
      () => ({ rider }),
    ),
  narrate: ({ rider, mount }) => line(say`${ref(rider)} mounts ${maskedRef(mount)}.`),
});

/** A unit mounts as a passenger. SW-MOUNT-18. */
export const boarded = event('boarded', {
  facts: { passenger: unitOrThingId, mount: unitOrThingId },
  apply: (state, { passenger, mount }) =>
    update(state, mount, ({ passengers }) => ({ passengers: [...passengers, passenger] })),
  narrate: ({ passenger, mount }) => line(say`${ref(passenger)} rides along on ${maskedRef(mount)}.`),
});

/** A rider tries to guard its mount’s weakness against an enemy. SW-MOUNT-5. */
export const weaknessChecked = event('weakness', {
  facts: {
    rider: unitOrThingId,
    mount: unitOrThingId,
    enemy: unitOrThingId.optional(),
    riderRoll: checkRollSchema.optional(),
    enemyRoll: checkRollSchema.optional(),
    usable: z.boolean(),
  },
  apply: (state, { mount, usable }) => update(state, mount, () => ({ weaknessKnown: usable })),
  narrate: ({ rider, mount, enemy, riderRoll, enemyRoll, usable }, moment) => {
    const rows = present([
      riderRoll && isVisibleNumber(moment, rider, 'checks') && checkRollRow('SW-MOUNT-5', 'Rider', riderRoll),
      enemyRoll &&
        enemy !== undefined &&
        isVisibleNumber(moment, enemy, 'accuracy') &&
        checkRollRow('SW-MOUNT-5', 'Magic Power', enemyRoll),
    ]);
    return usable
      ? line(say`The weakness of ${ref(mount)} is exposed to the enemies.`, 'quiet', rows)
      : line(say`The weakness of ${ref(mount)} is guarded.`, 'quiet', rows);
  },
});

/** The able rider of a mount. Refuses if none, unless the mount acts by its instincts. SW-MOUNT-3, SW-MOUNT-17. */
export const requireRider = (state: State, unit: Unit, instinct = false): CheckResult<Unit | undefined> => {
  if (!isMount(unit)) return ok(undefined);
  const rider = find(state, unit.rider);
  if (rider !== undefined && isUnitAble(rider)) return ok(rider);
  return instinct || isMonster(unit) ? ok(undefined) : refuse('E_MOUNT_NOT_RIDDEN', { mount: ref(unit.id) });
};

/** Refuses if the rider may not command this section of the mount. SW-MOUNT-3, SW-MOUNT-9, SW-MOUNT-14, SW-MOUNT-17. */
export const requireMountCommand = (state: State, unit: Unit, section: string, instinct = false): CheckResult<true> => {
  const rider = requireRider(state, unit, instinct);
  if (!rider.ok) return rider;
  if (rider.value === undefined) return ok(true);
  if (!hasRiderLevel(rider.value)) return refuse('E_MOUNT_NO_RIDER_LEVEL');
  const commanded = unit.turn?.mountSection;
  return commanded !== undefined &&
    commanded !== section &&
    !canCommandManySections(rider.value) &&
    !canCommandManySections(unit)
    ? refuse('E_MOUNT_SECTION_LIMIT', { mount: ref(unit.id) })
    : ok(true);
};

/** Number of able sections of rider and mount together. SW-MOUNT-13, SW-RUL-76. */
export const countSectionsAndRider = (state: State, unit: Unit): number =>
  riderAndMountOf(state, unit).reduce((sum, each) => sum + ableBodies(each).length, 0);

/** Number of combatants that rider and mount together count as. SW-RUL-76. */
export const countMountedHeads = (state: State, unit: Unit): number =>
  riderAndMountOf(state, unit).reduce((sum, each) => sum + headCount(each), 0);

/** Rolls for the rider against the highest Magic Power of the enemies. The rider wins ties. SW-DICE-3, SW-RUL-75. */
export const contestMountWeakness = (draft: Draft, rider: Unit, against: readonly Unit[]): void => {
  const state = draft.now();
  if (rider.mountedOn === undefined) return;
  const [enemy] = against
    .filter((unit) => magicPower(state, unit, undefined) > 0)
    .toSorted((a, b) => magicPower(state, b, undefined) - magicPower(state, a, undefined));
  if (enemy === undefined) {
    draft.emit(weaknessChecked({ rider: rider.id, mount: rider.mountedOn, usable: false }));
    return;
  }
  const riderRoll = rollCheck(draft.dice, 'Rider', [
    ...skillParts(rider, 'SW-MOUNT-5', ['Rider'] as const, 'int'),
    ...checkModifiers(state, rider),
  ]);
  const enemyRoll = rollCheck(draft.dice, 'Magic Power', [
    { rule: 'SW-MOUNT-5', says: 'Magic Power', value: magicPower(state, enemy, undefined) },
    ...checkModifiers(state, enemy),
  ]);
  const usable =
    riderRoll.auto === null
      ? contestWinner(riderRoll.total, enemyRoll.total, 'first') === 'second'
      : riderRoll.auto === 'failure';
  draft.emit(
    weaknessChecked({ rider: rider.id, mount: rider.mountedOn, enemy: enemy.id, riderRoll, enemyRoll, usable }),
  );
  earnExperience(draft, rider, riderRoll);
};

/** True if the unit can guard its mount’s weakness. The mounts of enemies count as monsters. SW-MOUNT-15. */
export const canContestWeakness = ({ mountedOn, side }: Unit): boolean => mountedOn !== undefined && side === 'allies';

/** Rolls to guard the mount’s weakness. SW-MOUNT-5. */
export const weakness = order({
  summary: 'Roll to guard the mount’s weaknesses against the enemies’ strongest caster',
  role: 'player',
  params: z.strictObject({ against: combatantsParam('The enemies to guard against; default: all').optional() }),
  offers: {
    against: (state, call) => {
      const own = find(state, call.actor);
      const foes = state.units.filter((other) => own && areHostile(own, other));
      return offerUnits(foes.filter((other) => magicPower(state, other, undefined) > 0));
    },
  },
  resolve: (draft, call, { against }) => {
    const state = draft.now();
    const unit = requireCommandedUnit(state, call);
    if (!unit.ok) return unit;
    const rider = unit.value.rider ? requireCombatant(state, unit.value.rider) : unit;
    if (!rider.ok) return rider;
    if (rider.value.mountedOn === undefined)
      return refuse('E_NOT_NOW', { why: say`${ref(rider.value.id)} rides no mount` });
    if (!canContestWeakness(rider.value))
      return refuse('E_NOT_NOW', {
        why: 'only the mounts of player characters are guarded this way; a foe’s mount is a monster',
      });
    if (state.stage === 'combat' && state.round > 1)
      return refuse('E_NOT_NOW', { why: 'a mount’s weaknesses can be guarded only when combat begins' });
    const named = requireCombatants(state, against ?? []);
    if (!named.ok) return named;
    const foes = state.units.filter((other) => areHostile(rider.value, other));
    contestMountWeakness(draft, rider.value, against === undefined ? foes : named.value);
    return doneVerdict;
  },
});

/** True if the mount has a free seat behind its rider. SW-MOUNT-18. */
const hasSeat = (state: State, mount: Unit): boolean => {
  const rider = find(state, mount.rider);
  if (rider === undefined || !isUnitAble(rider)) return false;
  return mount.passengers.length + rider.passengers.length < (mount.sheet.seats ?? 1);
};

/** Finds a mount of the same side and place with a free seat. Refuses with E_NOT_HERE. SW-MOUNT-8, SW-MOUNT-18. */
const requireMount = (state: State, unit: Unit, name: string | undefined): CheckResult<Unit> => {
  const here = (each: Unit) =>
    isMount(each) && each.id !== unit.id && each.side === unit.side && isUnitAble(each) && isSamePlace(each, unit);
  const free = (each: Unit) => here(each) && each.rider === undefined;
  const seat = (each: Unit) => here(each) && !isMount(unit) && each.altitude === unit.altitude && hasSeat(state, each);
  const mount =
    name === undefined || name === '' ? (state.units.find(free) ?? state.units.find(seat)) : findByName(state, name);
  const isSeated = unit.mountedOn !== undefined || findMountOfPassenger(state, unit.id) !== undefined;
  return mount && !isSeated && (free(mount) || seat(mount)) ? ok(mount) : refuse('E_NOT_HERE');
};

/** Lets a passenger dismount. Refuses in the air. SW-MOUNT-18. */
const alight = (draft: Draft, unit: Unit): ActionVerdict => {
  const mount = findMountOfPassenger(draft.now(), unit.id);
  if (mount === undefined) return refuse('E_NOT_HERE');
  if (mount.altitude > 0)
    return refuse('E_NOT_NOW', { why: say`${ref(unit.id)} is ${mount.altitude} m above the ground` });
  recordTurnUse(draft, unit.id, { mountUsed: true });
  draft.emit(passengerDismounted({ passenger: unit.id, mount: mount.id, forced: false }));
  return doneVerdict;
};

/** Mounts or dismounts, once a turn. The caller has already checked the cost in Actions. SW-MOUNT-8, SW-MOUNT-18. */
export const changeSeat = (draft: Draft, unit: Unit, kind: 'mount' | 'dismount', name?: string): ActionVerdict => {
  if (unit.turn?.mountUsed) return refuse('E_MOUNT_ONCE');
  if (kind === 'dismount') {
    if (unit.mountedOn === undefined) return alight(draft, unit);
    recordTurnUse(draft, unit.id, { mountUsed: true });
    draft.emit(dismounted({ rider: unit.id, mount: unit.mountedOn, passengers: [], forced: false }));
    return doneVerdict;
  }
  const mount = requireMount(draft.now(), unit, name);
  if (!mount.ok) return mount;
  recordTurnUse(draft, unit.id, { mountUsed: true });
  const { id, rider } = mount.value;
  if (rider !== undefined) {
    draft.emit(boarded({ passenger: unit.id, mount: id }));
    return doneVerdict;
  }
  draft.emit(mounted({ rider: unit.id, mount: id }));
  const { moveType, movementDone = false } = requireUnit(draft.now(), unit.id).turn ?? {};
  // A mount that has already acted this round has no further Major Action. SW-MOUNT-17.
  const majors = mount.value.acted ? mount.value.bodies.flatMap((body) => Array(body.majors ?? 1).fill(body.id)) : [];
  recordTurnUse(draft, id, { ...(moveType && { moveType }), movementDone, majors });
  return doneVerdict;
};
