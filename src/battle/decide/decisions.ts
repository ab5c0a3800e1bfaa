import { ok, type Refusal, type Result } from '../../core/result.ts';
import type { WorkInProgress } from '../../core/work-in-progress.ts';
import type { GameAction } from '../../rules/game.ts';
import type { Announcement, AnswerRoute } from '../saved/outbox.ts';
import type { OpenBattle } from '../saved/store.ts';
import { type Decision, decideAnswer, decideOrder, type Order } from './decision.ts';
import type { PresetDice } from './hand-dice.ts';

/** Who gives an order, where, and under which id. The same id given twice is carried out once. */
export interface Issuer {
  readonly user: string;
  readonly name: string;
  readonly guild: string | undefined;
  readonly channel: string;
  readonly orderId: string;
  /** The interaction it was given by, where it is to be answered. */
  readonly answerRoute?: AnswerRoute | undefined;
  readonly announcement?: Announcement | undefined;
  /** Does it follow from another order, with which it is told? */
  readonly isFollowUp?: boolean;
}

/** Hears what is in hand, so that somebody beside the event loop can say what holds it up. */
export interface Monitor {
  /** Work begins that runs without a break. Gives what to call when it is over. */
  readonly startWork: (work: WorkInProgress) => () => void;
  /** Called after an order to a battle was refused. */
  readonly orderRefused: (work: WorkInProgress, refusal: Refusal) => void;
}

/** Nobody listens. */
export const noMonitor: Monitor = { startWork: () => () => {}, orderRefused: () => {} };

const knownActions = new Set(['enter', 'start', 'finish', 'correct', 'hang']);
/** What somebody typed in place of a verb is not passed on. */
const knownVerb = ({ ruleset }: OpenBattle, name: string): string | undefined =>
  name in ruleset.verbs || name in ruleset.queries || knownActions.has(name) ? name : undefined;

/** Tells the monitor of work of the rules that begins and runs without a break. Gives what to call when it is over. */
export const watchRuling = (
  { startWork }: Pick<Monitor, 'startWork'>,
  battle: OpenBattle,
  name: string,
  order?: string,
): (() => void) => startWork({ battle: battle.saved.id, order, verb: knownVerb(battle, name) });

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
