import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Draft } from './action.ts';
import { consequences, knockProne, unseat } from './falling.ts';
import { commandsMany } from './feats.ts';
import { areaNames, farRear, hostilesIn, inBounds, isTrapped, ownRear, placeName } from './field.ts';
import { earn } from './life.ts';
import type { Place, State, Unit } from './model.ts';
import type { Code } from './refusals.ts';
import { contestWinner, roll } from './rolls.ts';
import { bodyAble, company, heads, theUnit, unitAble, unitOf } from './units.ts';
import { abilityMod, checkModifiers, levelOf, magicPower } from './values.ts';

export const isMount = (unit: Unit): boolean => unit.sheet.kind === 'mount';
export const hasRiderLevel = (unit: Unit): boolean => levelOf(unit, 'Rider') > 0;
export const riderOf = (state: State, mount: Unit): Unit | undefined =>
  mount.rider === undefined ? undefined : unitOf(state, mount.rider);

/** SW-MOUNT-3. A mount does nothing by itself. */
export const ridden = (state: State, unit: Unit): Result<Unit | undefined, Refusal<Code>> => {
  if (!isMount(unit)) return ok(undefined);
  const rider = riderOf(state, unit);
  return rider !== undefined && unitAble(rider) ? ok(rider) : refuse('E_MOUNT_NOT_RIDDEN', { mount: ref(unit.id) });
};

/** SW-MOUNT-3, -9, -14. May this mount use a Major Action with that section, on command? */
export const mountCommanded = (state: State, unit: Unit, section: string): Result<true, Refusal<Code>> => {
  const rider = ridden(state, unit);
  if (!rider.ok) return rider;
  if (rider.value === undefined) return ok(true);
  if (!hasRiderLevel(rider.value)) return refuse('E_MOUNT_NO_RIDER_LEVEL');
  const commanded = unit.turn?.mountSection;
  return commanded !== undefined && commanded !== section && !commandsMany(rider.value) && !commandsMany(unit)
    ? refuse('E_MOUNT_SECTION_LIMIT', { mount: ref(unit.id) })
    : ok(true);
};

/** SW-MOUNT-13, SW-RUL-76. Sections of the mount and one for the rider. */
export const throwCount = (state: State, unit: Unit): number =>
  company(state, unit).reduce((sum, each) => sum + each.bodies.filter(bodyAble).length, 0);

/** SW-RUL-76. Rider and mount together count so many heads. */
export const companyHeads = (state: State, unit: Unit): number =>
  company(state, unit).reduce((sum, each) => sum + heads(each), 0);

/**
 * SW-MOUNT-5, SW-RUL-75. Rider against the enemy with the highest Magic Power, rider first; ties go to the rider, and
 * without such an enemy nothing is rolled.
 */
export const mountWeakness = (draft: Draft, riderId: string, against: readonly string[]): void => {
  const state = draft.now();
  const rider = theUnit(state, riderId);
  if (rider.mountedOn === undefined) return;
  const [enemy] = against
    .flatMap((id) => unitOf(state, id) ?? [])
    .filter((unit) => magicPower(state, unit, undefined) > 0)
    .toSorted((a, b) => magicPower(state, b, undefined) - magicPower(state, a, undefined));
  if (enemy === undefined) {
    draft.emit({ type: 'weakness', rider: riderId, mount: rider.mountedOn, usable: false });
    return;
  }
  const riderRoll = roll(draft.dice, 'Rider', [
    ...(hasRiderLevel(rider)
      ? [
          { rule: 'SW-MOUNT-5', says: 'Rider', value: levelOf(rider, 'Rider') },
          { rule: 'SW-DATA-3', says: 'int', value: abilityMod(rider, 'int') },
        ]
      : []),
    ...checkModifiers(state, rider),
  ]);
  const enemyRoll = roll(draft.dice, 'Magic Power', [
    { rule: 'SW-MOUNT-5', says: 'Magic Power', value: magicPower(state, enemy, undefined) },
    ...checkModifiers(state, enemy),
  ]);
  const usable = contestWinner(riderRoll.total, enemyRoll.total, 'first') === 'second';
  draft.emit({
    type: 'weakness',
    rider: riderId,
    mount: rider.mountedOn,
    enemy: enemy.id,
    riderRoll,
    enemyRoll,
    usable,
  });
  earn(draft, rider, riderRoll);
  earn(draft, enemy, enemyRoll);
};

/** E_OUT_OF_BOUNDS, E_NO_RETREAT (SW-BREAK-4), E_RETREAT_DIRECTION (SW-RETREAT-6): where no force moves anybody. */
export const mayBeForced = (state: State, who: readonly string[], to: Place): Result<true, Refusal<Code>> => {
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

export type ForcedCause = 'prone' | 'moved' | 'unconscious';

/** SW-MOUNT-10..12, SW-AIR-3, SW-AIR-4. What somebody else does to rider, mount or flyer. */
export const forced = (draft: Draft, cause: ForcedCause, who: readonly string[], to: Place): void => {
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
