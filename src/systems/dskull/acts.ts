import type { Drawn } from '../../rules/acts.ts';
import type { Square } from '../../rules/grid/square.ts';
import { terrainOf } from './engagement.ts';
import type { Event } from './events.ts';
import { figuresOf, hostile, warriorOf } from './seats.ts';
import { sight } from './sight.ts';
import type { State } from './state.ts';

/** DS-LOS-12. Has a hostile warrior one of these spaces in its line of sight? */
const inSight = (state: State, id: string, spaces: readonly Square[]): boolean => {
  const me = warriorOf(state, id);
  const terrain = terrainOf(state);
  if (me === undefined || terrain === undefined) return false;
  const figures = figuresOf(state).filter((each) => each.id !== id);
  const squares = figures.map(({ at }) => at);
  return figures.some(
    (each) =>
      hostile(state, each, me) &&
      spaces.some((space) => sight(terrain.ground, squares, state.settings.los, each.at, space).count >= 2),
  );
};

/** Attacks and blasts, and spaces entered in sight of a hostile warrior. */
export const actedBy = (event: Event, _before: State, after: State): readonly string[] => {
  switch (event.type) {
    case 'attacked':
    case 'blasted':
      return [event.warrior];
    case 'moved':
      return inSight(after, event.warrior, event.path.slice(0, event.made)) ? [event.warrior] : [];
    default:
      return [];
  }
};

export const draws = ({ type }: Event): Drawn | undefined =>
  type === 'moved' ? 'move' : type === 'attacked' || type === 'blasted' ? 'attack' : undefined;
