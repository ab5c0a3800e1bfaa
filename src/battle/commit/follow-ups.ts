import type { Refusal } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { ceilings } from '../../rules/bounds.ts';
import { type Decision, standingAnswers } from '../decide/decision.ts';
import type { Decisions } from '../decide/decisions.ts';
import type { Issuer } from '../decide/issuer.ts';
import { type Begun, decideNext } from '../decide/timeouts.ts';
import type { LogEntry } from '../saved/log-entry.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import type { BattleStore } from '../saved/store.ts';
import { awaitedIn, suggestionFor } from '../views/awaited.ts';
import { runnerOf, standingFor } from '../views/control.ts';
import { plannedOrder, plannedReason } from '../views/hidden-plans.ts';
import { followedFrom, followerId, mostFollowed, type Report } from '../views/report.ts';
import { orderedFor } from '../views/standing-orders.ts';
import type { BattleLoader } from './battle-loader.ts';
import type { Reported } from './ports.ts';
import type { Transact } from './transaction.ts';

/** What standing orders and plans make of an order. */
export interface FollowUps {
  /** Load, decide, commit, and then whatever standing orders and plans make of it. */
  readonly transactAll: Transact;
  /** The same for an order that may begin a plan of an actor: the rest of the plan follows, each order found anew. */
  readonly transactPlan: (
    issuer: Issuer,
    actor: string,
    decide: (battle: OpenBattle) => Result<Begun, Refusal>,
  ) => Reported;
  /** Carries out what is due, should whoever took the last order have died before it was. */
  readonly followUp: (id: string) => Promise<void>;
}

/** What a standing order leads to: who gives it, and what is decided by it. */
interface Follow {
  readonly user: string;
  readonly decide: (battle: OpenBattle, heir: Issuer) => Result<Decision, Refusal>;
  /** Why it was done, where that is no standing order. */
  readonly reason?: string;
}

/** A plan of somebody that is being carried out: do more of its orders follow, and why is it done? */
interface OpenPlan {
  readonly actor: string;
  goesOn: boolean;
  reason: string | undefined;
}

/** What these do to the battle is left as it is until somebody gives an order: nothing follows from them. */
const unfollowed: readonly LogEntry['request']['kind'][] = ['undo', 'redo', 'withdraw'];
/** These come between an order and what follows from it, and change nothing about that. */
const inBetween: readonly LogEntry['request']['kind'][] = ['lift', 'roll'];

const weightOf = ({ dice, events }: LogEntry): number => dice.length + events.length;

/** What follows in a battle now, the first that can be done first. */
const followsIn =
  (decisions: Decisions) =>
  (battle: OpenBattle): readonly Follow[] => [...standingOrdersIn(decisions, battle), ...plannedIn(decisions, battle)];

const standingOrdersIn = (decisions: Decisions, battle: OpenBattle): readonly Follow[] => {
  const { pending, table } = battle.saved;
  if (pending !== undefined) {
    const { to, kind } = pending.question;
    const ordered = standingFor(battle, to, kind) !== undefined;
    const choice = ordered ? standingAnswers(battle, pending.rolls)(pending.question) : undefined;
    return choice === undefined
      ? []
      : [{ user: runnerOf(battle, to), decide: (now, heir) => decisions.answer(now, heir, choice) }];
  }
  if (battle.game.status !== 'active') return [];
  return awaitedIn(battle).flatMap(({ actor, kind }) => {
    const standing = standingFor(battle, actor, kind);
    const instead = standing === 'auto' ? suggestionFor(battle, actor, kind, 'fallback') : undefined;
    return [orderedFor(battle, { actor, kind }, standing), instead].flatMap((order) => {
      if (order === undefined) return [];
      const doing = { do: 'verb' as const, verb: order.verb, params: order.params };
      return {
        user: table.control[actor] ?? table.gm,
        decide: (now: OpenBattle, heir: Issuer) => decisions.order(now, heir, { actor, doings: [doing] }),
      };
    });
  });
};

/** What the GM gave the hidden to do beforehand, where their moment has come. */
const plannedIn = (decisions: Decisions, battle: OpenBattle): readonly Follow[] => {
  const planned = plannedOrder(battle);
  if (planned === undefined) return [];
  const { actor, order, table } = planned;
  const doing = { do: 'verb' as const, verb: order.verb, params: order.params };
  return [
    {
      user: runnerOf(battle, actor),
      reason: plannedReason,
      decide: (now, heir) => decisions.order(now, heir, { actor, doings: [doing], table }),
    },
  ];
};

interface Parts {
  readonly decisions: Decisions;
  readonly transact: Transact;
  readonly loader: Pick<BattleLoader, 'byId'>;
  readonly store: Pick<BattleStore, 'log'>;
}

export const followUps = ({ decisions, transact, loader, store }: Parts): FollowUps => {
  const follows = followsIn(decisions);

  /** Does the first of them that the rules allow. */
  const followOne = async (issuer: Issuer, after: OpenBattle, n: number): Promise<Report | undefined> => {
    for (const { user, decide, reason = 'standing order' } of follows(after)) {
      const heir: Issuer = { ...issuer, user, orderId: followerId(issuer.orderId, n), follows: true };
      const done = await transact(heir, (battle) => {
        const decided = decide(battle, heir);
        return decided.ok ? ok({ ...decided.value, reason }) : decided;
      });
      if (done.ok) return done.value;
    }
    return undefined;
  };

  /** Does the next order of a plan that goes on. */
  const goOn = async (issuer: Issuer, plan: OpenPlan, n: number): Promise<Report | undefined> => {
    if (!plan.goesOn) return undefined;
    plan.goesOn = false;
    const heir: Issuer = { ...issuer, orderId: followerId(issuer.orderId, n), follows: true };
    const done = await transact(heir, (battle) => {
      const decided = decideNext(decisions, battle, heir, plan.actor, plan.reason);
      plan.goesOn = decided.ok && decided.value.goesOn === true;
      return decided;
    });
    return done.ok ? done.value : undefined;
  };

  /** Does one after the other, from the nth on; `weight` is what was done before. */
  const followers = async (
    issuer: Issuer,
    from: OpenBattle,
    nth: number,
    weight: number,
    plan?: OpenPlan,
  ): Promise<readonly Report[]> => {
    const followed: Report[] = [];
    let done = weight;
    for (let n = nth; n <= mostFollowed && done < ceilings.events; n += 1) {
      const now = (followed.at(-1) ?? { after: from }).after;
      const next = (plan && (await goOn(issuer, plan, n))) ?? (await followOne(issuer, now, n));
      if (next === undefined) break;
      followed.push(next);
      done += weightOf(next.entry);
    }
    return followed;
  };

  const withFollowers = async (issuer: Issuer, done: Result<Report, Refusal>, plan?: OpenPlan): Reported => {
    if (!done.ok) return done;
    const first = done.value;
    const followed = await followers(issuer, first.after, 1, weightOf(first.entry), plan);
    return ok({ ...first, after: (followed.at(-1) ?? first).after, followed });
  };

  return {
    transactAll: async (issuer, decide) => withFollowers(issuer, await transact(issuer, decide)),
    transactPlan: async (issuer, actor, decide) => {
      const plan: OpenPlan = { actor, goesOn: false, reason: undefined };
      const done = await transact(issuer, (battle) => {
        const decided = decide(battle);
        plan.goesOn = decided.ok && decided.value.goesOn === true;
        plan.reason = decided.ok ? decided.value.reason : undefined;
        return decided;
      });
      return withFollowers(issuer, done, plan);
    },
    followUp: async (id) => {
      const loaded = await loader.byId(id);
      if (!loaded.ok) return;
      const battle = loaded.value;
      const { saved } = battle;
      if (saved.status === 'ended' || follows(battle).length === 0) return;
      const log = await store.log(saved);
      const last = log.findLast(({ request }) => !inBetween.includes(request.kind));
      if (last === undefined || unfollowed.includes(last.request.kind)) return;
      const { first, nth } = followedFrom(last.orderId);
      const weight = log
        .filter(({ orderId }) => followedFrom(orderId).first === first)
        .reduce((sum, entry) => sum + weightOf(entry), 0);
      const { guild, channel, table } = saved;
      await followers({ user: table.gm, name: table.gmName, guild, channel, orderId: first }, battle, nth + 1, weight);
    },
  };
};
