import { z } from 'zod';
import { formatNumber, refuse } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import { doneVerdict, flagParam, oneOfParam, textParam, wholeNumberParam } from '../../rules/verb.ts';
import { bodyConditions, isUnitAble } from './conditions.ts';
import { areHostile, otherSide, unitsOfSide } from './relations.ts';
import { type Area, areas, type Side } from './sheet.ts';
import { type Battlefield, battlefieldSchema, event, gmOrder, type Place, type State, type Unit } from './state.ts';

export const areaNames: Readonly<Record<Area, string>> = {
  alliesRear: "Allies' Rearguard",
  front: 'Frontline',
  enemiesRear: "Enemies' Rearguard",
};

/** SW-FIELD-1. Areas from one to the other: 0 the same, 1 neighbours, 2 the two Rearguards. */
export const areasApart = (a: Area, b: Area): number => Math.abs(areas.indexOf(a) - areas.indexOf(b));

export const ownRearguard = (side: Side): Area => (side === 'allies' ? 'alliesRear' : 'enemiesRear');

export const enemyRearguard = (side: Side): Area => ownRearguard(otherSide(side));

/** The areas from one to the other, both included, as the field has them. */
export const areasBetween = (a: Area, b: Area): readonly Area[] => {
  const ends = [areas.indexOf(a), areas.indexOf(b)];
  return areas.slice(Math.min(...ends), Math.max(...ends) + 1);
};

const ableIn = (state: State, area: Area, side: Side): readonly Unit[] =>
  unitsOfSide(state, side).filter((unit) => unit.area === area && isUnitAble(unit));

/** SW-MOVE-6, SW-RUL-15. Able units hostile to this one in an area. */
export const findHostilesInArea = (state: State, area: Area, unit: Unit): readonly Unit[] =>
  state.units.filter((other) => other.area === area && areHostile(unit, other) && isUnitAble(other));

/** SW-FIELD-2, SW-FIELD-5, SW-BREAK-2. An area with able units of both factions. */
export const isMeleeArea = (state: State, area: Area): boolean =>
  ableIn(state, area, 'allies').length > 0 && ableIn(state, area, 'enemies').length > 0;

/** SW-BREAK-4. In the own Rearguard with able hostiles in it: no way out by any means. */
export const isTrapped = (state: State, unit: Unit): boolean =>
  unit.side !== undefined &&
  unit.area === ownRearguard(unit.side) &&
  findHostilesInArea(state, unit.area, unit).length > 0;

/** SW-PLACE-7. */
export const isInBounds = (state: State, pos: number): boolean => {
  const { bounds } = state.field;
  return bounds === undefined || (pos >= bounds[0] && pos <= bounds[1]);
};

/** In words: `Frontline`, `12 m`. */
export const placeName = ({ area, pos }: Place): string =>
  area !== undefined ? areaNames[area] : pos !== undefined ? `${formatNumber(pos)} m` : 'nowhere yet';

/** Reads an area as people write it: `front`, `rear` (one's own), `enemies' rear`. */
export const parseArea = (text: string, side: Side | undefined): Area | undefined => {
  const word = text.toLowerCase().replace(/[^a-z]/g, '');
  if (['front', 'frontline', 'frontarea'].includes(word)) return 'front';
  if (['rear', 'rearguard', 'back', 'ownrear', 'ownrearguard'].includes(word)) return side && ownRearguard(side);
  if (['alliesrear', 'alliesrearguard', 'alliedrear'].includes(word)) return 'alliesRear';
  if (['enemiesrear', 'enemiesrearguard', 'enemyrear', 'enemyrearguard'].includes(word)) return 'enemiesRear';
  return undefined;
};

export const fieldSet = event(
  'field',
  { field: battlefieldSchema },
  {
    apply: (state, { field: next }) => ({ ...state, field: next }),
    narrate: () => line('The GM changes the battlefield.', 'quiet'),
  },
);

/** SW-PLACE-6, SW-PLACE-7, SW-SHIELD-6. */
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
    const hidden =
      from === undefined
        ? []
        : [
            {
              from: Math.min(Number(from), Number(to)),
              to: Math.max(Number(from), Number(to)),
              ...(label && { label }),
            },
          ];
    const next: Battlefield = {
      ...state.field,
      ...(env && { env }),
      ...(depth && { depth }),
      ...((low !== undefined || high !== undefined || bounds) && { bounds: limits }),
      obstacles: [...(clear ? [] : state.field.obstacles), ...hidden],
    };
    draft.emit(fieldSet({ field: next }));
    return doneVerdict;
  },
});

/** SW-WATER-2, SW-WATER-11. In water, and hampered by it. */
export const isUnderwater = (state: State, unit: Unit): boolean => state.field.env === 'underwater' && !aquatic(unit);

/** SW-WATER-11. Any ability with "Underwater" in its name, and the elves' Gentle Water, lift the penalties. */
const aquatic = (unit: Unit): boolean =>
  unit.sheet.aquatic ||
  unit.sheet.feats.some((feat) => /underwater|gentle water/i.test(typeof feat === 'string' ? feat : feat.id));

/** SW-WATER-9, SW-WATER-12. In water up to the shoulders whoever is unconscious lies face down. */
const isFaceDown = (unit: Unit): boolean =>
  unit.bodies.every((body) => body.hp <= 0 || bodyConditions(unit, body).includes('unconscious'));

/** SW-WATER-5, SW-WATER-8, SW-WATER-12. Its head is under and it cannot breathe there. */
export const isBreathless = (state: State, unit: Unit): boolean =>
  isUnderwater(state, unit) &&
  (state.field.depth === 'deep' || isFaceDown(unit)) &&
  !unit.sheet.breathesWater &&
  !unit.effects.some(({ breath }) => breath);

/** SW-WATER-4. Full metal armour forbids checks underwater. */
export const isUnderwaterInMetalArmor = (state: State, unit: Unit): boolean =>
  unit.sheet.metalArmor === 'full' && isUnderwater(state, unit);

/** SW-WATER-7, SW-RUL-74. */
export const isRangedForbidden = (state: State, unit: Unit): boolean =>
  state.field.env === 'underwater' && !(state.settings.aquaticRanged && aquatic(unit));

/** SW-WATER-1. The distances of movement in water. */
export const wadingDistance = (distance: number): number => Math.ceil(distance / 5);
