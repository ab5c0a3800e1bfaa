import { ok, type Result, refuse } from '../../core/message.ts';
import { orderLimits } from '../../rules/order-limits.ts';
import { automationSince, clockOrderPrefix, countRounds, isPersonsOrder } from '../decide/automation.ts';
import { answerByStandingOrder, type Decider, type Decision, decideSessionChange } from '../decide/decision.ts';
import { type BattleCheck, decideAfterChecks, type Issuer, type OrderDecisions } from '../decide/decisions.ts';
import { decideNextInPlan, type PlannedDecision } from '../decide/timeouts.ts';
import type { BattleStore, LogEntry, OpenBattle } from '../saved/store.ts';
import { autopilotReason, forumPaceReason } from '../views/autopilot.ts';
import { allExpectedActions, isRoutine, suggestionFor } from '../views/expected-actions.ts';
import { hiddenPlanReason, plannedOrders } from '../views/hidden-plans.ts';
import { followUpOrderId, maxFollowUps, type OrderReport, parseFollowUpOrderId } from '../views/report.ts';
import { orderByStandingOrder } from '../views/standing-orders.ts';
import { controllerOf, isAutomaticAction, standingOrderFor } from '../views/viewer.ts';
import type { BattleLoader, ReportResult } from './battle-loader.ts';
import type { Transact } from './transaction.ts';

/** An automatic order that a standing order, autopilot or plan gives after another order. */
interface FollowUp {
  readonly user: string;
  readonly decide: (battle: OpenBattle, heir: Issuer) => Result<Decision>;
  /** The reason that the log shows for the follow-up. Default: a standing order. */
  readonly reason?: string;
}

/** An unfinished plan or run: several orders to carry out one after another. */
interface OrderSequence {
  readonly next: (battle: OpenBattle, heir: Issuer) => Result<PlannedDecision>;
  readonly hasNext: () => boolean;
}

/** Requests that are never followed by automatic orders. */
const kindsWithoutFollowUps: readonly LogEntry['request']['kind'][] = ['undo', 'redo', 'withdraw'];
/** Maximum number of entries that are searched for the last order from a person. */
const maxEntriesRead = 500;
/** Requests that may be logged between an order and its follow-ups. */
const interleavedKinds: readonly LogEntry['request']['kind'][] = ['lift', 'roll'];

const entryCost = ({ dice, events }: LogEntry): number => dice.length + events.length;

/** The log's reason for an action on autopilot. Empty if a standing order causes the action. */
const automaticReason = (battle: OpenBattle, actor: string, kind: string): Pick<FollowUp, 'reason'> =>
  isAutomaticAction(battle, actor, kind) ? { reason: autopilotReason } : {};

/** The standing orders that are due. `everyone`: as if everyone without one had the order `auto`. */
const dueStandingOrders = (decisions: OrderDecisions, battle: OpenBattle, everyone: boolean): readonly FollowUp[] => {
  const { pending, table } = battle.saved;
  if (pending !== undefined) {
    const { to, kind } = pending.question;
    const ordered = standingOrderFor(battle, to, kind) !== undefined;
    const standing = ordered ? answerByStandingOrder(battle, pending.rolls)(pending.question) : undefined;
    const choice = standing ?? (everyone ? pending.question.auto : undefined);
    return choice === undefined
      ? []
      : [
          {
            ...automaticReason(battle, to, kind),
            user: controllerOf(battle, to),
            decide: (now, heir) => decisions.answer(now, heir, choice),
          },
        ];
  }
  if (battle.game.status !== 'active') return [];
  const expected = allExpectedActions(battle);
  return expected.flatMap((due) => {
    const { actor, kind } = due;
    const chosen = standingOrderFor(battle, actor, kind);
    const isAlone = everyone && table.hidden[actor] === undefined;
    const standing = chosen ?? (isAlone || isRoutine(battle, due) ? 'auto' : undefined);
    if (standing === undefined || (due.routine === 'last' && expected.length > 1)) return [];
    const instead = standing === 'auto' ? suggestionFor(battle, actor, kind, 'fallback') : undefined;
    return [orderByStandingOrder(battle, { actor, kind }, standing), instead].flatMap((order) => {
      if (order === undefined) return [];
      const doing = { do: 'verb' as const, verb: order.verb, params: order.params };
      return {
        ...(chosen === undefined
          ? { reason: isAlone ? autopilotReason : forumPaceReason }
          : automaticReason(battle, actor, kind)),
        user: table.control[actor] ?? table.gm,
        decide: (now: OpenBattle, heir: Issuer) => decisions.order(now, heir, { actor, actions: [doing] }),
      };
    });
  });
};

/** The orders of hidden combatants that are due now. */
const duePlans = (decisions: OrderDecisions, battle: OpenBattle): readonly FollowUp[] =>
  plannedOrders(battle).map(({ actor, order: { verb, params }, table }) => ({
    user: controllerOf(battle, actor),
    reason: hiddenPlanReason,
    decide: (now, heir) => decisions.order(now, heir, { actor, actions: [{ do: 'verb', verb, params }], table }),
  }));

/** Finds and carries out follow-ups of orders. */
const createFollowers = (decisions: OrderDecisions, transact: Transact, store: Pick<BattleStore, 'log'>) => {
  /** All follow-ups that are due now, in the order to try them. */
  const dueFollowUps = (battle: OpenBattle, everyone = false): readonly FollowUp[] => [
    ...dueStandingOrders(decisions, battle, everyone),
    ...duePlans(decisions, battle),
  ];

  /** The end of the log, which usually contains the last order from a person. */
  const readEnd = ({ saved }: OpenBattle): Promise<readonly LogEntry[]> =>
    store.log(saved, Math.max(1, saved.version - maxEntriesRead), saved.version);

  /** Records that automation pauses until a person gives an order. */
  const announcePause = async (issuer: Issuer, orderId: string): Promise<OrderReport | undefined> => {
    const said = await transact({ ...issuer, orderId }, (battle) =>
      ok(decideSessionChange(battle, orderId, 'automation', [{ type: 'automation-paused' }])),
    );
    return said.ok ? said.value : undefined;
  };

  /** True if the clock may not act, because automation pauses. The first time, the log says so. */
  const stopsClock = async (issuer: Issuer, battle: OpenBattle): Promise<boolean> => {
    const { isPaused, isAnnounced } = automationSince(battle, await readEnd(battle));
    if (isPaused && !isAnnounced) await announcePause(issuer, `${issuer.orderId}:pause`);
    return isPaused;
  };

  /** Carries out the first follow-up that the rules allow. Undefined if there is none. */
  const runFirstFollowUp = async (
    issuer: Issuer,
    due: readonly FollowUp[],
    n: number,
  ): Promise<OrderReport | undefined> => {
    for (const { user, decide, reason = 'standing order' } of due) {
      const heir: Issuer = { ...issuer, user, orderId: followUpOrderId(issuer.orderId, n), isFollowUp: true };
      const done = await transact(heir, (battle) => {
        const decided = decide(battle, heir);
        return decided.ok ? ok({ ...decided.value, reason }) : decided;
      });
      if (done.ok) return done.value;
    }
    return undefined;
  };

  /** Carries out the next order of a plan or run. Undefined if no order is left. */
  const continueSequence = async (
    issuer: Issuer,
    under: OrderSequence,
    n: number,
  ): Promise<OrderReport | undefined> => {
    if (!under.hasNext()) return undefined;
    const heir: Issuer = { ...issuer, orderId: followUpOrderId(issuer.orderId, n), isFollowUp: true };
    const done = await transact(heir, (battle) => under.next(battle, heir));
    return done.ok ? done.value : undefined;
  };

  /** Carries out follow-ups one by one, numbered from `nth`, at most one round. `weight`: earlier dice and events. */
  const runFollowUps = async (
    issuer: Issuer,
    from: OpenBattle,
    nth: number,
    weight: number,
    { log: known, under }: { readonly log?: readonly LogEntry[] | undefined; readonly under?: OrderSequence } = {},
  ): Promise<readonly OrderReport[]> => {
    const followed: OrderReport[] = [];
    const atHour = issuer.orderId.startsWith(clockOrderPrefix) && from.saved.table.clock.hour !== undefined;
    let [log, done] = [atHour ? await readEnd(from) : known, weight];
    for (let n = nth; n <= maxFollowUps && done < orderLimits.events; n += 1) {
      const now = (followed.at(-1) ?? { after: from }).after;
      const entries = followed.map(({ entry }) => entry);
      // At the agreed hour, the rest of the round resolves itself.
      const due = dueFollowUps(now, atHour && countRounds(now, [...(log?.slice(-1) ?? []), ...entries]) === 0);
      if (due.length === 0 && under?.hasNext() !== true) break;
      log ??= await readEnd(from);
      const { isPaused, isAnnounced } = automationSince(now, [...log, ...entries]);
      if (isPaused && isAnnounced) break;
      const next = isPaused
        ? await announcePause({ ...issuer, isFollowUp: true }, followUpOrderId(issuer.orderId, n))
        : ((under && (await continueSequence(issuer, under, n))) ?? (await runFirstFollowUp(issuer, due, n)));
      if (next === undefined) break;
      followed.push(next);
      done += entryCost(next.entry);
    }
    return followed;
  };

  return { dueFollowUps, runFollowUps, stopsClock };
};

/** Creates the functions that decide and commit orders with their follow-ups. */
export const createOrderTransactions = (
  decisions: OrderDecisions,
  transact: Transact,
  loader: Pick<BattleLoader, 'byChannel' | 'byId'>,
  store: Pick<BattleStore, 'log'>,
) => {
  const { dueFollowUps, runFollowUps, stopsClock } = createFollowers(decisions, transact, store);

  const withFollowers = async (issuer: Issuer, done: Result<OrderReport>, under?: OrderSequence): ReportResult => {
    if (!done.ok) return done;
    const first = done.value;
    const { before, after, entry } = first;
    const log = isPersonsOrder(before, entry, before.saved.pending?.question.to) ? [entry] : undefined;
    const followed = await runFollowUps(issuer, after, 1, entryCost(entry), { log, ...(under && { under }) });
    return ok({ ...first, after: (followed.at(-1) ?? first).after, followUps: followed });
  };

  const isOrder = ({ request }: LogEntry): boolean => !interleavedKinds.includes(request.kind);

  /** Reads the end of the log, which contains the last order and all its follow-ups. */
  const lastOrders = async (saved: OpenBattle['saved']): Promise<readonly LogEntry[]> => {
    const from = Math.max(1, saved.version - 2 * maxFollowUps);
    const log = await store.log(saved, from, saved.version);
    return from === 1 || log.findLastIndex(isOrder) > maxFollowUps ? log : store.log(saved, 1, saved.version);
  };

  return {
    decisions,
    /** Commits an order without its follow-ups. The first of its checks that refuses is the answer. */
    transact: (issuer: Issuer, checks: readonly BattleCheck[], decide: Decider): ReportResult =>
      transact(issuer, decideAfterChecks(checks, decide)),
    /** Commits an order and its follow-ups. The first of its checks that refuses is the answer. */
    transactWithFollowUps: async (issuer: Issuer, checks: readonly BattleCheck[], decide: Decider): ReportResult =>
      withFollowers(issuer, await transact(issuer, decideAfterChecks(checks, decide))),
    /** Commits an order, then the rest of the plan that it begins. Calculates the plan again after each order. */
    transactWithPlan: async (
      issuer: Issuer,
      actor: string,
      decide: (battle: OpenBattle) => Result<PlannedDecision>,
    ): ReportResult => {
      let [goesOn, reason]: [boolean, string | undefined] = [false, undefined];
      const isByClock = issuer.orderId.startsWith(clockOrderPrefix);
      const begun = (decided: Result<PlannedDecision>): Result<PlannedDecision> => {
        goesOn = decided.ok && decided.value.continuesPlan === true;
        return decided;
      };
      const there = isByClock ? await loader.byChannel(issuer.channel) : undefined;
      if (there?.ok && (await stopsClock(issuer, there.value))) return refuse('no-default');
      const done = await transact(issuer, (battle) => {
        const decided = begun(decide(battle));
        reason = decided.ok ? decided.value.reason : undefined;
        return decided;
      });
      const next = (battle: OpenBattle, heir: Issuer) =>
        begun(decideNextInPlan(decisions, battle, heir, actor, reason));
      return withFollowers(issuer, done, { next, hasNext: () => goesOn });
    },
    /** Commits the first order of a run, then more orders as long as `decide` returns one. */
    transactWithRun: async (issuer: Issuer, decide: OrderSequence['next']): ReportResult => {
      let goesOn = true;
      const next: OrderSequence['next'] = (battle, heir) => {
        const decided = decide(battle, heir);
        goesOn = decided.ok;
        return decided;
      };
      const done = await transact(issuer, (battle) => next(battle, issuer));
      return withFollowers(issuer, done, { next, hasNext: () => goesOn });
    },
    /** Carries out follow-ups that are still due because a process was killed after an order. */
    runDueFollowUps: async (id: string): Promise<void> => {
      const loaded = await loader.byId(id);
      if (!loaded.ok) return;
      const battle = loaded.value;
      const { saved } = battle;
      if (saved.status === 'ended' || dueFollowUps(battle).length === 0) return;
      const log = await lastOrders(saved);
      const last = log.findLast(isOrder);
      if (last === undefined || kindsWithoutFollowUps.includes(last.request.kind)) return;
      const { first, nth } = parseFollowUpOrderId(last.orderId);
      const weight = log
        .filter(({ orderId }) => parseFollowUpOrderId(orderId).first === first)
        .reduce((sum, entry) => sum + entryCost(entry), 0);
      const { guild, channel, table } = saved;
      await runFollowUps(
        { user: table.gm, name: table.gmName, guild, channel, orderId: first },
        battle,
        nth + 1,
        weight,
      );
    },
  };
};
export type OrderTransactions = ReturnType<typeof createOrderTransactions>;
