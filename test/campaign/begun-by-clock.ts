import type { LogEntry } from '../../src/battle/saved/store.ts';
import { parseFollowUpOrderId } from '../../src/battle/views/report.ts';

/** Entries started by the clock, without the later orders of the same plan. */
export const begunByClock = (log: readonly LogEntry[]): readonly LogEntry[] =>
  log.filter(({ reason, orderId }) => reason === 'the clock ran out' && parseFollowUpOrderId(orderId).nth === 0);
