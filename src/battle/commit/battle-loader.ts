import { z } from 'zod';
import { markNames, ok, type Result, refuse } from '../../core/message.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { type Decision, decideSessionChange, reaskQuestion, toLogEntry } from '../decide/decision.ts';
import type { Issuer } from '../decide/decisions.ts';
import { rebuildReport, type UndoAndReplay } from '../decide/undo-and-replay.ts';
import type { Edition, EditionStamp } from '../editions/app-edition.ts';
import type { OutboxMessage, OutboxMessages } from '../saved/outbox.ts';
import type { SessionEvent } from '../saved/session.ts';
import type { BattleStore, LogEntry, OpenBattle, PendingOrder, SavedBattle } from '../saved/store.ts';
import { openBattle, refuseFailedUpcast, retainedDefaults, upcastAndVerifyLog } from '../saved/upcast-battle.ts';
import type { WaitChanges } from '../saved/waits.ts';
import { createOrderReport, type OrderReport } from '../views/report.ts';
import { hasName } from '../views/viewer.ts';

/** The report of a committed order, or the refusal. */
export type ReportResult = Promise<Result<OrderReport>>;

/** Computes how an entry changes its battle's waits and alarms. Undefined if it changes none. */
export type ComputeWaits = (
  before: OpenBattle | undefined,
  after: OpenBattle,
  entry: LogEntry,
) => Promise<WaitChanges | undefined>;

/** Builds the messages that are saved with an order. Undefined issuer: the app itself caused the entry. */
export type BuildOutboxMessages = (
  report: OrderReport,
  issuer: Issuer | undefined,
  more?: readonly OutboxMessage[],
) => OutboxMessages | undefined;

/** Builds messages about battles that were converted to a new edition, and reports failed conversions. */
export interface UpcastNotices {
  readonly upcast: (report: OrderReport) => readonly OutboxMessage[];
  /** Called if a saved battle could not be converted to the current editions. It stays unchanged. */
  readonly failed: (saved: SavedBattle, problem: string) => Promise<void>;
}

/** The verb of an order that stopped at a question. For an action without a verb: the kind of action. */
const describePending = ({ doing }: PendingOrder): string => {
  const { verb, do: kind } = Object(doing);
  return String(verb ?? kind ?? 'order');
};

const toEditionStamp = ({ house, rules }: Edition): EditionStamp => ({ house, rules });

/** The report of a conversion to the current editions: its log entry, and the battle before and after. */
const createUpcastReport = (battle: OpenBattle, from: Edition, log: readonly LogEntry[], at: number): OrderReport => {
  const { upcastFrom: _, ...present } = battle;
  const { saved, ruleset } = present;
  const { pending } = saved;
  const fell = pending === undefined ? [] : (log.findLast(({ diceKey }) => diceKey === pending.orderId)?.dice ?? []);
  const asked = pending && reaskQuestion(present, pending, fell);
  const lifted: SessionEvent = {
    type: 'lifted',
    kept: retainedDefaults(ruleset, from.rules, saved.table),
    ...(pending !== undefined &&
      asked === undefined && {
        withdrew: { user: pending.user, actor: pending.actor, order: describePending(pending) },
      }),
  };
  const orderId = `lift ${saved.edition.house}.${saved.edition.rules}`;
  const decided: Decision = {
    ...decideSessionChange(present, orderId, 'lift', [lifted]),
    request: { kind: 'lift', from: toEditionStamp(from), to: toEditionStamp(saved.edition) },
    pending: asked,
  };
  const entry = toLogEntry(present, decided, { n: saved.version + 1, orderId, at, user: '' });
  // No user acted, so lists of last actions do not change.
  const after: OpenBattle = { ...present, saved: { ...saved, version: entry.n, pending: asked } };
  return createOrderReport(present, after, entry);
};

interface Parts {
  readonly rulesets: readonly Ruleset[];
  /** The store that returns logs as they were written, in any edition. */
  readonly rawStore: BattleStore;
  readonly now: () => number;
  readonly computeWaits: ComputeWaits;
  readonly buildMessages: BuildOutboxMessages;
  readonly upcastNotices: UpcastNotices;
}

/** Reads the log of a battle as written. Refuses with `lift-failed` if an app upcast step made an entry invalid. */
const readEntries = async (saved: OpenBattle['saved'], store: BattleStore): Promise<Result<readonly LogEntry[]>> => {
  try {
    // Entries that another process has added since are not part of this snapshot.
    return ok(await store.log(saved, 1, saved.version));
  } catch (problem) {
    if (problem instanceof z.ZodError) return refuseFailedUpcast(problem);
    throw problem;
  }
};

const maxAttempts = 5;

/** Commits a converted battle with a log entry. Refuses with `lift-failed` if its log no longer replays. */
const commitUpcast =
  (
    { rawStore: store, computeWaits, now, buildMessages, upcastNotices }: Parts,
    open: (saved: SavedBattle) => Result<OpenBattle>,
  ) =>
  async (battle: OpenBattle): Promise<Result<OpenBattle>> => {
    let here = battle;
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      if (here.upcastFrom === undefined) return ok(here);
      const entries = await readEntries(here.saved, store);
      const log = entries.ok ? upcastAndVerifyLog(here.ruleset, here.saved, entries.value) : entries;
      if (!log.ok) return log;
      const report = createUpcastReport(here, here.upcastFrom, log.value, now());
      const aftermath = await computeWaits(report.before, report.after, report.entry);
      const messages = buildMessages(report, undefined, upcastNotices.upcast(report));
      if ((await store.commit(report.after.saved, report.entry, aftermath, messages)) === 'kept')
        return ok(report.after);
      const saved = await store.byId(here.saved.id);
      const again = saved === undefined ? refuse('no-battle-here') : open(saved);
      if (!again.ok) return again;
      here = again.value;
    }
    return refuse('busy');
  };

/** Loads battles from the store, in the current editions. */
export const createBattleLoader = (parts: Parts) => {
  const { rulesets, rawStore, now, upcastNotices } = parts;
  const open = (saved: SavedBattle): Result<OpenBattle> => {
    const battle = openBattle(rulesets, saved, now());
    if (battle.ok) markNames(saved.id, (text) => hasName(battle.value, text));
    return battle;
  };
  const commitUpcastBattle = commitUpcast(parts, open);
  const lifted = async (saved: SavedBattle, write: boolean): Promise<Result<OpenBattle>> => {
    const battle = open(saved);
    const present =
      battle.ok && write && battle.value.upcastFrom !== undefined ? await commitUpcastBattle(battle.value) : battle;
    if (!present.ok && present.error.code === 'lift-failed')
      await upcastNotices.failed(saved, String(present.error.facts.problem));
    return present;
  };
  /** Opens a saved battle in the current editions. Saves a conversion unless the battle ended; `toChange` always. */
  const opened = async (saved: SavedBattle | undefined, toChange = false): Promise<Result<OpenBattle>> =>
    saved === undefined ? refuse('no-battle-here') : lifted(saved, toChange || saved.status !== 'ended');
  /** Opens a cached battle. Undefined if the battle has ended or must be converted; then read the store. */
  const openCached = (saved: SavedBattle | undefined): OpenBattle | undefined => {
    const battle = saved === undefined || saved.status === 'ended' ? undefined : open(saved);
    return battle?.ok && battle.value.upcastFrom === undefined ? battle.value : undefined;
  };
  return {
    byChannel: async (channel: string) => opened(await rawStore.byChannel(channel)),
    byId: async (id: string) => opened(await rawStore.byId(id)),
    /** Loads a battle: the cached one if it is at least at `version`, else the stored one. Default: the stored one. */
    fromCache: async (id: string, version = Number.POSITIVE_INFINITY): Promise<Result<OpenBattle>> => {
      const there = openCached(rawStore.cached({ id }));
      return there === undefined || there.saved.version < version ? opened(await rawStore.byId(id)) : ok(there);
    },
    /** Loads a channel's battle for an order. Saves the conversion of an older battle even if it has ended. */
    forUpdate: async (channel: string) => opened(await rawStore.byChannel(channel), true),
    /** The channel's unfinished battle if cached, else undefined. It may be stale until a commit succeeds. */
    cached: (channel: string) => openCached(rawStore.cached({ channel })),
  };
};
export type BattleLoader = ReturnType<typeof createBattleLoader>;

/** Finds the reports of orders that are in the log already. */
export const createReportFinder = (
  { byId }: Pick<BattleLoader, 'byId'>,
  store: Pick<BattleStore, 'findEntry'>,
  { replayOrder }: Pick<UndoAndReplay, 'replayOrder'>,
) => {
  /** Rebuilds the reports of an order and its follow-ups. Empty if the log does not have the order. */
  const reports = async (battle: OpenBattle, orderId: string): Promise<Result<readonly OrderReport[]>> => {
    if ((await store.findEntry(battle.saved, orderId)) === undefined) return ok([]);
    const found = await replayOrder(battle, orderId);
    return found.ok ? ok(found.value.map((each) => rebuildReport(battle, each))) : found;
  };
  return {
    /** The report of an order in the log. If the log does not have the order, the result of `otherwise`. */
    findReport: async (
      battle: OpenBattle,
      orderId: string,
      otherwise: () => Result<never>,
    ): Promise<Result<OrderReport>> => {
      const found = await reports(battle, orderId);
      if (!found.ok) return found;
      const [first] = found.value;
      return first === undefined ? otherwise() : ok(first);
    },
    /** Rebuilds the report of an order and its follow-ups. Undefined if the log does not have the order. */
    replayReport: async (id: string, orderId: string): Promise<Result<OrderReport | undefined>> => {
      const battle = await byId(id);
      const found = battle.ok ? await reports(battle.value, orderId) : battle;
      if (!found.ok) return found;
      const [first, ...followed] = found.value;
      return ok(first && { ...first, after: (followed.at(-1) ?? first).after, followUps: followed });
    },
  };
};
export type ReportFinder = ReturnType<typeof createReportFinder>;
