import type { Refusal } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { GameAction } from '../../rules/game.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import { type Decision, decideAnswer, decideOrder, type Order } from './decision.ts';
import type { PresetDice } from './hand-dice.ts';
import type { Issuer } from './issuer.ts';
import { type Monitor, watchRuling } from './monitor.ts';

/** How what is asked of the game is ruled: under the monitor, with the dice that lie ready. */
export interface OrderDecisions {
  /** Rules an order to the game; a reply verb becomes the answer to the open question. */
  readonly order: (battle: OpenBattle, issuer: Issuer, order: Omit<Order, 'orderId'>) => Result<Decision, Refusal>;
  /** Rules the waiting order again, with one answer more. */
  readonly answer: (battle: OpenBattle, issuer: Issuer, choice: string) => Result<Decision, Refusal>;
}

const actionName = (action: GameAction | undefined): string =>
  action?.do === 'verb' ? action.verb : (action?.do ?? 'answer');

export const createOrderDecisions = (monitor: Monitor, ready: Pick<PresetDice, 'remaining'>): OrderDecisions => {
  const answer: OrderDecisions['answer'] = (battle, { user, orderId }, choice) => {
    const waiting = battle.saved.pending?.doing as GameAction | undefined;
    const finish = watchRuling(monitor, battle, actionName(waiting), orderId);
    try {
      return decideAnswer(battle, user, choice, ready.remaining());
    } finally {
      finish();
    }
  };
  return {
    answer,
    order: (battle, issuer, order) => {
      const { user, orderId } = issuer;
      const finish = watchRuling(monitor, battle, actionName(order.actions[0]), orderId);
      try {
        const decided = decideOrder(battle, user, { ...order, orderId, presetDice: ready.remaining() });
        if (!decided.ok) return decided;
        return 'choice' in decided.value ? answer(battle, issuer, decided.value.choice) : ok(decided.value);
      } finally {
        finish();
      }
    },
  };
};
