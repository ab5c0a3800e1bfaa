import type { Call } from '../../rules/call.ts';
import type { Event } from './events.ts';
import { evolve } from './evolve.ts';
import type { State } from './model.ts';

/** Events as they come about, each seeing the battle after those before it. */
export interface Unfolding {
  readonly put: (event: Event) => void;
  readonly now: () => State;
  readonly events: () => readonly Event[];
  /** Of whom the one who runs that combatant must not know: nothing is turned to them, and nobody is asked on their account. */
  readonly unseenBy: (who: string) => readonly string[];
}

export const unfolding = (from: State, { unseenBy = () => [] }: Pick<Call, 'unseenBy'> = {}): Unfolding => {
  const events: Event[] = [];
  let state = from;
  return {
    put: (event) => {
      events.push(event);
      state = evolve(state, event);
    },
    now: () => state,
    events: () => events,
    unseenBy,
  };
};
