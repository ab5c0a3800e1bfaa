import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { ceilings } from '../../rules/bounds.ts';
import type { Doing } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { type Caps, overCap, overRound } from '../decide/caps.ts';
import {
  type Decided,
  decideAnswer,
  decideOrder,
  entryOf,
  type Order,
  standingAnswers,
  withReferences,
} from '../decide/decision.ts';
import type { ReadyDice } from '../decide/hand-dice.ts';
import { refusalFor } from '../decide/redact-input.ts';
import { reportOf, type WholeLog } from '../decide/whole-log.ts';
import type { LogEntry } from '../saved/log-entry.ts';
import { type OpenBattle, openBattle } from '../saved/open-battle.ts';
import type { Asked, Saying, Sayings, Telling } from '../saved/outbox.ts';
import { evolveTable, type Table } from '../saved/session.ts';
import type { BattleStore, SavedBattle } from '../saved/store.ts';
import type { Aftermath } from '../saved/waits.ts';
import { awaitedIn } from '../views/awaited.ts';
import { runnerOf, standingFor } from '../views/control.ts';
import { plannedOrder, plannedReason } from '../views/hidden-plans.ts';
import type { Known } from '../views/log-lines.ts';
import { followedFrom, followerId, mostFollowed, type Report, reported, type TakenLine } from '../views/report.ts';
import { orderedFor } from '../views/standing-orders.ts';
import { inTurn } from './keyed-queue.ts';
import { bringForward } from './lift-commit.ts';
import { inHand, type Monitor, monitored } from './monitor.ts';
import { roundLengths } from './round-lengths.ts';

/** Who gives an order, where, and under which id. The same id given twice is carried out once. */
export interface Giver {
  readonly user: string;
  readonly name: string;
  readonly guild: string | undefined;
  readonly channel: string;
  readonly orderId: string;
  /** The interaction it was given by, where it is to be answered. */
  readonly asked?: Asked | undefined;
  readonly telling?: Telling | undefined;
  /** Does it follow from another order, with which it is told? */
  readonly follows?: boolean;
}

/** A decision; `refolded` is the table where it is no plain step forward, as after an undo. */
export type Attempt = Decided & {
  readonly refolded?: Table;
  /** Of which entries each reader was told, where it takes some back or gives them back. */
  readonly known?: (user: string | undefined) => Known;
  readonly taken?: readonly TakenLine[];
  /** Where the battle goes on from then. */
  readonly channel?: string;
};
/** What an entry does to those who are awaited, and when they are to be looked after; nothing where nothing changed. */
export type Following = (
  before: OpenBattle | undefined,
  after: OpenBattle,
  entry: LogEntry,
) => Promise<Aftermath | undefined>;
export type Decide = (battle: OpenBattle) => Promise<Result<Attempt, Refusal>> | Result<Attempt, Refusal>;

export type Reported = Promise<Result<Report, Refusal>>;

export interface Performing {
  /** The battle in a channel. */
  readonly at: (channel: string) => Promise<Result<OpenBattle, Refusal>>;
  /** One of older editions is lifted, and where it still goes on, that is written down. */
  readonly opened: (saved: SavedBattle | undefined) => Promise<Result<OpenBattle, Refusal>>;
  /** Load, decide, commit; a lost race decides again from the new state. Nothing is written unless everything is. */
  readonly perform: (giver: Giver, decide: Decide) => Promise<Result<Report, Refusal>>;
  /** The same, and then whatever standing orders make of it. */
  readonly performAll: (giver: Giver, decide: Decide) => Promise<Result<Report, Refusal>>;
  /** Rules an order to the game; a reply verb becomes the answer to the open question. */
  readonly decideGame: (battle: OpenBattle, giver: Giver, order: Omit<Order, 'orderId'>) => Result<Attempt, Refusal>;
  readonly decideChoice: (battle: OpenBattle, giver: Giver, choice: string) => Result<Attempt, Refusal>;
  readonly monitor: Monitor;
  /** Carries out what standing orders and plans are due for, should whoever took the last order have died before they were. */
  readonly followUp: (id: string) => Promise<void>;
  /** An order with all that standing orders made of it, told again from the log. */
  readonly retold: (id: string, orderId: string) => Promise<Result<Report | undefined, Refusal>>;
  /** The first answer again, for an order id that is in the log already. */
  readonly again: (battle: OpenBattle, orderId: string) => Promise<Result<Report | undefined, Refusal>>;
}

/** What a standing order leads to: who gives it, and what is decided by it. */
interface Follow {
  readonly user: string;
  readonly decide: (battle: OpenBattle, heir: Giver) => Result<Attempt, Refusal>;
  /** Why it was done, where that is no standing order. */
  readonly reason?: string;
}
/** What these do to the battle is left as it is until somebody gives an order: nothing follows from them. */
const unfollowed: readonly LogEntry['request']['kind'][] = ['undo', 'redo', 'withdraw'];
/** These come between an order and what follows from it, and change nothing about that. */
const inBetween: readonly LogEntry['request']['kind'][] = ['lift', 'roll'];

const attempts = 20;
const weightOf = ({ dice, events }: LogEntry): number => dice.length + events.length;

/** What is to be said of an order: written with it. Without a giver it is the house's own. */
export type Says = (report: Report, giver: Giver | undefined, more?: readonly Saying[]) => Sayings | undefined;

/** What is told of battles as they are brought to the present editions. */
export interface LiftNews {
  readonly lifted: (report: Report) => readonly Saying[];
  /** It could not be lifted, and stays as it was. */
  readonly failed: (saved: SavedBattle, problem: string) => Promise<void>;
}

interface Parts {
  readonly rulesets: readonly Ruleset[];
  /** Its logs as they were written, under whatever editions. */
  readonly written: BattleStore;
  /** The same, its logs in the present editions. */
  readonly store: BattleStore;
  readonly now: () => number;
  readonly waitsAfter: Following;
  readonly ready: ReadyDice;
  /** Hears of every order once it is written down. */
  readonly kept: (report: Report) => Promise<void>;
  readonly news: LiftNews;
  readonly monitor: Monitor;
  readonly caps: Caps;
  readonly says: Says;
  readonly wholeLog: WholeLog;
}

const nameOf = (doing: Doing | undefined): string => (doing?.do === 'verb' ? doing.verb : (doing?.do ?? 'answer'));

export const performing = ({
  rulesets,
  written: raw,
  store,
  now,
  waitsAfter,
  ready,
  kept,
  news,
  monitor,
  caps,
  says,
  wholeLog,
}: Parts): Performing => {
  const queue = inTurn();
  const rounds = roundLengths(store, caps.entries);
  const decideChoice: Performing['decideChoice'] = (battle, { user, orderId }, choice) =>
    monitored(monitor, battle, orderId, nameOf(battle.saved.pending?.doing as Doing | undefined), () =>
      decideAnswer(battle, user, choice, ready.left()),
    );
  const decideGame: Performing['decideGame'] = (battle, giver, order) => {
    const { user, orderId } = giver;
    const decided = monitored(monitor, battle, orderId, nameOf(order.doings[0]), () =>
      decideOrder(battle, user, { ...order, orderId, ready: ready.left() }),
    );
    if (!decided.ok) return decided;
    return 'choice' in decided.value ? decideChoice(battle, giver, decided.value.choice) : ok(decided.value);
  };
  const open = (saved: SavedBattle): Result<OpenBattle, Refusal> => {
    const battle = openBattle(rulesets, saved, now());
    return battle.ok ? ok(withReferences(battle.value)) : battle;
  };
  const forward = bringForward({
    ...{ store: raw, waitsAfter, now, open },
    says: (report) => says(report, undefined, news.lifted(report)),
  });
  const lifted = async (saved: SavedBattle, write: boolean): Promise<Result<OpenBattle, Refusal>> => {
    const battle = open(saved);
    const present = battle.ok && write ? await forward(battle.value) : battle;
    if (!present.ok && present.error.code === 'lift-failed')
      await news.failed(saved, String(present.error.facts.problem));
    return present;
  };
  const opened: Performing['opened'] = async (saved) =>
    saved === undefined ? refuse('no-battle-here') : lifted(saved, saved.status !== 'ended');

  /** The first answer again, with what followed from it; nothing where the log has no such order. */
  const told = async (battle: OpenBattle, orderId: string): Promise<Result<readonly Report[], Refusal>> => {
    if ((await store.entryOf(battle.saved, orderId)) === undefined) return ok([]);
    const retold = await wholeLog.retell(battle, orderId);
    return retold.ok ? ok(retold.value.map((each) => reportOf(battle, each))) : retold;
  };

  const again: Performing['again'] = async (battle, orderId) => {
    const reports = await told(battle, orderId);
    return reports.ok ? ok(reports.value[0]) : reports;
  };

  const retold: Performing['retold'] = async (id, orderId) => {
    const battle = await opened(await store.byId(id));
    const reports = battle.ok ? await told(battle.value, orderId) : battle;
    if (!reports.ok) return reports;
    const [first, ...followed] = reports.value;
    return ok(first && { ...first, after: (followed.at(-1) ?? first).after, followed });
  };

  const written = (before: OpenBattle, attempt: Attempt, { orderId, user }: Giver): Report => {
    const n = before.saved.version + 1;
    const entry = entryOf(before, attempt, { n, orderId, at: now(), user });
    const saved: SavedBattle = {
      ...before.saved,
      channel: attempt.channel ?? before.saved.channel,
      version: n,
      table: attempt.refolded ?? attempt.table.reduce(evolveTable, before.saved.table),
      game: attempt.game.save(),
      pending: attempt.pending,
      status: attempt.game.status,
      updatedAt: entry.at,
    };
    const { game, known = () => () => false, taken = [] } = attempt;
    return reported(before, { ...before, saved, game }, entry, known, taken);
  };

  const attempted = async (giver: Giver, decide: Decide): Promise<Result<Report, Refusal> | 'stale'> => {
    const saved = await store.at(giver.channel);
    const battle = saved === undefined ? refuse('no-battle-here') : await lifted(saved, true);
    if (!battle.ok) return battle;
    const work = { battle: battle.value.saved.id, order: giver.orderId };
    const decided = await inHand(monitor, work, () => decide(battle.value));
    if (!decided.ok) {
      const first = await again(battle.value, giver.orderId);
      if (!first.ok) return first;
      if (first.value !== undefined) return ok(first.value);
      monitor.refused(work, decided.error.code);
      return { ok: false, error: refusalFor(battle.value, giver.user, decided.error) };
    }
    const { saved: read, ruleset } = battle.value;
    const over =
      overCap(caps, battle.value, decided.value) ??
      overRound(caps, battle.value, decided.value, await rounds.of(read, ruleset));
    if (over !== undefined) {
      if (!over.ok) monitor.refused(work, over.error.code);
      return over;
    }
    const report = inHand(monitor, work, () => written(battle.value, decided.value, giver));
    const aftermath = await waitsAfter(battle.value, report.after, report.entry);
    const commit = await store.commit(report.after.saved, report.entry, aftermath, says(report, giver));
    if (commit === 'kept') {
      if (report.entry.byHand)
        ready.spend(report.entry.dice.length - (battle.value.saved.pending?.byHand?.length ?? 0));
      rounds.kept(read.id, report.entry, ruleset);
      await kept(report);
      return ok(report);
    }
    if (commit === 'stale') return 'stale';
    if (commit === 'taken') return refuse('battle-exists');
    const first = await again(battle.value, giver.orderId);
    if (!first.ok) return first;
    return first.value === undefined ? refuse('order-repeated') : ok(first.value);
  };

  const perform: Performing['perform'] = (giver, decide) =>
    queue(giver.channel, async () => {
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const outcome = await attempted(giver, decide);
        if (outcome !== 'stale') return outcome;
      }
      return refuse('busy');
    });

  /** What standing orders do in this battle now, the first that can be done first. */
  const standingOrdersIn = (battle: OpenBattle): readonly Follow[] => {
    const { pending, table } = battle.saved;
    if (pending !== undefined) {
      const { to, kind } = pending.question;
      const ordered = standingFor(battle, to, kind) !== undefined;
      const choice = ordered ? standingAnswers(battle, pending.rolls)(pending.question) : undefined;
      return choice === undefined
        ? []
        : [{ user: runnerOf(battle, to), decide: (now, heir) => decideChoice(now, heir, choice) }];
    }
    if (battle.game.status !== 'active') return [];
    return awaitedIn(battle).flatMap(({ actor, kind }) => {
      const order = orderedFor(battle, { actor, kind }, standingFor(battle, actor, kind));
      if (order === undefined) return [];
      const doing = { do: 'verb' as const, verb: order.verb, params: order.params };
      return {
        user: table.control[actor] ?? table.gm,
        decide: (now, heir) => decideGame(now, heir, { actor, doings: [doing] }),
      };
    });
  };

  /** What the GM gave the hidden to do beforehand, where their moment has come. */
  const plannedIn = (battle: OpenBattle): readonly Follow[] => {
    const planned = plannedOrder(battle);
    if (planned === undefined) return [];
    const { actor, order, table } = planned;
    const doing = { do: 'verb' as const, verb: order.verb, params: order.params };
    return [
      {
        user: runnerOf(battle, actor),
        reason: plannedReason,
        decide: (now, heir) => decideGame(now, heir, { actor, doings: [doing], table }),
      },
    ];
  };

  /** Does the first of them that the rules allow. */
  const followOne = async (giver: Giver, after: OpenBattle, n: number): Promise<Report | undefined> => {
    for (const { user, decide, reason = 'standing order' } of [...standingOrdersIn(after), ...plannedIn(after)]) {
      const heir: Giver = { ...giver, user, orderId: followerId(giver.orderId, n), follows: true };
      const done = await perform(heir, (battle) => {
        const decided = decide(battle, heir);
        return decided.ok ? ok({ ...decided.value, reason }) : decided;
      });
      if (done.ok) return done.value;
    }
    return undefined;
  };

  /** Does one after the other, from the nth on; `weight` is what was done before. */
  const followers = async (giver: Giver, from: OpenBattle, nth: number, weight: number): Promise<readonly Report[]> => {
    const followed: Report[] = [];
    let done = weight;
    for (let n = nth; n <= mostFollowed && done < ceilings.events; n += 1) {
      const next = await followOne(giver, (followed.at(-1) ?? { after: from }).after, n);
      if (next === undefined) break;
      followed.push(next);
      done += weightOf(next.entry);
    }
    return followed;
  };

  const following = async (giver: Giver, first: Report): Promise<Report> => {
    const followed = await followers(giver, first.after, 1, weightOf(first.entry));
    return { ...first, after: (followed.at(-1) ?? first).after, followed };
  };

  const followUp: Performing['followUp'] = async (id) => {
    const opening = await opened(await store.byId(id));
    if (!opening.ok) return;
    const battle = opening.value;
    const { saved } = battle;
    if (saved.status === 'ended' || [...standingOrdersIn(battle), ...plannedIn(battle)].length === 0) return;
    const log = await store.log(saved);
    const last = log.findLast(({ request }) => !inBetween.includes(request.kind));
    if (last === undefined || unfollowed.includes(last.request.kind)) return;
    const { first, nth } = followedFrom(last.orderId);
    const weight = log
      .filter(({ orderId }) => followedFrom(orderId).first === first)
      .reduce((sum, entry) => sum + weightOf(entry), 0);
    const { guild, channel, table } = saved;
    await followers({ user: table.gm, name: table.gmName, guild, channel, orderId: first }, battle, nth + 1, weight);
  };

  return {
    at: async (channel) => opened(await store.at(channel)),
    opened,
    decideGame,
    decideChoice,
    perform,
    monitor,
    again,
    retold,
    followUp,
    performAll: async (giver, decide) => {
      const first = await perform(giver, decide);
      return first.ok ? ok(await following(giver, first.value)) : first;
    },
  };
};
