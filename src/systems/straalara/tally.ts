import { blowTallies, type Tally, tally } from '../../rules/tally.ts';
import type { Blow, Event } from './events.ts';
import type { State } from './model.ts';
import { able } from './roster.ts';

/** Health is lost later, all wounds of one moment together: what a blow does is the striker's, what is lost the victim's. */
const landed = (who: string, target: string, hit: boolean, blow: Blow | undefined): readonly Tally[] =>
  blowTallies(who, target, hit, blow?.healthLost ?? 0).filter(({ what }) => what !== 'taken');

/** What statistics count of an event. */
export const tallied = (event: Event, before: State, after: State): readonly Tally[] => {
  const stands = ({ combatants }: State, who: string): boolean =>
    combatants.some((each) => each.name === who && able(each));
  switch (event.type) {
    case 'struck':
      return landed(event.who, event.target, event.net > 0, event.blow);
    case 'acted':
      return event.target === undefined || event.blow === undefined
        ? []
        : landed(event.who, event.target, true, event.blow);
    case 'took-effect':
      return event.entry.target === undefined || event.blow === undefined
        ? []
        : landed(event.entry.author, event.entry.target, true, event.blow);
    case 'wounded':
      return [
        ...blowTallies(undefined, event.who, undefined, event.healthLost),
        ...(stands(before, event.who) && !stands(after, event.who) ? [tally(event.who, 'felled')] : []),
      ];
    case 'healed':
      return [tally(event.who, 'healed', event.levels)];
    // Most events are nothing to count.
    default:
      return [];
  }
};
