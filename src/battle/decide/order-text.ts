import { joined, ref, say, type Text } from '../../core/message.ts';
import type { OpenBattle } from '../saved/store.ts';
import type { Order } from './decision.ts';

/** An order as it was typed. */
export const formatOrder = (
  { game }: OpenBattle,
  { actions: [doing] }: Omit<Order, 'orderId'>,
  typed: unknown,
): Text => {
  if (doing.do !== 'verb') return doing.do;
  const ids = game.roster().flatMap(({ id, actor }) => [id, actor]);
  const params = Object.entries(Object(typed)).map(
    ([key, value]) => say`${key}:${ids.find((id) => id === value) === undefined ? String(value) : ref(String(value))}`,
  );
  return joined([doing.verb, ...params], ' ');
};
