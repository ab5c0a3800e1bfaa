import { areHostile, isUnitAble, type State, skirmishAround, skirmishAt, type Unit } from './state.ts';

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
