import type { Acts } from '../../rules/by-decision.ts';
import type { Event } from './events.ts';
import { effectSpellCalled } from './maneuvers.ts';
import type { State } from './model.ts';
import { combatantCalled } from './roster.ts';

const casts = (state: State, who: string, what: string): boolean => {
  const me = combatantCalled(state, who);
  return me !== undefined && effectSpellCalled(me, what) !== undefined;
};

/** Attacks, spells, what is done to somebody else, and every move: there is no board that could hide one (ST-MOVE-2). */
const by = (event: Event, before: State): readonly string[] => {
  switch (event.type) {
    case 'attacked':
    case 'struck':
      return [event.who];
    case 'acted':
      return (event.target !== undefined && event.target !== event.who) || casts(before, event.who, event.what)
        ? [event.who]
        : [];
    case 'took-effect':
      return event.blow === undefined ? [] : [event.entry.author];
    case 'taken':
    case 'passed':
      return event.move > 0 ? [event.who] : [];
    default:
      return [];
  }
};

/** What is nominated is seen once it is carried out. */
export const acts: Acts<State, Event> = {
  verbs: { take: 'seen', pass: 'in-sight', next: 'in-sight', defend: 'in-sight' },
  by,
};
