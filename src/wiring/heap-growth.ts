import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By how much the heap grows, in percent, before it is collected: V8 itself would rather let it double. A start is over sooner without. */
const heapGrowth = 15;

/** Where full collections come closer together than these milliseconds, the process is busy. */
const busyWithin = 2000;

/** After so many in a rush one gives back all the same; with ten between them, the bot takes another 20 MB. */
const rushOf = 4;

/**
 * Whether the next full collection is to give back all it can, told when each begins. V8 keeps the pages that ordinary ones free, by the ten
 * megabytes; giving them back, and moving together what lies scattered, makes a collection twice as long, and everybody waits for it: in a
 * busy process one in a few does.
 */
export const createHeapShrinkDecider = (tell: (isGiving: boolean) => void): ((begun: number) => void) => {
  let was: boolean | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let rush = 0;
  return (begun) => {
    rush = begun - last >= busyWithin || rush === rushOf ? 0 : rush + 1;
    const isGiving = rush === 0;
    last = begun;
    if (isGiving !== was) tell(isGiving);
    was = isGiving;
  };
};

/** Keeps the heap small from now on, once all that a start needs is there. */
export const keepHeapSmall = (): void => {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  const collected = createHeapShrinkDecider((isGiving) =>
    setFlagsFromString(isGiving ? '--optimize-for-size' : '--no-optimize-for-size'),
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Object(entry).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collected(entry.startTime);
  }).observe({ entryTypes: ['gc'] });
  // Growth counts from the last collection, and holds for the first one after this.
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
};
