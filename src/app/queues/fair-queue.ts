interface Limits {
  /** Maximum number of pieces of work in progress. */
  readonly total: number;
  /** Maximum number of them for one asker. */
  readonly perAsker: number;
  /** Milliseconds after which a piece no longer counts: it waits for something outside. */
  readonly patience: number;
}

/** Runs a piece of work when its asker's turn has come. A piece must not wait for a turn of the same asker. */
export interface FairQueue {
  <T>(asker: string, work: () => Promise<T>): Promise<T>;
  /** Number of pieces that wait for their turn, for one asker or for all. */
  readonly waiting: (asker?: string) => number;
}

/** A queue in which the askers take turns, one piece of work at a time. The pieces of one asker begin in order. */
export const createFairQueue = ({ total, perAsker, patience }: Limits): FairQueue => {
  /** The asker whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  const inProgress = new Map<string, number>();
  let busy = 0;

  /** Puts an asker who was just served behind all others. */
  const moveToEnd = (asker: string): void => {
    const pieces = waiting.get(asker) ?? [];
    waiting.delete(asker);
    if (pieces.length > 0) waiting.set(asker, pieces);
  };

  const beginNext = (): void => {
    for (const [asker, pieces] of waiting) {
      if (busy >= total) return;
      const own = inProgress.get(asker) ?? 0;
      if (own >= perAsker) continue;
      const begin = pieces.shift();
      // This loop meets the asker again there.
      moveToEnd(asker);
      inProgress.set(asker, own + 1);
      busy += 1;
      begin?.();
    }
  };

  const finish = (asker: string): void => {
    const left = (inProgress.get(asker) ?? 1) - 1;
    if (left > 0) inProgress.set(asker, left);
    else inProgress.delete(asker);
    busy -= 1;
    moveToEnd(asker);
    beginNext();
  };

  const run = async <T>(asker: string, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin) => {
      const pieces = waiting.get(asker);
      if (pieces === undefined) waiting.set(asker, [begin]);
      else pieces.push(begin);
      beginNext();
    });
    let isFinished = false;
    const finishOnce = (): void => {
      if (!isFinished) finish(asker);
      isFinished = true;
    };
    const late = setTimeout(finishOnce, patience);
    try {
      return await work();
    } finally {
      clearTimeout(late);
      // The event loop handles what came in meanwhile before the next piece begins.
      setImmediate(finishOnce);
    }
  };
  return Object.assign(run, {
    waiting: (asker?: string) =>
      asker === undefined ? [...waiting.values()].flat().length : (waiting.get(asker)?.length ?? 0),
  });
};
