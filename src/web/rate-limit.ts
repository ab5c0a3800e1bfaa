import { BoundedCache } from '../core/memoize.ts';

/** Maximum number of senders whose requests are counted. */
const maxSenders = 5000;

/**
 * Creates a function that says how long a sender's request must wait (milliseconds).
 * A sender may make `burst` requests at once, then `perSecond`. Refused requests count, but at most two bursts.
 */
export const createRateLimit = (perSecond: number, burst: number, now: () => number) => {
  const senders = new BoundedCache<string, { readonly left: number; readonly at: number }>(maxSenders);
  return (sender: string): number => {
    const at = now();
    const last = senders.get(sender) ?? { left: burst, at };
    const left = Math.max(-2 * burst, Math.min(burst, last.left + ((at - last.at) / 1000) * perSecond) - 1);
    senders.put(sender, { left, at });
    return left >= 0 ? 0 : (-left / perSecond) * 1000;
  };
};
