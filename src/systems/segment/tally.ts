import { blowTallies, type Tally, tally } from '../../rules/tally.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';

const stands = ({ combatants }: State, who: string): boolean => combatants.find(({ id }) => id === who)?.life === 'up';

/** What statistics count of an event. */
export const tallied = (event: Event, before: State, after: State): readonly Tally[] => {
  const falls = (who: string, by?: string): readonly Tally[] =>
    stands(before, who) && !stands(after, who) ? [tally(who, 'felled', 1, by)] : [];
  switch (event.type) {
    case 'attacked': {
      const { who, target, outcome, impact } = event;
      return [...blowTallies(who, target, outcome !== 'miss', impact?.taken ?? 0), ...falls(target, who)];
    }
    case 'spell-went-off': {
      const { who, target, impact } = event;
      if (target === undefined || impact === undefined) return [];
      return [...blowTallies(who, target, true, impact.taken), ...falls(target, who)];
    }
    case 'hurt':
      return [...blowTallies(undefined, event.who, undefined, event.impact.taken), ...falls(event.who)];
    case 'killed':
      return falls(event.who);
    case 'healed':
      return [tally(event.who, 'healed', event.amount)];
    case 'round-ended':
      return event.bled.flatMap(({ who, amount }) => [
        ...blowTallies(undefined, who, undefined, amount),
        ...falls(who),
      ]);
    // Most events are nothing to count.
    default:
      return [];
  }
};
