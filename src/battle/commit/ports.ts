import type { Refusal, Result } from '../../core/result.ts';
import type { Issuer } from '../decide/decisions.ts';
import type { LogEntry } from '../saved/log-entry.ts';
import type { OutboxMessage, OutboxMessages } from '../saved/outbox.ts';
import type { OpenBattle, SavedBattle } from '../saved/store.ts';
import type { WaitChanges } from '../saved/waits.ts';
import type { OrderReport } from '../views/report.ts';

/** What came of an order that was given. */
export type ReportResult = Promise<Result<OrderReport, Refusal>>;

/** What an entry does to those who are awaited, and when they are to be looked after; nothing where nothing changed. */
export type ComputeWaits = (
  before: OpenBattle | undefined,
  after: OpenBattle,
  entry: LogEntry,
) => Promise<WaitChanges | undefined>;

/** What is to be said of an order: written with it. Without an issuer it is the house's own. */
export type BuildOutboxMessages = (
  report: OrderReport,
  issuer: Issuer | undefined,
  more?: readonly OutboxMessage[],
) => OutboxMessages | undefined;

/** What is told of battles as they are brought to the present editions. */
export interface UpcastNotices {
  readonly upcast: (report: OrderReport) => readonly OutboxMessage[];
  /** It could not be lifted, and stays as it was. */
  readonly failed: (saved: SavedBattle, problem: string) => Promise<void>;
}
