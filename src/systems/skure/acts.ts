import type { Drawn } from '../../rules/acts.ts';
import type { Event } from './index.ts';
import { isKind, table } from './kinds.ts';
import type { State } from './state.ts';

/** Blows, charges, spells and breaths; stepping in for an ally; squares entered in somebody's sight. */
export const actedBy = (event: Event, before: State, after: State): readonly string[] => {
  if (isKind(event)) return table.actedBy(event, before, after);
  switch (event.type) {
    default:
      return [];
  }
};

/** What an event draws on the board. */
export const draws = (event: Event): Drawn | undefined => (isKind(event) ? table.draws(event) : drawn(event));

const drawn = ({ type }: Event): Drawn | undefined =>
  type === 'moved' ? 'move' : type === 'struck' ? 'attack' : undefined;
