import { memoizeByObject } from '../../core/memoize.ts';
import type { Sheet, Side } from './sheet.ts';
import type { Place, Skirmish, State, Unit } from './state.ts';
import { find } from './units.ts';

export const otherSide = (side: Side): Side => (side === 'allies' ? 'enemies' : 'allies');

export const areHostile = (a: Unit, b: Unit): boolean => a.side !== b.side;

export const isCharacter = (unit: Unit): boolean => unit.sheet.kind === 'pc';

export const unitsOfSide = (state: State, side: Side): readonly Unit[] =>
  state.units.filter((unit) => unit.side === side);

/** The unit, together with its mount or rider, which has the same place. SW-MOUNT-1. */
export const riderAndMountOf = (state: State, unit: Unit): readonly Unit[] => {
  if (unit.mountedOn === undefined && unit.rider === undefined) return [unit];
  const others = [unit.mountedOn, unit.rider].flatMap((id) => find(state, id) ?? []);
  return [unit, ...others];
};

/** The units with their mounts and riders. A passenger comes with the mount that carries it. SW-MOUNT-18. */
export const withRidersAndMounts = (state: State, units: readonly Unit[]): readonly Unit[] => {
  const all = units.flatMap((unit) => [unit, findMountOfPassenger(state, unit.id) ?? unit]);
  const ids = new Set(all.flatMap((unit) => riderAndMountOf(state, unit).map(({ id }) => id)));
  return state.units.filter(({ id }) => ids.has(id));
};

export const isSamePlace = (a: Place, b: Place): boolean => a.area === b.area && a.pos === b.pos;

export const placeOf = ({ area, pos }: Place): Place => ({ ...(area && { area }), ...(pos !== undefined && { pos }) });

/** The skirmish in which a unit is a participant. Undefined if the unit participates in none. SW-STD-3, SW-MULTI-5. */
export const findSkirmish = (state: State, id: string): Skirmish | undefined =>
  state.skirmishes.find(({ participants }) => participants.includes(id));

/** The skirmish whose area contains a coordinate; of several, the one with the nearest centre. SW-SKIRM-5. */
export const findSkirmishAt = (state: State, pos: number): Skirmish | undefined =>
  state.skirmishes
    .filter(({ center, radius }) => Math.abs(pos - center) <= radius)
    .toSorted((a, b) => Math.abs(pos - a.center) - Math.abs(pos - b.center))[0];

/** The skirmish that a unit is in, as participant or bystander. */
export const findSkirmishAround = (state: State, unit: Unit): Skirmish | undefined =>
  findSkirmish(state, unit.id) ?? (unit.pos === undefined ? undefined : findSkirmishAt(state, unit.pos));

type Standing = 'melee' | 'independent' | 'free';

/** The role of a unit: in melee, a bystander (`independent`), or outside every skirmish. SW-SKIRM-8. */
export const skirmishRole = (state: State, unit: Unit): Standing =>
  findSkirmish(state, unit.id) ? 'melee' : findSkirmishAround(state, unit) ? 'independent' : 'free';

export const isMount = (unit: Unit): boolean => unit.sheet.kind === 'mount';

/** True for monsters, and for the mounts of enemies. SW-MOUNT-15. */
export const isMonster = ({ sheet, side }: Unit): boolean =>
  sheet.kind === 'monster' || (sheet.kind === 'mount' && side === 'enemies');

/** A monster’s sheet as text, without what battles leave of it. Monsters with the same text are of one kind. */
const statBlock = memoizeByObject(
  ({ hpLeft: _hp, mpLeft: _mp, effects: _effects, weaknessKnown: _known, ...rest }: Sheet) => JSON.stringify(rest),
);

/** True if a character who recalls one of the monsters recalls the other, too. SW-KNOW-2. */
export const isSameKind = (a: Unit, b: Unit): boolean =>
  a.id === b.id || (isMonster(a) && isMonster(b) && statBlock(a.sheet) === statBlock(b.sheet));

/** The mount that carries a passenger. Undefined if the unit is not a passenger. SW-MOUNT-12, SW-MOUNT-18. */
export const findMountOfPassenger = (state: State, id: string): Unit | undefined => {
  const carrier = state.units.find(({ passengers, statuses }) => passengers.includes(id) && !statuses.includes('left'));
  return carrier && (find(state, carrier.mountedOn) ?? carrier);
};
