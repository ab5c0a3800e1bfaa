import type { State, Unit } from './model.ts';
import { type Side, sides } from './sheet.ts';
import { happens, type Unfolding } from './unfolding.ts';
import { ofSide, otherSide, unitAble } from './units.ts';

/** SW-END-2, SW-RUL-81. Magical effects that do not outlast a combat. */
const shortEffects = (units: readonly Unit[]) =>
  units.flatMap(({ id, effects }) =>
    effects
      .filter(({ remaining, until }) => typeof remaining === 'number' || until !== undefined)
      .map((effect) => ({ unit: id, effect: effect.id })),
  );

/** SW-END-1. Nobody of a side can act; a side that fled and is pursued goes on. */
const isBeaten = (state: State, side: Side): boolean => {
  const units = ofSide(state, side);
  return (
    units.length > 0 &&
    !units.some(unitAble) &&
    !(state.pursued && units.some(({ statuses }) => statuses.includes('left')))
  );
};

const whyBeaten = (state: State, side: Side): string => {
  const units = ofSide(state, side);
  if (units.every(({ statuses }) => statuses.includes('surrendered'))) return 'surrendered';
  if (units.some(({ statuses }) => statuses.includes('left'))) return 'left the field';
  return 'have nobody left who can act';
};

export const endCombat = (course: Unfolding, winner: Side | undefined, reason: string): void =>
  happens(course, {
    type: 'combat-ended',
    outcome: { ...(winner && { winner }), reason },
    ended: shortEffects(course.state.units),
  });

/** SW-END-1. At once when a side is beaten; true where combat is over. */
export const endTest = (course: Unfolding): boolean => {
  const { state } = course;
  if (state.stage !== 'combat') return true;
  const beaten = sides.filter((side) => isBeaten(state, side));
  const [loser] = beaten;
  if (loser === undefined) return false;
  if (beaten.length === 2) endCombat(course, undefined, 'neither side can act');
  else endCombat(course, otherSide(loser), `the ${loser} ${whyBeaten(state, loser)}`);
  return true;
};
