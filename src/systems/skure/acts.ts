import type { Acts } from '../../rules/by-decision.ts';
import type { Square } from '../../rules/grid/square.ts';
import { isPlaced, lineIsClear } from './board.ts';
import { isAble, named } from './combatants.ts';
import type { Event, State } from './model.ts';

/** Has anybody of another team one of these squares in a clear line (SK-RUL-57)? */
const inSight = (state: State, who: string, squares: readonly Square[]): boolean => {
  const team = named(state, who)?.team;
  return state.combatants.some(
    (each) =>
      each.team !== team &&
      isAble(each) &&
      isPlaced(each) &&
      squares.some((square) => lineIsClear(state, each.at, square)),
  );
};

/** Blows, charges, spells and breaths; stepping in for an ally; squares entered in somebody's sight. */
const by = (event: Event, before: State): readonly string[] => {
  switch (event.type) {
    case 'struck':
      return [event.attacker];
    case 'cast':
    case 'charge-ended':
    case 'intercepted':
      return [event.who];
    case 'moved':
      return inSight(before, event.who, event.path) ? [event.who] : [];
    default:
      return [];
  }
};

export const acts: Acts<State, Event> = {
  verbs: {
    attack: 'seen',
    charge: 'seen',
    cast: 'seen',
    breath: 'seen',
    intercept: 'seen',
    move: 'in-sight',
  },
  by,
  draws: ({ type }) => (type === 'moved' ? 'move' : type === 'struck' ? 'attack' : undefined),
};
