import { blowTallies, type Tally, tally } from '../../rules/tally.ts';
import type { Event } from './events.ts';
import type { State } from './state.ts';

/** A blast has its thrower in the event before: whoever is active. */
const thrower = ({ activation }: State): string | undefined => activation?.warrior;

/** What statistics count of an event. */
export const tallied = (event: Event, before: State): readonly Tally[] => {
  switch (event.type) {
    case 'attacked':
      return blowTallies(event.warrior, event.target, event.result !== 'miss', event.harm?.final ?? 0);
    case 'blast-struck':
      return blowTallies(thrower(before), event.target, event.harm !== undefined, event.harm?.final ?? 0);
    case 'harmed':
      return blowTallies(undefined, event.target, undefined, event.harm.final);
    case 'removed':
      return [tally(event.warrior, 'felled', 1, event.credit)];
    case 'treated':
      return event.passed ? [tally(event.target, 'healed', 1, event.warrior)] : [];
    // Most events are nothing to count.
    default:
      return [];
  }
};
