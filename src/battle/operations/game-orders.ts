import { ok, refuse } from '../../core/message.ts';
import { rollNotation } from '../../dice/notation.ts';
import { createOrderDice } from '../../dice/order-dice.ts';
import { isSecretRoll } from '../../dice/power-roll.ts';
import type { BattleLoader, ReportResult } from '../commit/battle-loader.ts';
import type { OrderTransactions } from '../commit/follow-ups.ts';
import {
  approveRequest,
  findRequest,
  type OrderRequest,
  type RequestSelector,
  resolveOrder,
  type UnparsedOrder,
} from '../decide/command.ts';
import { decideSessionChange } from '../decide/decision.ts';
import { decideAfterChecks, type Issuer, requireRight } from '../decide/decisions.ts';
import {
  decideForAbsentPlayer,
  decideForExpectedActor,
  decideNextInRun,
  type TimedOutActor,
} from '../decide/timeouts.ts';
import { createFindHeadlines, type UndoAndReplay, type UndoRequest } from '../decide/undo-and-replay.ts';
import type { RollMode } from '../saved/session.ts';
import type { EntryRequest } from '../saved/store.ts';
import { type FreeRoll, rollLabels } from '../views/roll-lines.ts';

/** Creates the service for orders, answers and rolls in battles. */
export const createGameOrderService = ({
  decisions,
  transact,
  transactWithFollowUps,
  transactWithPlan,
  transactWithRun,
}: OrderTransactions) => ({
  order: (issuer: Issuer, request: OrderRequest | UnparsedOrder): ReportResult =>
    transactWithFollowUps(issuer, [], (battle) => {
      const order = typeof request === 'function' ? request(battle.ruleset) : ok(request);
      if (!order.ok) return order;
      const right = requireRight(issuer, 'command own')(battle);
      return right.ok ? resolveOrder(decisions, issuer, order.value)(battle) : right;
    }),
  answer: (issuer: Issuer, choice: string): ReportResult =>
    transactWithFollowUps(issuer, [], (battle) => decisions.answer(battle, issuer, choice)),
  /** Acts for an actor whose time ran out, with a whole plan. `issuer`: the absent player. */
  actForAbsent: (issuer: Issuer, absent: TimedOutActor): ReportResult =>
    transactWithPlan(issuer, absent.actor, (battle) => decideForAbsentPlayer(decisions, battle, issuer, absent)),
  /** Carries out the suggested plan for an expected action. GM only. */
  skip: (issuer: Issuer, { actor, kind }: Pick<TimedOutActor, 'actor' | 'kind'>): ReportResult =>
    transactWithPlan(
      issuer,
      actor,
      decideAfterChecks([requireRight(issuer, 'rule')], (battle) =>
        decideForExpectedActor(decisions, battle, issuer, actor, kind),
      ),
    ),
  /** Runs these actors until the battle waits for someone else. GM only. */
  runActors: (issuer: Issuer, actors: readonly string[]): ReportResult =>
    transactWithRun(issuer, (battle, heir) => {
      const right = requireRight(issuer, 'rule')(battle);
      return right.ok ? decideNextInRun(decisions, battle, heir, actors) : right;
    }),
  /** Rolls dice outside the rules, logged and verifiable like any order. */
  roll: (issuer: Issuer, free: FreeRoll, rolls: RollMode | undefined): ReportResult =>
    transact(issuer, [requireRight(issuer, 'roll')], (battle) => {
      const { notation } = free;
      const { seed, table } = battle.saved;
      const dice = createOrderDice({ seed, salt: table.salt, orderId: issuer.orderId });
      const rolled = rollNotation(notation, dice);
      if (!rolled.ok) return refuse('bad-dice-notation', { notation, problem: rolled.error });
      const decided = decideSessionChange(battle, issuer.orderId, 'roll', []);
      const request: EntryRequest = { kind: 'roll', notation, ...rollLabels(free, rolled.value) };
      const events = free.checkOf === undefined ? [] : battle.game.checkEvents(free.checkOf, dice.rolledDice());
      return ok({
        ...decided,
        ...{ request, events, game: battle.game.applyEvents(events) },
        dice: dice.rolledDice(),
        rolls: rolls ?? (isSecretRoll(notation) ? 'self' : table.rolls),
      });
    }),
  /** Cancels the order that waits for an answer. GM only. */
  withdraw: (issuer: Issuer): ReportResult =>
    transact(issuer, [requireRight(issuer, 'rule')], (battle) => {
      const { pending } = battle.saved;
      if (pending === undefined) return refuse('nothing-asked');
      const decided = decideSessionChange(battle, issuer.orderId, 'withdraw', []);
      return ok({ ...decided, request: { kind: 'withdraw' as const, order: pending.orderId }, pending: undefined });
    }),
});
export type GameOrderService = ReturnType<typeof createGameOrderService>;

export const createGmRequests = (
  { decisions, transact, transactWithFollowUps }: OrderTransactions,
  { byChannel }: Pick<BattleLoader, 'byChannel'>,
) => {
  const find = (issuer: Issuer, which: RequestSelector) =>
    decideAfterChecks([requireRight(issuer, 'rule')], (battle) => findRequest(battle, which));
  return {
    /** Approves a player's request, perhaps changed. The dice are rolled now, so that no one knows them before. */
    approve: async (
      issuer: Issuer,
      which: RequestSelector,
      changed: Readonly<Record<string, unknown>> = {},
    ): ReportResult => {
      const there = await byChannel(issuer.channel);
      const meant = there.ok ? find(issuer, which)(there.value) : there;
      if (!meant.ok) return meant;
      const { n, user } = meant.value;
      return transactWithFollowUps({ ...issuer, user }, [], (battle) => {
        const request = find(issuer, { n })(battle);
        return request.ok ? approveRequest(decisions, battle, issuer, request.value, changed) : request;
      });
    },
    deny: (issuer: Issuer, which: RequestSelector, why: string | undefined): ReportResult =>
      transact(issuer, [], (battle) => {
        const meant = find(issuer, which)(battle);
        if (!meant.ok) return meant;
        const { n, actor } = meant.value;
        const refused = { type: 'request-refused' as const, n, actor, ...(why !== undefined && { why }) };
        return ok(decideSessionChange(battle, issuer.orderId, 'request refused', [refused]));
      }),
  };
};
export type GmRequests = ReturnType<typeof createGmRequests>;

export const createUndoService = ({ transact }: OrderTransactions, { undo }: Pick<UndoAndReplay, 'undo'>) => {
  const turned = (issuer: Issuer, wish: UndoRequest, reason?: string): ReportResult =>
    transact(issuer, [], async (battle) => {
      const found = await undo(battle, wish);
      if (!found.ok) return found;
      if (found.value.kind === 'asks')
        return ok(decideSessionChange(battle, issuer.orderId, 'undo', [found.value.event], reason));
      const { request, stood, hearers } = found.value;
      return ok({
        ...decideSessionChange(battle, issuer.orderId, request.kind, [], reason),
        ...{ request, pending: stood.pending, game: battle.ruleset.openGame(stood.game) },
        ...{ newSession: stood.table, findHeadlines: createFindHeadlines(hearers) },
      });
    });
  return {
    /** Undoes orders. `to`: an entry's number as the issuer counts. Default: the last order. */
    undo: (issuer: Issuer, to: number | undefined, reason?: string): ReportResult =>
      turned(issuer, { kind: 'undo', user: issuer.user, to }, reason),
    /** Agrees to another side's last request for an undo. */
    agree: (issuer: Issuer): ReportResult => turned(issuer, { kind: 'agree', user: issuer.user }),
    redo: (issuer: Issuer): ReportResult => turned(issuer, { kind: 'redo', user: issuer.user }),
  };
};
export type UndoService = ReturnType<typeof createUndoService>;
