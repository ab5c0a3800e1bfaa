import type { LogEntry } from '../../src/battle/saved/store.ts';
import { parseFollowUpOrderId } from '../../src/battle/views/report.ts';

/** The entries that the clock began; the rest of a plan follows it. */
export const begunByClock = (log: readonly LogEntry[]): readonly LogEntry[] =>
  log.filter(({ reason, orderId }) => reason === 'the clock ran out' && parseFollowUpOrderId(orderId).nth === 0);
