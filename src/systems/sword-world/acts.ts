import type { Event, EventOf } from './events.ts';
import type { State } from './model.ts';
import { shieldBetween } from './shielding.ts';
import { hostile, unitAble, unitOf } from './units.ts';

/** SW-SHIELD-1. Does anybody of the other side see where it comes to? Within areas everybody does. */
const inSight = (state: State, { unit: id, from, to }: EventOf<'moved'>): boolean => {
  const unit = unitOf(state, id);
  const { pos } = to;
  if (pos === undefined) return from.area !== to.area;
  if (unit === undefined || pos === from.pos) return false;
  return state.units.some(
    (each) => hostile(unit, each) && unitAble(each) && shieldBetween(state, each, pos) === undefined,
  );
};

/** Attacks, spells, moves in sight, and standing in somebody's way (SW-BLOCK-1). */
export const actedBy = (event: Event, _before: State, after: State): readonly string[] => {
  switch (event.type) {
    case 'attacked':
    case 'cast':
      return [event.unit];
    case 'moved':
      return inSight(after, event) ? event.units : [];
    case 'blocked':
      return event.blockers.map(({ unit }) => unit);
    default:
      return [];
  }
};
