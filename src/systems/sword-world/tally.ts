import { blowTallies, type Tally, tally } from '../../rules/tally.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';
import { bodyCalled, unitAble, unitOf } from './units.ts';

/** What statistics count of an event. A section of a monster counts as the monster. */
export const tallied = (event: Event, before: State, after: State): readonly Tally[] => {
  const unitWith = (body: string): string => bodyCalled(before, body)?.unit.id ?? body;
  const stands = (state: State, id: string): boolean => {
    const unit = unitOf(state, id);
    return unit !== undefined && unitAble(unit);
  };
  /** What is lost is told of once, where the pool goes down. */
  const landed = (who: string, body: string, hit: boolean, damage: number): readonly Tally[] =>
    blowTallies(who, unitWith(body), hit, damage).filter(({ what }) => what !== 'taken');
  switch (event.type) {
    case 'attacked':
      return landed(event.unit, event.target, event.hit, event.damage?.applied ?? 0);
    case 'spell-took':
      return event.damage === undefined ? [] : landed(event.unit, event.body, true, event.damage.applied);
    case 'lost': {
      if (event.pool !== 'hp') return [];
      const who = unitWith(event.body);
      return [
        ...blowTallies(undefined, who, undefined, event.amount),
        ...(stands(before, who) && !stands(after, who) ? [tally(who, 'felled')] : []),
      ];
    }
    case 'recovered':
      return event.pool === 'hp' && event.amount > 0
        ? [tally(unitWith(event.body), 'healed', event.amount, event.by)]
        : [];
    // Most events are nothing to count.
    default:
      return [];
  }
};
