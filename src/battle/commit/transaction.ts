import { yieldToOthers } from '../../core/cooperative.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { type Caps, overCap, overRound } from '../decide/caps.ts';
import { type Decide, type Decision, toLogEntry } from '../decide/decision.ts';
import type { PresetDice } from '../decide/hand-dice.ts';
import type { Issuer } from '../decide/issuer.ts';
import { type Monitor, runMonitored } from '../decide/monitor.ts';
import { refusalFor } from '../decide/redact-input.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import { evolveSession } from '../saved/session.ts';
import type { BattleStore, SavedBattle } from '../saved/store.ts';
import { createReport, type Report } from '../views/report.ts';
import type { BattleLoader } from './battle-loader.ts';
import { keyedQueue } from './keyed-queue.ts';
import type { BuildMessages, ComputeWaits, ReportResult } from './ports.ts';
import type { RepeatedOrders } from './repeated-orders.ts';
import { createRoundLengths } from './round-lengths.ts';

/** Load, decide, commit; a lost race decides again from the new state. Nothing is written unless everything is. */
export type Transact = (issuer: Issuer, decide: Decide) => ReportResult;

interface Parts {
  readonly loader: Pick<BattleLoader, 'toChange' | 'remembered'>;
  readonly repeated: Pick<RepeatedOrders, 'again'>;
  /** Its logs in the present editions. */
  readonly store: Pick<BattleStore, 'commit' | 'log'>;
  readonly now: () => number;
  readonly waitsAfter: ComputeWaits;
  readonly ready: Pick<PresetDice, 'spend'>;
  /** Hears of every order once it is written down. */
  readonly kept: (report: Report) => Promise<void>;
  readonly monitor: Monitor;
  readonly caps: Caps;
  readonly says: BuildMessages;
}

const attempts = 20;

/** A decision as the entry that is written of it, and the battle after it. */
const written = (before: OpenBattle, attempt: Decision, { orderId, user }: Issuer, at: number): Report => {
  const n = before.saved.version + 1;
  const entry = toLogEntry(before, attempt, { n, orderId, at, user });
  const saved: SavedBattle = {
    ...before.saved,
    channel: attempt.channel ?? before.saved.channel,
    version: n,
    table: attempt.refolded ?? attempt.table.reduce(evolveSession, before.saved.table),
    game: attempt.game.save(),
    pending: attempt.pending,
    status: attempt.game.status,
    updatedAt: entry.at,
  };
  const { game, known = () => () => false, taken = [] } = attempt;
  return createReport(before, { ...before, saved, game }, entry, known, taken);
};

export const createTransact = ({
  loader,
  repeated,
  store,
  now,
  waitsAfter,
  ready,
  kept,
  monitor,
  caps,
  says,
}: Parts): Transact => {
  const queue = keyedQueue();
  const rounds = createRoundLengths(store, caps.entries);

  /** The first answer again where the order was given before, else what it comes to otherwise. */
  const firstOr = async (
    battle: OpenBattle,
    { orderId }: Issuer,
    otherwise: () => Result<never, Refusal>,
  ): Promise<Result<Report, Refusal>> => {
    const first = await repeated.again(battle, orderId);
    if (!first.ok) return first;
    return first.value === undefined ? otherwise() : ok(first.value);
  };

  const overCaps = async (battle: OpenBattle, attempt: Decision): Promise<Result<never, Refusal> | undefined> =>
    overCap(caps, battle, attempt) ?? overRound(caps, battle, attempt, await rounds.of(battle.saved, battle.ruleset));

  /** Is a battle that was only remembered still as it was? What was found of it holds then. */
  const stands = async ({ saved }: OpenBattle, { channel }: Issuer): Promise<boolean> => {
    const read = await loader.toChange(channel);
    return read.ok && read.value.saved.id === saved.id && read.value.saved.version === saved.version;
  };

  const once = async (
    issuer: Issuer,
    decide: Decide,
    remembered: OpenBattle | undefined,
  ): Promise<Result<Report, Refusal> | 'stale'> => {
    const loaded = remembered === undefined ? await loader.toChange(issuer.channel) : ok(remembered);
    if (!loaded.ok) return loaded;
    const before = loaded.value;
    const work = { battle: before.saved.id, order: issuer.orderId };

    const decided = await runMonitored(monitor, work, () => decide(before));
    await yieldToOthers();
    // Of what is only remembered a commit finds out whether it still stands; where nothing is to be committed, it is read.
    const isPast = async (): Promise<boolean> => remembered !== undefined && !(await stands(before, issuer));
    if (!decided.ok) {
      if (await isPast()) return 'stale';
      return firstOr(before, issuer, () => {
        monitor.refused(work, decided.error.code);
        return { ok: false, error: refusalFor(before, issuer.user, decided.error) };
      });
    }
    const over = await overCaps(before, decided.value);
    if (over !== undefined) {
      if (await isPast()) return 'stale';
      if (!over.ok) monitor.refused(work, over.error.code);
      return over;
    }

    const report = runMonitored(monitor, work, () => written(before, decided.value, issuer, now()));
    const { after, entry } = report;
    const commit = await store.commit(after.saved, entry, await waitsAfter(before, after, entry), says(report, issuer));
    if (remembered !== undefined && commit !== 'kept') return 'stale';
    switch (commit) {
      case 'stale':
        return 'stale';
      case 'taken':
        return refuse('battle-exists');
      case 'twice':
        return firstOr(before, issuer, () => refuse('order-repeated'));
      case 'kept':
        if (entry.byHand) ready.spend(entry.dice.length - (before.saved.pending?.byHand?.length ?? 0));
        rounds.kept(before.saved.id, entry, before.ruleset);
        await kept(report);
        return ok(report);
    }
  };

  return (issuer, decide) =>
    queue(issuer.channel, async () => {
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const remembered = attempt === 1 ? loader.remembered(issuer.channel) : undefined;
        const outcome = await once(issuer, decide, remembered);
        if (outcome !== 'stale') return outcome;
      }
      return refuse('busy');
    });
};
