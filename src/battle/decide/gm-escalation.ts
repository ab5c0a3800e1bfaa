import { ok, type Refusal, type Result } from '../../core/result.ts';
import type { SessionEvent } from '../saved/session.ts';
import type { OpenBattle } from '../saved/store.ts';
import { explainRefusal } from '../views/refusals.ts';
import { viewerOf } from '../views/viewer.ts';
import { type Decision, decideOrder, decideSessionChange, type Order } from './decision.ts';
import type { Issuer } from './decisions.ts';
import { formatOrder } from './order-text.ts';

/** How the same order is ruled in the battle as this person can know it; nothing where that battle does not hold together. */
export const decideOrderAsKnownTo = (
  battle: OpenBattle,
  user: string,
  order: Order,
): ReturnType<typeof decideOrder> | undefined => {
  const known = { ...battle, game: battle.game.asKnownTo(viewerOf(battle, user)) };
  try {
    return decideOrder(known, user, order);
  } catch {
    // Whoever is left out may be woven into the rest: then there is nothing to compare with.
    return undefined;
  }
};

/**
 * What comes of an order that the rules refuse. It is judged by what its issuer can know: where it would be refused in that battle
 * too, they read that refusal. Where it is refused on account of the unseen alone, no refusal could be honest and keep still: the
 * order is put to the GM, before everybody, and nothing is done. So nobody feels for the hidden square by square unnoticed.
 */
export const escalateToGm = (
  battle: OpenBattle,
  { user, orderId }: Issuer,
  order: Omit<Order, 'orderId'>,
  typed: unknown,
  refusal: Refusal,
): Result<Decision, Refusal> => {
  const refused: Result<never, Refusal> = { ok: false, error: refusal };
  const due = battle.game.expectedActions().some(({ actor }) => actor === order.actor);
  if (viewerOf(battle, user).unseen.length === 0 || !due) return refused;
  const known = decideOrderAsKnownTo(battle, user, { ...order, orderId });
  if (known === undefined) return refused;
  if (!known.ok) return known;
  if ('choice' in known.value) return refused;
  const why = explainRefusal(battle, refusal);
  const told: SessionEvent = {
    type: 'put-to-gm',
    actor: order.actor,
    order: formatOrder(battle, order, typed),
    why,
  };
  return ok(decideSessionChange(battle, orderId, 'the GM must decide', [told]));
};
