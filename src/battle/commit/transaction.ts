import { ok, type Refusal, type Result, refuse } from '../../core/result.ts';
import { type BattleCaps, checkCaps, checkRoundCap } from '../decide/caps.ts';
import { type Decider, type Decision, toLogEntry } from '../decide/decision.ts';
import type { Issuer, Monitor } from '../decide/decisions.ts';
import type { PresetDice } from '../decide/hand-dice.ts';
import { redactRefusal } from '../decide/redact-input.ts';
import { evolveSession } from '../saved/session.ts';
import type { BattleStore, OpenBattle, SavedBattle } from '../saved/store.ts';
import { createOrderReport, type OrderReport } from '../views/report.ts';
import type { BattleLoader } from './battle-loader.ts';
import type { BuildOutboxMessages, ComputeWaits, ReportResult } from './ports.ts';
import type { RepeatedOrderReports } from './repeated-orders.ts';
import { createRoundLengthCounter } from './round-lengths.ts';

/** Load, decide, commit; a lost race decides again from the new state. Nothing is written unless everything is. */
export type Transact = (issuer: Issuer, decide: Decider) => ReportResult;

interface Parts {
  readonly loader: Pick<BattleLoader, 'forUpdate' | 'cached'>;
  readonly repeated: Pick<RepeatedOrderReports, 'findReport'>;
  /** Its logs in the present editions. */
  readonly store: Pick<BattleStore, 'commit' | 'log'>;
  readonly now: () => number;
  readonly computeWaits: ComputeWaits;
  readonly presetDice: Pick<PresetDice, 'spend'>;
  /** Hears of every order once it is written down. */
  readonly onCommitted: (report: OrderReport) => Promise<void>;
  readonly monitor: Pick<Monitor, 'orderRefused'>;
  readonly caps: BattleCaps;
  readonly buildMessages: BuildOutboxMessages;
}

const maxAttempts = 20;

/** Runs pieces of work with the same key one after another, in the order they came; different keys do not wait for each other. */
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

/** A decision as the entry that is written of it, and the battle after it. */
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
  const { game, entryVisibility = () => () => false, undone = [] } = attempt;
  return createOrderReport(before, { ...before, saved, game }, entry, entryVisibility, undone);
};

export const createTransact = ({
  loader,
  repeated,
  store,
  now,
  computeWaits,
  presetDice,
  onCommitted,
  monitor,
  caps,
  buildMessages,
}: Parts): Transact => {
  const queue = createKeyedQueue();
  const rounds = createRoundLengthCounter(store, caps.entries);

  /** The first answer again where the order was given before, else what it comes to otherwise. */
  const firstOr = async (
    battle: OpenBattle,
    { orderId }: Issuer,
    otherwise: () => Result<never, Refusal>,
  ): Promise<Result<OrderReport, Refusal>> => {
    const first = await repeated.findReport(battle, orderId);
    if (!first.ok) return first;
    return first.value === undefined ? otherwise() : ok(first.value);
  };

  const overCaps = async (battle: OpenBattle, attempt: Decision): Promise<Result<never, Refusal> | undefined> =>
    checkCaps(caps, battle, attempt) ??
    checkRoundCap(
      caps,
      battle,
      attempt,
      // Nothing is read where a whole battle has fewer entries than the cap: nearly always.
      battle.saved.version < caps.entries
        ? battle.saved.version
        : await rounds.countEntries(battle.saved, battle.ruleset),
    );

  /** Is a battle that was only remembered still as it was? What was found of it holds then. */
  const stands = async ({ saved }: OpenBattle, { channel }: Issuer): Promise<boolean> => {
    const read = await loader.forUpdate(channel);
    return read.ok && read.value.saved.id === saved.id && read.value.saved.version === saved.version;
  };

  const once = async (
    issuer: Issuer,
    decide: Decider,
    remembered: OpenBattle | undefined,
  ): Promise<Result<OrderReport, Refusal> | 'stale'> => {
    const loaded = remembered === undefined ? await loader.forUpdate(issuer.channel) : ok(remembered);
    if (!loaded.ok) return loaded;
    const before = loaded.value;
    const work = { battle: before.saved.id, order: issuer.orderId };

    const decided = await decide(before);
    // Of what is only remembered a commit finds out whether it still stands; where nothing is to be committed, it is read.
    const isPast = async (): Promise<boolean> => remembered !== undefined && !(await stands(before, issuer));
    if (!decided.ok) {
      if (await isPast()) return 'stale';
      return firstOr(before, issuer, () => {
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
      case 'twice':
        return firstOr(before, issuer, () => refuse('order-repeated'));
      case 'kept':
        if (entry.byHand) presetDice.spend(entry.dice.length - (before.saved.pending?.byHand?.length ?? 0));
        if (entry.n > caps.entries) rounds.onCommit(before.saved.id, entry, before.ruleset);
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
