import { ref, say, type Text } from '../../core/message.ts';
import { nameKey } from '../../core/text.ts';
import { effectSum } from '../../rules/effects.ts';
import type { Place, Skirmish, State, Unit } from './model.ts';
import type { Body, Side, TimedEffect } from './sheet.ts';

/** Statuses under which nobody acts. */
export const disabling: readonly string[] = [
  'unconscious',
  'dead',
  'asleep',
  'paralysed',
  'paralyzed',
  'petrified',
  'stunned',
  'surrendered',
  'left',
];

/** Statuses of one body; all others are of the whole unit. */
export const bodily: readonly string[] = [
  'unconscious',
  'dead',
  'asleep',
  'paralysed',
  'paralyzed',
  'petrified',
  'stunned',
  'useless',
];

export const unitOf = (state: State, id: string): Unit | undefined => state.units.find((unit) => unit.id === id);

/** A unit that is known to be there; throws where it is not, which only we can cause. */
export const theUnit = (state: State, id: string): Unit => {
  const unit = unitOf(state, id);
  if (unit === undefined) throw new Error(`There is no unit ${id}.`);
  return unit;
};

/** As a chat writes a name: letter case does not count. */
export const unitCalled = (state: State, name: string): Unit | undefined =>
  unitOf(state, name) ?? state.units.find(({ id }) => nameKey(id) === nameKey(name));

export interface Placed {
  readonly unit: Unit;
  readonly body: Body;
}

/** A unit by its name, or one of its sections by the unit's name and its own. */
export const bodyText = ({ id }: Pick<Unit, 'id'>, body: { readonly id: string }): Text =>
  body.id === id ? ref(id) : say`${ref(id)}${body.id.slice(id.length)}`;

/** SW-DATA-1. A body by its full name: the unit's own, or `Drake.body`. A unit of several sections is no body. */
export const bodyCalled = (state: State, name: string): Placed | undefined => {
  const key = nameKey(name);
  for (const unit of state.units)
    for (const body of unit.bodies) if (body.id === name || nameKey(body.id) === key) return { unit, body };
  return undefined;
};

export const theBody = (state: State, id: string): Placed => {
  const found = bodyCalled(state, id);
  if (found === undefined) throw new Error(`There is no body ${id}.`);
  return found;
};

export const isDead = (body: Body): boolean => body.statuses.includes('dead');
export const bodyAble = (body: Body): boolean =>
  body.hp > 0 && !body.statuses.some((status) => disabling.includes(status));

/** SW-MULTI-4, SW-RUL-44. Able while any section is, or while the core is where the sheet names one. */
export const unitAble = (unit: Unit): boolean => {
  if (unit.statuses.some((status) => disabling.includes(status))) return false;
  const core = unit.bodies.find(({ id }) => id === unit.sheet.core || id === `${unit.id}.${unit.sheet.core}`);
  return core ? bodyAble(core) : unit.bodies.some(bodyAble);
};

/** Why a unit cannot act, in a word. */
export const whyUnable = (unit: Unit): string =>
  [...unit.statuses, ...unit.bodies.flatMap(({ statuses }) => statuses)].find((status) => disabling.includes(status)) ??
  'out of action';

/** SW-MULTI-3. How many a unit counts for: each able section is one. */
export const heads = (unit: Unit): number => (unitAble(unit) ? unit.bodies.filter(bodyAble).length : 0);
export const headsOf = (units: readonly Unit[]): number => units.reduce((sum, unit) => sum + heads(unit), 0);

export const otherSide = (side: Side): Side => (side === 'allies' ? 'enemies' : 'allies');
export const hostile = (a: Unit, b: Unit): boolean => a.side !== b.side;
export const isCharacter = (unit: Unit): boolean => unit.sheet.kind === 'pc';
export const ofSide = (state: State, side: Side): readonly Unit[] => state.units.filter((unit) => unit.side === side);

/** SW-MOUNT-1. The unit with its mount or rider: those who share its place and move with it. */
export const company = (state: State, unit: Unit): readonly Unit[] => {
  const others = [unit.mountedOn, unit.rider].flatMap((id) => (id === undefined ? [] : (unitOf(state, id) ?? [])));
  return [unit, ...others];
};
export const withCompany = (state: State, units: readonly Unit[]): readonly Unit[] => {
  const ids = new Set(units.flatMap((unit) => company(state, unit).map(({ id }) => id)));
  return state.units.filter(({ id }) => ids.has(id));
};

export const samePlace = (a: Place, b: Place): boolean => a.area === b.area && a.pos === b.pos;
export const placeOf = ({ area, pos }: Place): Place => ({ ...(area && { area }), ...(pos !== undefined && { pos }) });

/** SW-ACC-6. What effects on a unit add to one term; the GM's own effects count too. */
export const effectTotal = (state: State, unit: Unit, term: EffectTerm): number =>
  unit.effects.reduce((sum, effect) => sum + (effect[term] ?? 0), 0) + effectSum(state.effects, unit.id, term);
export type EffectTerm = {
  [Key in keyof TimedEffect]-?: number extends TimedEffect[Key] ? (Key extends 'remaining' ? never : Key) : never;
}[keyof TimedEffect];

/** SW-STD-3. The skirmish a unit takes part in. */
export const meleeOf = (state: State, id: string): Skirmish | undefined =>
  state.skirmishes.find(({ participants }) => participants.includes(id));

/** SW-SKIRM-5. The skirmish whose area holds a coordinate, the nearest centre first. */
export const skirmishAt = (state: State, pos: number): Skirmish | undefined =>
  state.skirmishes
    .filter(({ center, radius }) => Math.abs(pos - center) <= radius)
    .toSorted((a, b) => Math.abs(pos - a.center) - Math.abs(pos - b.center))[0];

/** The skirmish a unit is in, as participant or independent. */
export const skirmishAround = (state: State, unit: Unit): Skirmish | undefined =>
  meleeOf(state, unit.id) ?? (unit.pos === undefined ? undefined : skirmishAt(state, unit.pos));

export type Standing = 'melee' | 'independent' | 'free';
export const standingOf = (state: State, unit: Unit): Standing =>
  meleeOf(state, unit.id) ? 'melee' : skirmishAround(state, unit) ? 'independent' : 'free';
