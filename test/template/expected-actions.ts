import { ref, say, type Text } from '../../src/core/message.ts';
import type { ExpectedAction } from '../../src/rules/expected-action.ts';
import { current, foesOf, type State } from './state.ts';

/** DU-TURN-1: whom the duel waits for, what they can do, and what is done for the absent. */
export const expectedActions = (state: State): readonly ExpectedAction<Text>[] => {
  const me = current(state);
  if (me === undefined) return [];
  const [foe] = foesOf(state, me);
  const auto = foe && { label: say`Strike ${ref(foe.id)}`, verb: 'attack', params: { target: foe.id } };
  return [{ actor: me.id, kind: 'turn', what: 'to strike', verbs: ['attack'], auto }];
};
