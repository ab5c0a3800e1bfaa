import { ok, refuse } from '../../core/result.ts';
import { rollNotation } from '../../dice/notation.ts';
import { createOrderDice } from '../../dice/order-dice.ts';
import { isSecretRoll } from '../../dice/power-roll.ts';
import type { FollowUpTransactions } from '../commit/follow-ups.ts';
import type { ReportResult } from '../commit/ports.ts';
import type { Transact } from '../commit/transaction.ts';
import { type OrderRequest, resolveOrder, type UnparsedOrder } from '../decide/command.ts';
import { decideSessionChange } from '../decide/decision.ts';
import type { Issuer, OrderDecisions } from '../decide/decisions.ts';
import { decideAfterChecks, requireRight } from '../decide/preconditions.ts';
import {
  decideForAbsentPlayer,
  decideForExpectedActor,
  decideNextInRun,
  type TimedOutActor,
} from '../decide/timeouts.ts';
import type { EntryRequest } from '../saved/log-entry.ts';
import type { RollMode } from '../saved/session.ts';
import { type FreeRoll, rollLabels } from '../views/roll-lines.ts';

/** Orders to the rules, answers to their questions, and free rolls. */
export interface GameOrderService {
  readonly order: (issuer: Issuer, request: OrderRequest | UnparsedOrder) => ReportResult;
  readonly answer: (issuer: Issuer, choice: string) => ReportResult;
  /** Acts for somebody whose time has run out, with the whole of a plan; `issuer` is who should have. */
  readonly actForAbsent: (issuer: Issuer, absent: TimedOutActor) => ReportResult;
  /** The GM has done for somebody who is awaited what is suggested, the whole of a plan. */
  readonly skip: (issuer: Issuer, due: Pick<TimedOutActor, 'actor' | 'kind'>) => ReportResult;
  /** The GM lets these act one after the other, until it is up to somebody else. */
  readonly runActors: (issuer: Issuer, actors: readonly string[]) => ReportResult;
  /** A roll by notation that is no part of the rules: logged and provable like every other. */
  readonly roll: (issuer: Issuer, free: FreeRoll, rolls: RollMode | undefined) => ReportResult;
  /** The GM drops the order that waits for an answer. */
  readonly withdraw: (issuer: Issuer) => ReportResult;
}

interface Parts {
  readonly decisions: OrderDecisions;
  readonly transact: Transact;
  readonly transactWithFollowUps: Transact;
  readonly transactWithPlan: FollowUpTransactions['transactWithPlan'];
  readonly transactWithRun: FollowUpTransactions['transactWithRun'];
}

/** Orders over the battles of a store. */
export const createGameOrderService = ({
  decisions,
  transact,
  transactWithFollowUps,
  transactWithPlan,
  transactWithRun,
}: Parts): GameOrderService => ({
  order: (issuer, request) =>
    transactWithFollowUps(issuer, (battle) => {
      const order = typeof request === 'function' ? request(battle.ruleset) : ok(request);
      if (!order.ok) return order;
      const right = requireRight(issuer, 'command own')(battle);
      return right.ok ? resolveOrder(decisions, issuer, order.value)(battle) : right;
    }),
  answer: (issuer, choice) => transactWithFollowUps(issuer, (battle) => decisions.answer(battle, issuer, choice)),
  actForAbsent: (issuer, absent) =>
    transactWithPlan(issuer, absent.actor, (battle) => decideForAbsentPlayer(decisions, battle, issuer, absent)),
  skip: (issuer, { actor, kind }) =>
    transactWithPlan(issuer, actor, (battle) => {
      const right = requireRight(issuer, 'rule')(battle);
      return right.ok ? decideForExpectedActor(decisions, battle, issuer, actor, kind) : right;
    }),
  runActors: (issuer, actors) =>
    transactWithRun(issuer, (battle, heir) => {
      const right = requireRight(issuer, 'rule')(battle);
      return right.ok ? decideNextInRun(decisions, battle, heir, actors) : right;
    }),
  roll: (issuer, free, rolls) =>
    transact(
      issuer,
      decideAfterChecks([requireRight(issuer, 'roll')], (battle) => {
        const { notation } = free;
        const { seed, table } = battle.saved;
        const dice = createOrderDice({ seed, salt: table.salt, orderId: issuer.orderId });
        const rolled = rollNotation(notation, dice);
        if (!rolled.ok) return refuse('bad-dice-notation', { notation, problem: rolled.error.message });
        const decided = decideSessionChange(battle, issuer.orderId, 'roll', []);
        const request: EntryRequest = { kind: 'roll', notation, ...rollLabels(free, rolled.value) };
        return ok({
          ...decided,
          request,
          dice: dice.rolledDice(),
          rolls: rolls ?? (isSecretRoll(notation) ? 'self' : table.rolls),
        });
      }),
    ),
  withdraw: (issuer) =>
    transact(
      issuer,
      decideAfterChecks([requireRight(issuer, 'rule')], (battle) => {
        const { pending } = battle.saved;
        if (pending === undefined) return refuse('nothing-asked');
        const decided = decideSessionChange(battle, issuer.orderId, 'withdraw', []);
        return ok({ ...decided, request: { kind: 'withdraw', order: pending.orderId }, pending: undefined });
      }),
    ),
});
