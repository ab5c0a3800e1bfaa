import { listed, phrase } from '../core/message.ts';
import { gmActor } from '../rules/expected-action.ts';
import type { BattleView } from '../rules/view.ts';

/** Who acts now; nobody where the phase names them all, as `Round 3: Ann’s turn` does. */
export const currentActorIds = ({ order, phaseNames }: BattleView): readonly string[] => {
  const ids = [...new Set(order.filter(({ state }) => state === 'now').map(({ id }) => id))];
  return ids.every((id) => id === phaseNames) ? [] : ids;
};

/** Who acts now, short enough for a line: `Now: Ann`. How it ended, once it has. */
export const describeCurrentActor = (view: BattleView, nameOf: (id: string) => string): string => {
  if (view.status === 'ended') return view.outcome ?? 'ended';
  const names = currentActorIds(view).map(nameOf);
  if (names.length === 0) return '';
  return phrase`Now: ${listed(names.length > 3 ? [...names.slice(0, 2), phrase`${names.length - 2} more`] : names)}`;
};

/** `Ann, Bob and the GM`; at the head of a sentence the GM has a capital, and a name is as its owner writes it. */
export const formatActors = (actors: readonly string[], first: boolean): string =>
  listed(actors.map((actor, at) => (actor !== gmActor ? actor : first && at === 0 ? 'The GM' : 'the GM')));
