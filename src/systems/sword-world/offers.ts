import { ref, type Text } from '../../core/message.ts';
import type { Call } from '../../rules/call.ts';
import type { Offer, Offers } from '../../rules/verb.ts';
import { planAttack } from './attack-plan.ts';
import { areaNames } from './field.ts';
import { moveTypes, type State, type Unit } from './model.ts';
import { planMove } from './movement.ts';
import { freshTurn } from './rounds.ts';
import { areas, grips, weaponModes } from './sheet.ts';
import { bodyAble, bodyText, isCharacter, isDead, unitAble, unitCalled } from './units.ts';

const named = (id: string): Offer<Text> => ({ value: id, label: ref(id) });
const plain = (value: string, label = value): Offer => ({ value, label });

/** The commanded unit, as it would stand in its turn. */
export const actorIn = (state: State, call: Call): Unit | undefined => {
  const unit = unitCalled(state, call.actor);
  return unit && { ...unit, turn: unit.turn ?? freshTurn(state, unit) };
};

export const units: Offers<State> = (state) => state.units.map(({ id }) => named(id));
export const ableUnits: Offers<State> = (state) => state.units.filter(unitAble).map(({ id }) => named(id));
export const ableCharacters: Offers<State> = (state) =>
  state.units.filter((unit) => unitAble(unit) && isCharacter(unit)).map(({ id }) => named(id));
export const bodies: Offers<State> = (state) =>
  state.units.flatMap((unit) =>
    unit.bodies.filter((body) => !isDead(body)).map((body) => ({ value: body.id, label: bodyText(unit, body) })),
  );
export const ownUnits: Offers<State> = (state, call) =>
  state.units.filter(({ id }) => call.gm || call.controls.includes(id)).map(({ id }) => named(id));

/** Bodies the commanded unit may strike now, foes first. */
export const attackTargets: Offers<State> = (state, call, soFar) => {
  const unit = actorIn(state, call);
  if (unit === undefined) return [];
  const text = (key: string) => (typeof soFar[key] === 'string' ? { [key]: soFar[key] } : {});
  const mode = weaponModes.find((each) => each === soFar.mode);
  const stance = grips.find((each) => each === soFar.stance);
  const chosen = { ...text('weapon'), ...text('section'), mode, stance };
  const near = state.units.flatMap((other) =>
    other.bodies
      .filter((body) => body.id !== unit.id)
      .filter((body) => planAttack(state, unit, { target: body.id, ...chosen }).ok)
      .map((body) => ({ other, offer: { value: body.id, label: bodyText(other, body) } })),
  );
  return near
    .toSorted((a, b) => Number(a.other.side === unit.side) - Number(b.other.side === unit.side))
    .map(({ offer }) => offer);
};

export const weaponsHeld: Offers<State> = (state, call) => (actorIn(state, call)?.held ?? []).map((id) => plain(id));
export const spellsKnown: Offers<State> = (state, call) =>
  (actorIn(state, call)?.sheet.spells ?? [])
    .filter(({ mpCost }) => actorIn(state, call)?.bodies.some(({ mp }) => mp >= mpCost))
    .map(({ id, mpCost }) => plain(id, `${id} (${mpCost} MP)`));
export const sections: Offers<State> = (state, call) =>
  (actorIn(state, call)?.bodies ?? [])
    .filter((body) => bodyAble(body) && body.attack && !actorIn(state, call)?.turn?.majors.includes(body.id))
    .map(({ id }) => plain(id));

/** Areas, or coordinates, that a movement of the chosen type reaches. */
export const destinations: Offers<State> = (state, call, soFar) => {
  const unit = actorIn(state, call);
  const type = moveTypes.find((each) => each === soFar.type) ?? 'normal';
  if (unit === undefined) return [];
  if (state.settings.mode === 'simplified')
    return areas
      .filter((area) => planMove(state, unit, { type, to: { area } }).ok)
      .map((area) => plain(area, areaNames[area]));
  const here = unit.pos ?? 0;
  const metres = Array.from({ length: 121 }, (_, n) => here - 60 + n).filter(
    (pos) => pos !== here && planMove(state, unit, { type, to: { pos } }).ok,
  );
  const marks = state.units.flatMap(({ pos }) => (pos !== undefined && metres.includes(pos) ? [pos] : []));
  return [...new Set([...marks, ...metres])].map((pos) => plain(String(pos), `${pos} m`));
};
