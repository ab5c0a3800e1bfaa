import { z } from 'zod';
import { formatNumber, refuse, say, type Text, term } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import { flagParam, oneOfParam, textParam, wholeNumberParam } from '../../rules/verb.ts';
import { bodyConditions, isUnitAble } from './conditions.ts';
import { areHostile, otherSide, unitsOfSide } from './relations.ts';
import { type Area, areas, type Side } from './sheet.ts';
import { type Battlefield, battlefieldSchema, event, gmOrder, type Place, type State, type Unit } from './state.ts';

export const areaNames: Readonly<Record<Area, string>> = {
  alliesRear: "Allies' Rearguard",
  front: 'Frontline',
  enemiesRear: "Enemies' Rearguard",
};

/** Number of steps between two areas: 0 if equal, 1 for neighbours, 2 between the Rearguards. SW-FIELD-1. */
export const areasApart = (a: Area, b: Area): number => Math.abs(areas.indexOf(a) - areas.indexOf(b));

export const ownRearguard = (side: Side): Area => (side === 'allies' ? 'alliesRear' : 'enemiesRear');

export const enemyRearguard = (side: Side): Area => ownRearguard(otherSide(side));

/** The areas from one to another, both included, in the order of the field. */
export const areasBetween = (a: Area, b: Area): readonly Area[] => {
  const ends = [areas.indexOf(a), areas.indexOf(b)];
  return areas.slice(Math.min(...ends), Math.max(...ends) + 1);
};

const ableUnitsInArea = (state: State, area: Area, side: Side): readonly Unit[] =>
  unitsOfSide(state, side).filter((unit) => unit.area === area && isUnitAble(unit));

/** Able enemies of a unit in an area. SW-MOVE-6, SW-RUL-15. */
export const findHostilesInArea = (state: State, area: Area, unit: Unit): readonly Unit[] =>
  state.units.filter((other) => other.area === area && areHostile(unit, other) && isUnitAble(other));

/** True if an area has able units of both factions. SW-FIELD-2, SW-FIELD-5, SW-BREAK-2. */
export const isMeleeArea = (state: State, area: Area): boolean =>
  ableUnitsInArea(state, area, 'allies').length > 0 && ableUnitsInArea(state, area, 'enemies').length > 0;

/** True if able enemies are in the unit’s own Rearguard, so that the unit cannot leave the area. SW-BREAK-4. */
export const isTrapped = (state: State, unit: Unit): boolean =>
  unit.side !== undefined &&
  unit.area === ownRearguard(unit.side) &&
  findHostilesInArea(state, unit.area, unit).length > 0;

/** True if a coordinate is within the bounds that the GM set. SW-PLACE-7. */
export const isInBounds = (state: State, pos: number): boolean => {
  const { bounds } = state.field;
  return bounds === undefined || (pos >= bounds[0] && pos <= bounds[1]);
};

/** Formats a place: `Frontline`, `12 m`. */
export const placeName = ({ area, pos }: Place): string =>
  area !== undefined ? areaNames[area] : pos !== undefined ? `${formatNumber(pos)} m` : 'nowhere yet';

/** A place as a text: `Frontline`, `12 m`. */
export const placeText = ({ area, pos }: Place): Text =>
  area !== undefined ? term(areaNames[area]) : pos !== undefined ? say`${pos} m` : term('nowhere yet');

/** Parses an area: `front`, `rear` (of the side), `enemies' rear`. Undefined if the text is no area. */
export const parseArea = (text: string, side: Side | undefined): Area | undefined => {
  const word = text.toLowerCase().replace(/[^a-z]/g, '');
  if (['front', 'frontline', 'frontarea'].includes(word)) return 'front';
  if (['rear', 'rearguard', 'back', 'ownrear', 'ownrearguard'].includes(word)) return side && ownRearguard(side);
  if (['alliesrear', 'alliesrearguard', 'alliedrear'].includes(word)) return 'alliesRear';
  if (['enemiesrear', 'enemiesrearguard', 'enemyrear', 'enemyrearguard'].includes(word)) return 'enemiesRear';
  return undefined;
};

export const fieldSet = event('field', {
  facts: { field: battlefieldSchema },
  apply: (state, { field: next }) => ({ ...state, field: next }),
  narrate: () => line('The GM changes the battlefield.', 'quiet'),
});

/** Sets the bounds, water and obstacles of the battlefield. SW-PLACE-6, SW-PLACE-7, SW-SHIELD-6. */
export const field = gmOrder({
  summary: 'Set the battlefield: bounds, water, what blocks the view',
  params: z.strictObject({
    env: oneOfParam('On land or underwater', ['land', 'underwater']).optional(),
    depth: oneOfParam('How deep the water is: over the head (deep), or up to the shoulders (shoulder)', [
      'deep',
      'shoulder',
    ]).optional(),
    low: wholeNumberParam('The lowest coordinate that is allowed', -9999, 9999).optional(),
    high: wholeNumberParam('The highest coordinate that is allowed', -9999, 9999).optional(),
    hide: textParam('Coordinates that block the view beyond them, like 8 to 12 or 8 to 12 heavy forest', 80).optional(),
    clear: flagParam('Remove everything that blocks the view').optional(),
  }),
  resolve: (draft, _call, { env, depth, low, high, hide, clear }) => {
    const state = draft.now();
    const [, from, to, label] = /^\s*(-?\d+)\s*(?:to|-|–)\s*(-?\d+)\s*(.*)$/.exec(hide ?? '') ?? [];
    if (hide !== undefined && from === undefined)
      return refuse('E_BAD_VALUE', { value: hide, field: 'hide', want: 'write it like 8 to 12 heavy forest' });
    if (low !== undefined && high !== undefined && low > high)
      return refuse('E_BAD_VALUE', {
        value: low,
        field: 'low',
        want: 'the lowest coordinate must not be above the highest',
      });
    const { bounds } = state.field;
    const limits: [number, number] = [low ?? bounds?.[0] ?? -9999, high ?? bounds?.[1] ?? 9999];
    const [first = 0, last = 0] = [Number(from), Number(to)].toSorted((a, b) => a - b);
    const hidden = from === undefined ? [] : [{ from: first, to: last, ...(label && { label }) }];
    const next: Battlefield = {
      ...state.field,
      ...(env && { env }),
      ...(depth && { depth }),
      ...((low !== undefined || high !== undefined || bounds) && { bounds: limits }),
      obstacles: [...(clear ? [] : state.field.obstacles), ...hidden],
    };
    return fieldSet({ field: next });
  },
});

/** True if the unit is underwater and suffers the penalties of water. SW-WATER-2, SW-WATER-11. */
export const isUnderwater = (state: State, unit: Unit): boolean => state.field.env === 'underwater' && !aquatic(unit);

/** True if the unit has an “Underwater” ability or Gentle Water, which remove the penalties of water. SW-WATER-11. */
const aquatic = (unit: Unit): boolean =>
  unit.sheet.aquatic ||
  unit.sheet.feats.some((feat) => /underwater|gentle water/i.test(typeof feat === 'string' ? feat : feat.id));

/** True if all bodies are unconscious, so that even shoulder-deep water covers the face. SW-WATER-9, SW-WATER-12. */
const isFaceDown = (unit: Unit): boolean =>
  unit.bodies.every((body) => body.hp <= 0 || bodyConditions(unit, body).includes('unconscious'));

/** True if the unit cannot breathe, because its head is under water. SW-WATER-5, SW-WATER-8, SW-WATER-12. */
export const isBreathless = (state: State, unit: Unit): boolean =>
  isUnderwater(state, unit) &&
  (state.field.depth === 'deep' || isFaceDown(unit)) &&
  !unit.sheet.breathesWater &&
  !unit.effects.some(({ breath }) => breath);

/** True if the unit is underwater in full metal armour, which forbids its checks. SW-WATER-4. */
export const isUnderwaterInMetalArmor = (state: State, unit: Unit): boolean =>
  unit.sheet.metalArmor === 'full' && isUnderwater(state, unit);

/** True if the unit cannot shoot or throw underwater. SW-WATER-7, SW-RUL-74. */
export const isRangedForbidden = (state: State, unit: Unit): boolean =>
  state.field.env === 'underwater' && !(state.settings.aquaticRanged && aquatic(unit));

/** Distance that a movement covers in water (metres), a fifth of the distance on land. SW-WATER-1. */
export const wadingDistance = (distance: number): number => Math.ceil(distance / 5);
