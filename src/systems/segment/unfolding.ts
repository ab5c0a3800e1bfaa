import type { Call } from '../../rules/call.ts';
import { draftOf } from '../../rules/draft.ts';
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
  const { now, emit: add, events } = draftOf(from, evolve);
  return { put: add, now, events: () => events, unseenBy };
};
