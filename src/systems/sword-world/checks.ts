import { listing, ok, ref, refuse, say, type Text } from '../../core/message.ts';
import { type Caller, gmActor, mayCommand } from '../../rules/expected-action.ts';
import { parseNumber } from '../../rules/value-parsers.ts';
import { combatantOffer, createOffer, type FindParamOffers, type ParamOffer } from '../../rules/verb.ts';
import { areaNames, parseArea, placeText } from './battlefield.ts';
import { isUnitAble } from './conditions.ts';
import { isCharacter, placeOf } from './relations.ts';
import type { Body, Side } from './sheet.ts';
import type { CheckResult, Offers, Place, State, Unit } from './state.ts';
import { findByAnyName, findByName, formatBodyName, isDead, livingBodies, type UnitWithBody } from './units.ts';

export const requireCombatant = (state: State, name: string): CheckResult<Unit> => {
  const unit = findByName(state, name);
  return unit === undefined ? refuse('E_NO_UNIT', { unit: ref(name) }) : ok(unit);
};

/** Finds units by name. Refuses with E_NO_UNIT at the first unknown name. */
export const requireCombatants = (state: State, names: readonly string[]): CheckResult<readonly Unit[]> => {
  const found = names.map((name) => requireCombatant(state, name));
  return found.find((unit) => !unit.ok) ?? ok(found.flatMap((unit) => (unit.ok ? [unit.value] : [])));
};

const describeSections = (unit: Unit, bodies: readonly Body[]): Text => {
  const names = bodies.map((body) => formatBodyName(unit, body));
  return listing(names, 'or');
};

/** Refuses a target with E_NO_TARGET: unknown, gone or dead, or with several sections (SW-DATA-1). */
export const refuseTarget = (state: State, name: string, sees: (unit: string) => boolean = () => true) => {
  const unit = findByAnyName(state, name);
  if (unit === undefined || !sees(unit.id))
    return refuse('E_NO_TARGET', { name: name === gmActor ? undefined : ref(name) });
  const who = ref(unit.id);
  if (unit.statuses.includes('left')) return refuse('E_NO_TARGET', { why: say`${who} has left the battle` });
  const sections = unit.bodies.filter((body) => body.id !== unit.id && !isDead(body));
  return sections.length > 0
    ? refuse('E_NO_TARGET', { target: who, sections: describeSections(unit, sections) })
    : refuse('E_NO_TARGET', { why: say`${who} is dead` });
};

/** Refuses an unknown section with E_NO_TARGET; the refusal lists the unit’s sections. */
export const refuseSection = (unit: Unit, section: string | undefined) =>
  refuse('E_NO_TARGET', { unit: ref(unit.id), section, sections: describeSections(unit, unit.bodies) });

/** True if the caller controls the unit or, for a mount, its rider. */
export const mayCommandUnit = (call: Caller, unit: Unit): boolean =>
  mayCommand(call, unit.id) || (unit.rider !== undefined && mayCommand(call, unit.rider));

/** The unit that an order is for. Refuses with E_NOT_YOURS if the caller does not control the unit. */
export const requireCommandedUnit = (state: State, call: Caller): CheckResult<Unit> => {
  const unit = requireCombatant(state, call.actor);
  if (!unit.ok) return unit;
  return mayCommandUnit(call, unit.value) ? unit : refuse('E_NOT_YOURS', { unit: ref(unit.value.id) });
};

/** Parses a place: an area, or a coordinate in metres. */
export const parsePlace = (state: State, text: string, side: Side | undefined): CheckResult<Place> => {
  if (state.settings.mode === 'simplified') {
    const area = parseArea(text, side);
    return area === undefined ? refuse('E_NO_PLACE', { place: text }) : ok({ area });
  }
  const metres = parseNumber(text.trim().replace(/\s*m$/, ''), 5);
  return metres === undefined ? refuse('E_NO_PLACE', { place: text }) : ok({ pos: metres });
};

/** Parses a place, or the name of a unit that the caller may know as the place where it is. */
export const parsePlaceOrUnit = (
  state: State,
  call: Caller,
  text: string,
  side: Side | undefined,
): CheckResult<Place> => {
  const place = parsePlace(state, text, side);
  const unit = place.ok ? undefined : findByAnyName(state, text);
  if (unit === undefined || call.hiddenFrom?.(call.actor).includes(unit.id)) return place;
  const there = placeOf(unit);
  return Object.keys(there).length === 0 ? refuse('E_NO_PLACE', { unit: ref(unit.id) }) : ok(there);
};

/** True if the caller may decide for a side: the GM, or a player with a unit on this side. */
export const mayDecideForSide = (state: State, call: Caller, side: Side): boolean => {
  if (call.gm) return true;
  const unseen = call.hiddenFrom?.(call.actor) ?? [];
  return state.units.some((unit) => unit.side === side && call.controls.includes(unit.id) && !unseen.includes(unit.id));
};

/** An offer of an area or a coordinate. */
export const placeOffer = (place: Place, label: Text = placeText(place)): ParamOffer<Text> => {
  const { area, pos = 0 } = place;
  return area === undefined
    ? { value: String(pos), label, to: { x: pos, y: 0 } }
    : { value: area, label, area: areaNames[area] };
};

/** An offer of a unit’s section, or of the unit if it has only one. */
export const bodyOffer = (
  unit: Unit,
  body: Pick<Body, 'id'>,
  label: Text = formatBodyName(unit, body),
): ParamOffer<Text> => ({ value: body.id, label, who: unit.id });

/** Offers texts, each once. Leaves out empty texts. */
export const createOffers = (values: readonly string[]): Offers =>
  [...new Set(values)].filter((value) => value !== '').map((value) => createOffer(value));

export const offerUnits = (units: readonly Unit[]): Offers => units.map(combatantOffer);

export const offerBodies = (bodies: readonly UnitWithBody[]): Offers =>
  bodies.map(({ unit, body }) => bodyOffer(unit, body));

export const offerAllUnits: FindParamOffers<State> = ({ units }) => offerUnits(units);

export const offerAbleUnits: FindParamOffers<State> = ({ units }) => offerUnits(units.filter(isUnitAble));

export const offerAbleCharacters: FindParamOffers<State> = ({ units }) =>
  offerUnits(units.filter((unit) => isUnitAble(unit) && isCharacter(unit)));

export const offerAllBodies: FindParamOffers<State> = ({ units }) => offerBodies(units.flatMap(livingBodies));

/** Offers the bodies at 0 HP or less that are not dead. */
export const offerFallenBodies: FindParamOffers<State> = ({ units }) =>
  offerBodies(units.flatMap(livingBodies).filter(({ body }) => body.hp <= 0));

export const offerOwnUnits: FindParamOffers<State> = ({ units }, call) =>
  offerUnits(units.filter(({ id }) => mayCommand(call, id)));
