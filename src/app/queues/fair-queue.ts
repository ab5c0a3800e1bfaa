import { BoundedMap } from '../../core/bounded-map.ts';

interface Pace {
  /** How many pieces of work are in hand at once. */
  readonly concurrency: number;
  /** How many of one asker, while nobody else has asked for anything for a while; else one. */
  readonly concurrencyIfAlone: number;
  /** A piece that takes longer, in milliseconds, goes on beside the others: it waits for somebody else. */
  readonly patience: number;
  /** Before a piece begins whose turn has come: lets go first who had less (`createFairScheduler`). */
  readonly giveWay?: (asker: string) => Promise<void>;
}

/** Somebody among the askers of the last pieces of work, this many of them, may ask again at any moment; no others are remembered. */
const maxAskers = 10_000;

/** Runs a piece of work when its asker's turn has come. A piece must not wait for a turn of the same asker. */
export interface FairQueue {
  <T>(asker: string, work: () => Promise<T>): Promise<T>;
  /** How many pieces of work wait for their turn. */
  readonly waiting: () => number;
}

/**
 * Gives out turns to work, so that nobody who asks for much makes another wait for more than one piece of it: whoever was
 * served longest ago comes next, one piece at a time, in the order in which they asked for them.
 */
export const createFairQueue = ({ concurrency, concurrencyIfAlone, patience, giveWay }: Pace): FairQueue => {
  const waiting = new Map<string, (() => void)[]>();
  const inHand = new Map<string, number>();
  /** Whoever was served longest ago comes first. */
  const lastServed = new BoundedMap<string, number>(maxAskers);
  let busy = 0;
  let served = 0;

  const isAlone = (asker: string): boolean => {
    for (const [other, at] of lastServed) {
      if (served - at < maxAskers) break;
      lastServed.delete(other);
    }
    return [waiting, inHand, lastServed].every(
      (askers) => askers.size === 0 || (askers.size === 1 && askers.has(asker)),
    );
  };

  /** Of those who may begin, the one who was served longest ago. */
  const nextAsker = (): string | undefined => {
    let next: string | undefined;
    for (const asker of waiting.keys()) {
      const own = inHand.get(asker) ?? 0;
      if (own > 0 && !(own < concurrencyIfAlone && isAlone(asker))) continue;
      if (next === undefined || (lastServed.get(asker) ?? 0) < (lastServed.get(next) ?? 0)) next = asker;
    }
    return next;
  };

  const goOn = (): void => {
    while (busy < concurrency) {
      const asker = nextAsker();
      if (asker === undefined) return;
      const works = waiting.get(asker) ?? [];
      const begin = works.shift();
      if (works.length === 0) waiting.delete(asker);
      inHand.set(asker, (inHand.get(asker) ?? 0) + 1);
      lastServed.set(asker, ++served);
      busy += 1;
      begin?.();
    }
  };

  const leave = (asker: string): void => {
    const left = (inHand.get(asker) ?? 1) - 1;
    if (left > 0) inHand.set(asker, left);
    else inHand.delete(asker);
    busy -= 1;
    goOn();
  };

  const taken = async <T>(asker: string, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin) => {
      const works = waiting.get(asker);
      if (works === undefined) waiting.set(asker, [begin]);
      else works.push(begin);
      goOn();
    });
    let left = false;
    const leaveOnce = (): void => {
      if (!left) leave(asker);
      left = true;
    };
    const late = setTimeout(leaveOnce, patience);
    try {
      if (giveWay !== undefined) await giveWay(asker);
      return await work();
    } finally {
      clearTimeout(late);
      // Whatever came in meanwhile is heard before the next piece begins.
      setImmediate(leaveOnce);
    }
  };
  return Object.assign(taken, {
    waiting: () => [...waiting.values()].flat().length,
  });
};
