import type { Drawn } from '../../rules/acts.ts';
import type { Square } from '../../rules/grid/square.ts';
import { lineIsClear } from './board.ts';
import type { Event } from './index.ts';
import { isKind, table } from './kinds.ts';
import { find, isAble, isPlaced, type State } from './state.ts';

/** Has anybody of another team one of these squares in a clear line (SK-RUL-57)? */
const inSight = (state: State, who: string, squares: readonly Square[]): boolean => {
  const team = find(state, who)?.team;
  return state.combatants.some(
    (each) =>
      each.team !== team &&
      isAble(each) &&
      isPlaced(each) &&
      squares.some((square) => lineIsClear(state, each.at, square)),
  );
};

/** Blows, charges, spells and breaths; stepping in for an ally; squares entered in somebody's sight. */
export const actedBy = (event: Event, before: State, after: State): readonly string[] => {
  if (isKind(event)) return table.actedBy(event, before, after);
  switch (event.type) {
    case 'cast':
    case 'charge-ended':
      return [event.who];
    case 'moved':
      return inSight(before, event.who, event.path) ? [event.who] : [];
    default:
      return [];
  }
};

/** What an event draws on the board. */
export const draws = (event: Event): Drawn | undefined => (isKind(event) ? table.draws(event) : drawn(event));

const drawn = ({ type }: Event): Drawn | undefined =>
  type === 'moved' ? 'move' : type === 'struck' ? 'attack' : undefined;
