import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { rollNotation } from '../../dice/notation.ts';
import { createOrderDice } from '../../dice/order-dice.ts';
import { isSecretRoll } from '../../dice/power-roll.ts';
import type { FollowUps } from '../commit/follow-ups.ts';
import type { ReportResult } from '../commit/ports.ts';
import type { Transact } from '../commit/transaction.ts';
import { type OrderRequest, resolveOrder, type UnparsedOrder } from '../decide/command.ts';
import { decideSession } from '../decide/decision.ts';
import type { Decisions } from '../decide/decisions.ts';
import type { Issuer } from '../decide/issuer.ts';
import { decideIf, requireRight } from '../decide/preconditions.ts';
import { decideForAbsent, decideForExpected, decideInRun, type TimedOut } from '../decide/timeouts.ts';
import type { Request } from '../saved/log-entry.ts';
import type { RollMode } from '../saved/session.ts';
import { type FreeRoll, rollLabels } from '../views/roll-lines.ts';

/** Orders to the rules, answers to their questions, and free rolls. */
export interface Orders {
  readonly order: (issuer: Issuer, request: OrderRequest | UnparsedOrder) => ReportResult;
  readonly answer: (issuer: Issuer, choice: string) => ReportResult;
  /** Acts for somebody whose time has run out, with the whole of a plan; `issuer` is who should have. */
  readonly actForAbsent: (issuer: Issuer, absent: TimedOut) => ReportResult;
  /** The GM has done for somebody who is awaited what is suggested, the whole of a plan. */
  readonly skip: (issuer: Issuer, due: Pick<TimedOut, 'actor' | 'kind'>) => ReportResult;
  /** The GM lets these act one after the other, until it is up to somebody else. */
  readonly runActors: (issuer: Issuer, actors: readonly string[]) => ReportResult;
  /** A roll by notation that is no part of the rules: logged and provable like every other. */
  readonly roll: (issuer: Issuer, free: FreeRoll, rolls: RollMode | undefined) => ReportResult;
  /** The GM drops the order that waits for an answer. */
  readonly withdraw: (issuer: Issuer) => ReportResult;
}

interface Parts {
  readonly decisions: Decisions;
  readonly transact: Transact;
  readonly transactWithFollowUps: Transact;
  readonly transactWithPlan: FollowUps['transactWithPlan'];
  readonly transactWithRun: FollowUps['transactWithRun'];
}

/** Orders over the battles of a store. */
export const createOrders = ({
  decisions,
  transact,
  transactWithFollowUps,
  transactWithPlan,
  transactWithRun,
}: Parts): Orders => ({
  order: (issuer, request) =>
    transactWithFollowUps(issuer, (battle) => {
      const order = typeof request === 'function' ? request(battle.ruleset) : ok(request);
      return order.ok
        ? decideIf([requireRight(issuer, 'command own')], resolveOrder(decisions, issuer, order.value))(battle)
        : order;
    }),
  answer: (issuer, choice) => transactWithFollowUps(issuer, (battle) => decisions.answer(battle, issuer, choice)),
  actForAbsent: (issuer, absent) =>
    transactWithPlan(issuer, absent.actor, (battle) => decideForAbsent(decisions, battle, issuer, absent)),
  skip: (issuer, { actor, kind }) =>
    transactWithPlan(issuer, actor, (battle) => {
      const right = requireRight(issuer, 'rule')(battle);
      return right.ok ? decideForExpected(decisions, battle, issuer, actor, kind) : right;
    }),
  runActors: (issuer, actors) =>
    transactWithRun(issuer, (battle, heir) => {
      const right = requireRight(issuer, 'rule')(battle);
      return right.ok ? decideInRun(decisions, battle, heir, actors) : right;
    }),
  roll: (issuer, free, rolls) =>
    transact(
      issuer,
      decideIf([requireRight(issuer, 'roll')], (battle) => {
        const { notation } = free;
        const { seed: secret, table, edition } = battle.saved;
        const dice = createOrderDice({
          edition: edition.dice,
          seed: secret,
          salt: table.salt,
          orderId: issuer.orderId,
        });
        const rolled = rollNotation(notation, dice);
        if (!rolled.ok) return refuse('bad-dice-notation', { notation, problem: rolled.error.message });
        const decided = decideSession(battle, issuer.orderId, 'roll', []);
        const request: Request = { kind: 'roll', notation, ...rollLabels(free, rolled.value) };
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
      decideIf([requireRight(issuer, 'rule')], (battle) => {
        const { pending } = battle.saved;
        if (pending === undefined) return refuse('nothing-asked');
        const decided = decideSession(battle, issuer.orderId, 'withdraw', []);
        return ok({ ...decided, request: { kind: 'withdraw', order: pending.orderId }, pending: undefined });
      }),
    ),
});
