import type { Acts } from '../../rules/by-decision.ts';
import { find } from './battle.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';

/** The rulebook knows no lines of sight: whoever moves is seen, unless invisible. */
const movers = (state: State, ids: readonly string[]): readonly string[] =>
  ids.filter((id) => find(state, id)?.invisible !== true);

const by = (event: Event, before: State): readonly string[] => {
  switch (event.type) {
    case 'attacked':
    case 'pushed':
    case 'spell-went-off':
      return [event.who];
    case 'moved':
      return movers(
        before,
        event.marches.filter(({ covered }) => covered > 0).map(({ who }) => who),
      );
    case 'free-moved':
      return event.to === undefined ? [] : movers(before, [event.who]);
    default:
      return [];
  }
};

/** What is declared is seen once the segments run. */
export const acts: Acts<State, Event> = {
  verbs: {
    'free-attack': 'seen',
    push: 'seen',
    resolve: 'in-sight',
    next: 'in-sight',
    close: 'in-sight',
    redirect: 'in-sight',
    keep: 'in-sight',
    forgo: 'in-sight',
    'turn-away': 'in-sight',
  },
  by,
};
