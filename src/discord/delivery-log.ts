import type { UndeliveredItem } from '../app/outbox/outbox-relay.ts';
import type { Log } from '../log/log.ts';

/** Creates a function that logs undelivered messages. Failures that will be tried again have a lower level. */
export const logUndeliveredMessage =
  (log: Log) =>
  ({ why, ...about }: UndeliveredItem, dropped: boolean): void => {
    const fields = { ...about, ...(typeof why === 'string' ? { code: why } : { err: why }) };
    if (dropped) log.warn(fields, 'Something that was to be said cannot be said, and is dropped.');
    else log.debug(fields, 'Something that was to be said is to be tried again.');
  };
