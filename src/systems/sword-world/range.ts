import { ok, refuse, type Text } from '../../core/message.ts';
import { areasApart, findHostilesInArea, placeName } from './battlefield.ts';
import { isUnitAble } from './conditions.ts';
import { hasFeat } from './feats.ts';
import { areHostile, isSamePlace, skirmishAround, skirmishAt, skirmishOf } from './relations.ts';
import type { CheckResult, Place, State, Unit } from './state.ts';

/** How far an effect reaches: metres, or only those one can touch. */
type Reach = number | 'touch';

/** SW-STD-4, SW-RANGE-1, SW-FIELD-4. Within arm's length. */
export const isInTouch = (state: State, user: Unit, target: Place): boolean => {
  if (state.settings.mode === 'simplified') return user.area !== undefined && user.area === target.area;
  if (user.pos === undefined || target.pos === undefined) return false;
  if (isSamePlace({ pos: user.pos }, { pos: target.pos })) return true;
  const own = skirmishOf(state, user.id);
  return own !== undefined && Math.abs(target.pos - own.center) <= own.radius;
};

/** SW-RANGE-2, SW-RANGE-3, SW-RANGE-5. The metres an effect needs for this many areas. */
const metresNeeded = (state: State, apart: number): number => apart * state.settings.areaDistance;

/**
 * SW-RANGE-1, SW-RANGE-2, SW-RANGE-3, SW-RANGE-4, SW-RANGE-5, SW-STD-2, SW-SHIELD-1. May an effect of this reach go
 * there? The checks in the rulebook's order: range, Hawk Eye past a held Frontline, and in Standard what hides the
 * target.
 */
export const requireReach = (
  state: State,
  user: Unit,
  target: Place & { readonly name: Text },
  reach: Reach,
  feats: readonly string[],
): CheckResult<true> => {
  const far = (): CheckResult<never> =>
    refuse('E_OUT_OF_RANGE', { target: target.name, range: reach === 'touch' ? "arm's reach" : `${reach} m` });
  if (reach === 'touch') return isInTouch(state, user, target) ? ok(true) : far();
  if (state.settings.mode === 'simplified') {
    if (user.area === undefined || target.area === undefined) return far();
    const apart = areasApart(user.area, target.area);
    if (reach < metresNeeded(state, apart)) return far();
    return apart === 2 && findHostilesInArea(state, 'front', user).length > 0 && !hasFeat(feats, 'Hawk Eye')
      ? refuse('E_NEEDS_HAWK_EYE')
      : ok(true);
  }
  if (user.pos === undefined || target.pos === undefined || Math.abs(user.pos - target.pos) > reach) return far();
  return requireSight(state, user, target.pos, target.name, feats);
};

/** SW-SHIELD-1. */
export const requireSight = (
  state: State,
  user: Unit,
  to: number,
  name: Text,
  feats: readonly string[],
): CheckResult<true> => {
  const shield = hasFeat(feats, 'Hawk Eye') ? undefined : findShield(state, user, to);
  return shield === undefined ? ok(true) : refuse('E_SHIELDED', { shield, target: name });
};

/** A place as a target: its name is what a refusal says. */
export const toPlaceTarget = (place: Place, name: Text = placeName(place)) => ({
  ...(place.area && { area: place.area }),
  ...(place.pos !== undefined && { pos: place.pos }),
  name,
});

/** In the same skirmish, as participants or independents. */
export const isSameSkirmish = (state: State, a: Unit, b: Unit): boolean => {
  const around = skirmishAround(state, a)?.id;
  return around !== undefined && around === skirmishAround(state, b)?.id;
};

/** Does any of a stretch of the line lie strictly between two coordinates? */
const liesBetween = (low: number, high: number, a: number, b: number): boolean =>
  low < Math.max(a, b) && high > Math.min(a, b);

const covers = (low: number, high: number, x: number): boolean => x >= low && x <= high;

/**
 * SW-SHIELD-1, SW-SHIELD-2, SW-SHIELD-3, SW-SHIELD-4, SW-SHIELD-5, SW-SHIELD-6. What hides a coordinate from a unit in
 * Standard, or nothing. Aiming at a skirmish, or within or out of one's own, is free; friends never shield. Hawk Eye,
 * which the caller knows of, ignores it all.
 */
export const findShield = (state: State, from: Unit, to: number): string | undefined => {
  if (from.pos === undefined || from.pos === to) return undefined;
  const start = from.pos;
  const wall = state.field.obstacles.find((each) => liesBetween(each.from, each.to, start, to));
  if (wall) return wall.label ?? 'an obstacle';
  const melee = state.skirmishes.some(({ center, radius }) => {
    const [low, high] = [center - radius, center + radius];
    return liesBetween(low, high, start, to) && !covers(low, high, start) && !covers(low, high, to);
  });
  if (melee) return 'a skirmish';
  const shared = [skirmishAround(state, from)?.id, skirmishAt(state, to)?.id];
  const foe = state.units.some(
    (unit) =>
      unit.pos !== undefined &&
      areHostile(from, unit) &&
      isUnitAble(unit) &&
      liesBetween(unit.pos, unit.pos, start, to) &&
      !isOneOf(skirmishAround(state, unit)?.id, shared),
  );
  // Not by name: it may be one that the user must not know of.
  return foe ? 'an enemy in the way' : undefined;
};

/** SW-RUL-65. Those in the skirmish of the user or of the target do not shield. */
const isOneOf = (skirmish: string | undefined, shared: readonly (string | undefined)[]): boolean =>
  skirmish !== undefined && shared.includes(skirmish);
