import { numeral } from '../../core/text.ts';
import type { Place, State, Unit } from './model.ts';
import { type Area, areas, type Side } from './sheet.ts';
import { hostile, ofSide, otherSide, unitAble } from './units.ts';

export const areaNames: Readonly<Record<Area, string>> = {
  alliesRear: "Allies' Rearguard",
  front: 'Frontline',
  enemiesRear: "Enemies' Rearguard",
};

/** SW-FIELD-1. Areas from one to the other: 0 the same, 1 neighbours, 2 the two Rearguards. */
export const areasApart = (a: Area, b: Area): number => Math.abs(areas.indexOf(a) - areas.indexOf(b));
export const ownRear = (side: Side): Area => (side === 'allies' ? 'alliesRear' : 'enemiesRear');
export const farRear = (side: Side): Area => ownRear(otherSide(side));

/** The areas from one to the other, both included, as the field has them. */
export const areasBetween = (a: Area, b: Area): readonly Area[] => {
  const ends = [areas.indexOf(a), areas.indexOf(b)];
  return areas.slice(Math.min(...ends), Math.max(...ends) + 1);
};

export const ableIn = (state: State, area: Area, side: Side): readonly Unit[] =>
  ofSide(state, side).filter((unit) => unit.area === area && unitAble(unit));

/** SW-MOVE-6, SW-RUL-15. Able units hostile to this one in an area. */
export const hostilesIn = (state: State, area: Area, unit: Unit): readonly Unit[] =>
  state.units.filter((other) => other.area === area && hostile(unit, other) && unitAble(other));

/** SW-FIELD-2. An area with able units of both factions. */
export const isMelee = (state: State, area: Area): boolean =>
  ableIn(state, area, 'allies').length > 0 && ableIn(state, area, 'enemies').length > 0;

/** SW-BREAK-4. In the own Rearguard with able hostiles in it: no way out by any means. */
export const isTrapped = (state: State, unit: Unit): boolean =>
  unit.side !== undefined && unit.area === ownRear(unit.side) && hostilesIn(state, unit.area, unit).length > 0;

/** SW-PLACE-7. */
export const inBounds = (state: State, pos: number): boolean => {
  const { bounds } = state.field;
  return bounds === undefined || (pos >= bounds[0] && pos <= bounds[1]);
};

/** In words: `Frontline`, `12 m`. */
export const placeName = ({ area, pos }: Place): string =>
  area !== undefined ? areaNames[area] : pos !== undefined ? `${numeral(pos)} m` : 'nowhere yet';

/** Reads an area as people write it: `front`, `rear` (one's own), `enemies' rear`. */
export const areaCalled = (text: string, side: Side | undefined): Area | undefined => {
  const word = text.toLowerCase().replace(/[^a-z]/g, '');
  if (['front', 'frontline', 'frontarea'].includes(word)) return 'front';
  if (['rear', 'rearguard', 'back', 'ownrear', 'ownrearguard'].includes(word)) return side && ownRear(side);
  if (['alliesrear', 'alliesrearguard', 'alliedrear'].includes(word)) return 'alliesRear';
  if (['enemiesrear', 'enemiesrearguard', 'enemyrear', 'enemyrearguard'].includes(word)) return 'enemiesRear';
  return undefined;
};
