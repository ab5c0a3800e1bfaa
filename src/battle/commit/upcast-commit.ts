import { z } from 'zod';
import { ok, type Refusal, type Result, refuse } from '../../core/result.ts';
import { reaskQuestion } from '../decide/decision.ts';
import type { Edition, EditionStamp } from '../editions/app-edition.ts';
import type { LogEntry, PendingOrder } from '../saved/log-entry.ts';
import type { OutboxMessages } from '../saved/outbox.ts';
import type { SessionEvent } from '../saved/session.ts';
import type { BattleStore, OpenBattle } from '../saved/store.ts';
import { refuseFailedUpcast, retainedDefaults, upcastAndVerifyLog } from '../saved/upcast-battle.ts';
import { createOrderReport, type OrderReport } from '../views/report.ts';
import type { ComputeWaits } from './ports.ts';

/** What the order was that a question held up, in a word: its verb. */
const describePending = ({ doing }: PendingOrder): string => {
  const { verb, do: kind } = Object(doing);
  return String(verb ?? kind ?? 'order');
};

const toEditionStamp = ({ house, rules }: Edition): EditionStamp => ({ house, rules });

/** The entry that brings a battle to the present editions, and the battle after it. */
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
  const entry: LogEntry = {
    n: saved.version + 1,
    orderId,
    edition: toEditionStamp(saved.edition),
    at,
    user: '',
    request: { kind: 'lift', from: toEditionStamp(from), to: toEditionStamp(saved.edition) },
    rolls: 'public',
    diceKey: orderId,
    dice: [],
    byHand: false,
    table: [lifted],
    events: [],
    ...(asked && { pending: asked }),
  };
  // Nobody did anything: a list by the last deed stays as it is.
  const after: OpenBattle = { ...present, saved: { ...saved, version: entry.n, pending: asked } };
  return createOrderReport(present, after, entry, () => () => true);
};

interface Parts {
  /** Its logs as they were written. */
  readonly store: BattleStore;
  readonly computeWaits: ComputeWaits;
  readonly now: () => number;
  readonly open: (saved: OpenBattle['saved']) => Result<OpenBattle, Refusal>;
  /** What is to be said of a battle that was lifted. */
  readonly buildMessages: (report: OrderReport) => OutboxMessages | undefined;
}

/** An entry that a step of the house's own made into no entry is a lift that failed, too. */
const readEntries = async (
  saved: OpenBattle['saved'],
  store: BattleStore,
): Promise<Result<readonly LogEntry[], Refusal>> => {
  try {
    // What another process has written since is not in this snapshot.
    return ok(await store.log(saved, 1, saved.version));
  } catch (problem) {
    if (problem instanceof z.ZodError) return refuseFailedUpcast(problem);
    throw problem;
  }
};

const maxAttempts = 5;

/**
 * Writes a battle that was lifted as it was opened, once, with an entry that says so. Whoever is second takes what the first wrote.
 * A battle that does not hold together under the present editions is refused, and stays as it was.
 */
export const commitUpcast =
  ({ store, computeWaits, now, open, buildMessages }: Parts) =>
  async (battle: OpenBattle): Promise<Result<OpenBattle, Refusal>> => {
    let here = battle;
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      if (here.upcastFrom === undefined) return ok(here);
      const entries = await readEntries(here.saved, store);
      const log = entries.ok ? upcastAndVerifyLog(here.ruleset, here.saved, entries.value) : entries;
      if (!log.ok) return log;
      const report = createUpcastReport(here, here.upcastFrom, log.value, now());
      const aftermath = await computeWaits(report.before, report.after, report.entry);
      if ((await store.commit(report.after.saved, report.entry, aftermath, buildMessages(report))) === 'kept')
        return ok(report.after);
      const saved = await store.byId(here.saved.id);
      const again = saved === undefined ? refuse('no-battle-here') : open(saved);
      if (!again.ok) return again;
      here = again.value;
    }
    return refuse('busy');
  };
