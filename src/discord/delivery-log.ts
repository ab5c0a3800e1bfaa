import type { UndeliveredItem } from '../app/outbox/outbox-relay.ts';
import type { Log } from '../log/log.ts';
import { failureFields } from './failure.ts';

/** Tells the log what was not said: by its ids, and Discord's code. What will be tried again is news only for who looks closely. */
export const logUndeliveredMessage =
  (log: Log) =>
  ({ why, ...about }: UndeliveredItem, dropped: boolean): void => {
    const fields = { ...about, ...(typeof why === 'string' ? { code: why } : failureFields(why)) };
    if (dropped) log.warn(fields, 'Something that was to be said cannot be said, and is dropped.');
    else log.debug(fields, 'Something that was to be said is to be tried again.');
  };
