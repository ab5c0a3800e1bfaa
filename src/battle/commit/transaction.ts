import { LRUCache } from 'lru-cache';
import { ok, type Result, refuse } from '../../core/message.ts';
import { type BattleCaps, checkCaps, checkRoundCap } from '../decide/caps.ts';
import { type Decider, type Decision, toLogEntry } from '../decide/decision.ts';
import type { Issuer, Monitor } from '../decide/decisions.ts';
import type { PresetDice } from '../decide/hand-dice.ts';
import { redactRefusal } from '../decide/redact-input.ts';
import { evolveSession } from '../saved/session.ts';
import type { BattleStore, OpenBattle, SavedBattle } from '../saved/store.ts';
import { createOrderReport, type OrderReport } from '../views/report.ts';
import type { BattleLoader, BuildOutboxMessages, ComputeWaits, ReportFinder, ReportResult } from './battle-loader.ts';

/** A cached search: the first log entry of a battle's current round, and the last entry searched. */
interface Round {
  readonly from: number;
  readonly upTo: number;
}

/** Maximum number of battles whose current round is cached. */
const maxCachedBattles = 1000;

/** Creates a check that refuses orders that make a battle or a round too large. */
const createCapCheck = (store: Pick<BattleStore, 'log'>, caps: BattleCaps) => {
  const rounds = new LRUCache<string, Round>({ max: maxCachedBattles });
  /** Number of log entries in the current round, at most the cap. */
  const countEntries = async ({ saved, ruleset: { markedEvents } }: OpenBattle): Promise<number> => {
    const { id, version } = saved;
    // Most battles have fewer entries than the cap, so nothing must be read.
    if (version < caps.entries) return version;
    const last = rounds.get(id);
    const least = Math.max(1, version - caps.entries + 1);
    const known = last !== undefined && last.upTo <= version ? last : { from: least, upTo: least - 1 };
    const entries = known.upTo === version ? [] : await store.log(saved, Math.max(least, known.upTo + 1), version);
    const begun = entries.findLast(({ events }) =>
      events.some((event) => markedEvents.roundStarts.includes(String(Object(event).type))),
    );
    const round = { from: begun === undefined ? known.from : begun.n + 1, upTo: version };
    rounds.set(id, round);
    return round.upTo - round.from + 1;
  };
  return async (battle: OpenBattle, attempt: Decision): Promise<Result<never> | undefined> =>
    checkCaps(caps, battle, attempt) ?? checkRoundCap(caps, battle, attempt, await countEntries(battle));
};

/** Loads a battle, decides an order and commits it. If another order was committed first, decides again. */
export type Transact = (issuer: Issuer, decide: Decider) => ReportResult;

/** What committing an order needs. */
export interface TransactParts {
  readonly loader: Pick<BattleLoader, 'forUpdate' | 'cached'>;
  readonly findReport: ReportFinder['findReport'];
  /** Returns logs in the current editions. */
  readonly store: Pick<BattleStore, 'commit' | 'log'>;
  readonly now: () => number;
  readonly computeWaits: ComputeWaits;
  readonly presetDice: Pick<PresetDice, 'spend'>;
  /** Called after each order has been committed. */
  readonly onCommitted: (report: OrderReport) => Promise<void>;
  readonly monitor: Pick<Monitor, 'orderRefused'>;
  readonly caps: BattleCaps;
  readonly buildMessages: BuildOutboxMessages;
}

const maxAttempts = 20;

/** Runs work with the same key in order. Different keys do not wait for each other. */
const createKeyedQueue = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve();
    const done = before.then(work, work);
    last.set(key, done);
    try {
      return await done;
    } finally {
      if (last.get(key) === done) last.delete(key);
    }
  };
};

/** The report of a decision: the decision's log entry, and the battle before and after the decision. */
const toReport = (before: OpenBattle, attempt: Decision, { orderId, user }: Issuer, at: number): OrderReport => {
  const n = before.saved.version + 1;
  const entry = toLogEntry(before, attempt, { n, orderId, at, user });
  const saved: SavedBattle = {
    ...before.saved,
    channel: attempt.channel ?? before.saved.channel,
    version: n,
    table: attempt.newSession ?? attempt.table.reduce(evolveSession, before.saved.table),
    game: attempt.game.save(),
    pending: attempt.pending,
    status: attempt.game.status,
    updatedAt: entry.at,
  };
  return createOrderReport(before, { ...before, saved, game: attempt.game }, entry, attempt.findHeadlines);
};

export const createTransact = (parts: TransactParts): Transact => {
  const { loader, findReport, store, now, computeWaits, presetDice, onCommitted, monitor, caps, buildMessages } = parts;
  const queue = createKeyedQueue();
  const overCaps = createCapCheck(store, caps);

  /** True if the cached battle is the newest version. */
  const isCurrent = async ({ saved }: OpenBattle, { channel }: Issuer): Promise<boolean> => {
    const read = await loader.forUpdate(channel);
    return read.ok && read.value.saved.id === saved.id && read.value.saved.version === saved.version;
  };

  const once = async (
    issuer: Issuer,
    decide: Decider,
    remembered: OpenBattle | undefined,
  ): Promise<Result<OrderReport> | 'stale'> => {
    const loaded = remembered === undefined ? await loader.forUpdate(issuer.channel) : ok(remembered);
    if (!loaded.ok) return loaded;
    const before = loaded.value;
    const work = { battle: before.saved.id, order: issuer.orderId };

    const decided = await decide(before);
    // A commit reveals whether a cached battle was stale. Without a commit, the battle must be read again.
    const isPast = async (): Promise<boolean> => remembered !== undefined && !(await isCurrent(before, issuer));
    if (!decided.ok) {
      if (await isPast()) return 'stale';
      return findReport(before, issuer.orderId, () => {
        monitor.orderRefused(work, decided.error);
        return { ok: false, error: redactRefusal(before, issuer.user, decided.error) };
      });
    }
    const over = await overCaps(before, decided.value);
    if (over !== undefined) {
      if (await isPast()) return 'stale';
      if (!over.ok) monitor.orderRefused(work, over.error);
      return over;
    }

    const report = toReport(before, decided.value, issuer, now());
    if (issuer.isRehearsal) return (await isPast()) ? 'stale' : ok(report);
    const { after, entry } = report;
    const commit = await store.commit(
      after.saved,
      entry,
      await computeWaits(before, after, entry),
      buildMessages(report, issuer),
    );
    if (remembered !== undefined && commit !== 'kept') return 'stale';
    switch (commit) {
      case 'stale':
        return 'stale';
      case 'taken':
        return refuse('battle-exists');
      case 'twice': {
        // Another process may have committed the order after this one read the battle.
        const now = await loader.forUpdate(issuer.channel);
        return findReport(now.ok ? now.value : before, issuer.orderId, () => refuse('order-repeated'));
      }
      case 'kept':
        if (entry.byHand) presetDice.spend(entry.dice.length - (before.saved.pending?.byHand?.length ?? 0));
        await onCommitted(report);
        return ok(report);
    }
  };

  return (issuer, decide) =>
    queue(issuer.channel, async () => {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const remembered = attempt === 1 ? loader.cached(issuer.channel) : undefined;
        const outcome = await once(issuer, decide, remembered);
        if (outcome !== 'stale') return outcome;
      }
      return refuse('busy');
    });
};
