import { type Tally, tally } from '../../rules/tally.ts';
import type { Event } from './index.ts';
import { isKind, table } from './kinds.ts';
import type { State } from './state.ts';

const conscious = ({ combatants }: State, who: string): boolean =>
  combatants.find(({ name }) => name === who)?.life === 'conscious';

/** What statistics count of an event. */
export const tallied = (event: Event, before: State, after: State): readonly Tally[] => {
  if (isKind(event)) return table.tally(event, before, after);
  const _falls = (who: string, by?: string): readonly Tally[] =>
    conscious(before, who) && !conscious(after, who) ? [tally(who, 'felled', 1, by)] : [];
  switch (event.type) {
    // Most events are nothing to count.
    default:
      return [];
  }
};
