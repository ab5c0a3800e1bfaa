import { ok, type Refusal, type Result } from '../../core/message.ts';
import { orderLimits } from '../../rules/order-limits.ts';
import { answerByStandingOrder, type Decider, type Decision } from '../decide/decision.ts';
import type { Issuer, OrderDecisions } from '../decide/decisions.ts';
import { decideNextInPlan, type PlannedDecision } from '../decide/timeouts.ts';
import type { BattleStore, LogEntry, OpenBattle } from '../saved/store.ts';
import { autopilotReason } from '../views/autopilot.ts';
import { allExpectedActions, suggestionFor } from '../views/expected-actions.ts';
import { hiddenPlanReason, plannedOrder } from '../views/hidden-plans.ts';
import { followUpOrderId, maxFollowUps, type OrderReport, parseFollowUpOrderId } from '../views/report.ts';
import { orderByStandingOrder } from '../views/standing-orders.ts';
import { controllerOf, isAutomaticAction, standingOrderFor } from '../views/viewer.ts';
import type { BattleLoader, ReportResult } from './battle-loader.ts';
import type { Transact } from './transaction.ts';

/** What a standing order leads to: who gives it, and what is decided by it. */
interface FollowUp {
  readonly user: string;
  readonly decide: (battle: OpenBattle, heir: Issuer) => Result<Decision, Refusal>;
  /** Why it was done. Default: a standing order. */
  readonly reason?: string;
}

/** Something of several orders that is being carried out: what is next, and does anything follow that? */
interface OrderSequence {
  readonly next: (battle: OpenBattle, heir: Issuer) => Result<PlannedDecision, Refusal>;
  readonly hasNext: () => boolean;
}

/** Nothing follows from these: the battle stays as they leave it until the next order. */
const kindsWithoutFollowUps: readonly LogEntry['request']['kind'][] = ['undo', 'redo', 'withdraw'];
/** These come between an order and what follows from it, and change nothing about that. */
const interleavedKinds: readonly LogEntry['request']['kind'][] = ['lift', 'roll'];

const entryCost = ({ dice, events }: LogEntry): number => dice.length + events.length;

/** The reason of an action on autopilot. Empty if there is an order for it. */
const automaticReason = (battle: OpenBattle, actor: string, kind: string): Pick<FollowUp, 'reason'> =>
  isAutomaticAction(battle, actor, kind) ? { reason: autopilotReason } : {};

const dueStandingOrders = (decisions: OrderDecisions, battle: OpenBattle): readonly FollowUp[] => {
  const { pending, table } = battle.saved;
  if (pending !== undefined) {
    const { to, kind } = pending.question;
    const ordered = standingOrderFor(battle, to, kind) !== undefined;
    const choice = ordered ? answerByStandingOrder(battle, pending.rolls)(pending.question) : undefined;
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
  return allExpectedActions(battle).flatMap(({ actor, kind }) => {
    const standing = standingOrderFor(battle, actor, kind);
    if (standing === undefined) return [];
    const instead = standing === 'auto' ? suggestionFor(battle, actor, kind, 'fallback') : undefined;
    return [orderByStandingOrder(battle, { actor, kind }, standing), instead].flatMap((order) => {
      if (order === undefined) return [];
      const doing = { do: 'verb' as const, verb: order.verb, params: order.params };
      return {
        ...automaticReason(battle, actor, kind),
        user: table.control[actor] ?? table.gm,
        decide: (now: OpenBattle, heir: Issuer) => decisions.order(now, heir, { actor, actions: [doing] }),
      };
    });
  });
};

/** What the GM gave the hidden to do beforehand, where their moment has come. */
const duePlans = (decisions: OrderDecisions, battle: OpenBattle): readonly FollowUp[] => {
  const planned = plannedOrder(battle);
  if (planned === undefined) return [];
  const { actor, order, table } = planned;
  const doing = { do: 'verb' as const, verb: order.verb, params: order.params };
  return [
    {
      user: controllerOf(battle, actor),
      reason: hiddenPlanReason,
      decide: (now, heir) => decisions.order(now, heir, { actor, actions: [doing], table }),
    },
  ];
};

/** Finds and carries out what follows from orders. */
const createFollowers = (decisions: OrderDecisions, transact: Transact) => {
  /** What follows in a battle now, the first that can be done first. */
  const follows = (battle: OpenBattle): readonly FollowUp[] => [
    ...dueStandingOrders(decisions, battle),
    ...duePlans(decisions, battle),
  ];

  /** Does the first of them that the rules allow. */
  const followOne = async (issuer: Issuer, after: OpenBattle, n: number): Promise<OrderReport | undefined> => {
    for (const { user, decide, reason = 'standing order' } of follows(after)) {
      const heir: Issuer = { ...issuer, user, orderId: followUpOrderId(issuer.orderId, n), isFollowUp: true };
      const done = await transact(heir, (battle) => {
        const decided = decide(battle, heir);
        return decided.ok ? ok({ ...decided.value, reason }) : decided;
      });
      if (done.ok) return done.value;
    }
    return undefined;
  };

  /** Does the next order of what is being carried out. */
  const goOn = async (issuer: Issuer, under: OrderSequence, n: number): Promise<OrderReport | undefined> => {
    if (!under.hasNext()) return undefined;
    const heir: Issuer = { ...issuer, orderId: followUpOrderId(issuer.orderId, n), isFollowUp: true };
    const done = await transact(heir, (battle) => under.next(battle, heir));
    return done.ok ? done.value : undefined;
  };

  /** Does one after the other, from the nth on; `weight` is what was done before. */
  const followers = async (
    issuer: Issuer,
    from: OpenBattle,
    nth: number,
    weight: number,
    under?: OrderSequence,
  ): Promise<readonly OrderReport[]> => {
    const followed: OrderReport[] = [];
    let done = weight;
    for (let n = nth; n <= maxFollowUps && done < orderLimits.events; n += 1) {
      const now = (followed.at(-1) ?? { after: from }).after;
      const next = (under && (await goOn(issuer, under, n))) ?? (await followOne(issuer, now, n));
      if (next === undefined) break;
      followed.push(next);
      done += entryCost(next.entry);
    }
    return followed;
  };

  return { follows, followers };
};

/** How orders are decided and committed, with what standing orders and plans make of them. */
export const createOrderTransactions = (
  decisions: OrderDecisions,
  transact: Transact,
  loader: Pick<BattleLoader, 'byId'>,
  store: Pick<BattleStore, 'log'>,
) => {
  const { follows, followers } = createFollowers(decisions, transact);

  const withFollowers = async (
    issuer: Issuer,
    done: Result<OrderReport, Refusal>,
    under?: OrderSequence,
  ): ReportResult => {
    if (!done.ok) return done;
    const first = done.value;
    const followed = await followers(issuer, first.after, 1, entryCost(first.entry), under);
    return ok({ ...first, after: (followed.at(-1) ?? first).after, followUps: followed });
  };

  const isOrder = ({ request }: LogEntry): boolean => !interleavedKinds.includes(request.kind);

  /** The end of a log, with the last order in it and whatever came of the same one. */
  const lastOrders = async (saved: OpenBattle['saved']): Promise<readonly LogEntry[]> => {
    const from = Math.max(1, saved.version - 2 * maxFollowUps);
    const log = await store.log(saved, from, saved.version);
    return from === 1 || log.findLastIndex(isOrder) > maxFollowUps ? log : store.log(saved, 1, saved.version);
  };

  return {
    decisions,
    /** Commits an order without what follows. */
    transact,
    /** Commits an order, and then whatever standing orders and plans make of it. */
    transactWithFollowUps: async (issuer: Issuer, decide: Decider): ReportResult =>
      withFollowers(issuer, await transact(issuer, decide)),
    /** Commits an order that may begin a plan of an actor: each further order of the plan is searched again. */
    transactWithPlan: async (
      issuer: Issuer,
      actor: string,
      decide: (battle: OpenBattle) => Result<PlannedDecision, Refusal>,
    ): ReportResult => {
      let [goesOn, reason]: [boolean, string | undefined] = [false, undefined];
      const begun = (decided: Result<PlannedDecision, Refusal>): Result<PlannedDecision, Refusal> => {
        goesOn = decided.ok && decided.value.continuesPlan === true;
        return decided;
      };
      const done = await transact(issuer, (battle) => {
        const decided = begun(decide(battle));
        reason = decided.ok ? decided.value.reason : undefined;
        return decided;
      });
      const next = (battle: OpenBattle, heir: Issuer) =>
        begun(decideNextInPlan(decisions, battle, heir, actor, reason));
      return withFollowers(issuer, done, { next, hasNext: () => goesOn });
    },
    /** Commits an order that begins a run, which goes on while `decide` finds an order. */
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
    /** Carries out the follow-ups that are due if the process that took the last order was killed before it did. */
    runDueFollowUps: async (id: string): Promise<void> => {
      const loaded = await loader.byId(id);
      if (!loaded.ok) return;
      const battle = loaded.value;
      const { saved } = battle;
      if (saved.status === 'ended' || follows(battle).length === 0) return;
      const log = await lastOrders(saved);
      const last = log.findLast(isOrder);
      if (last === undefined || kindsWithoutFollowUps.includes(last.request.kind)) return;
      const { first, nth } = parseFollowUpOrderId(last.orderId);
      const weight = log
        .filter(({ orderId }) => parseFollowUpOrderId(orderId).first === first)
        .reduce((sum, entry) => sum + entryCost(entry), 0);
      const { guild, channel, table } = saved;
      await followers({ user: table.gm, name: table.gmName, guild, channel, orderId: first }, battle, nth + 1, weight);
    },
  };
};
export type OrderTransactions = ReturnType<typeof createOrderTransactions>;
