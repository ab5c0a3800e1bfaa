import { bodyConditions } from './conditions.ts';
import type { State, Unit } from './state.ts';

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
