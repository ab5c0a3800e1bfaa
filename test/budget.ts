import { TestRunner } from 'vitest';

/**
 * The budget of random and repeated tests. `npm test` does a small, fixed part; `npm run test:long` repeats random
 * tests from rising seeds until its minutes are over. SEED is the first seed, TIMES multiplies the rounds of `npm
 * test`.
 */
const { SEED = '1', TIMES = '1', LONG_UNTIL } = process.env;
const first = Number(SEED);
const times = Number(TIMES);
const until = LONG_UNTIL === undefined ? Number.POSITIVE_INFINITY : Number(LONG_UNTIL);

/** The rounds that a test did, and the seed of the unfinished one. */
export interface Spent {
  readonly rounds: number;
  readonly open: number | undefined;
}

declare module 'vitest' {
  interface TaskMeta {
    spent?: Spent;
  }
}

const noted = (spent: Spent): void => {
  const test = TestRunner.getCurrentTest();
  if (test !== undefined) test.meta.spent = spent;
};

/** Skips the rest of a test when the time of the long run is over. */
const leftWhenTimeIsUp = (): void => {
  if (Date.now() >= until) TestRunner.getCurrentTest()?.context.skip('The time is up.');
};

/** True in `npm run test:long`, which also runs tests that take minutes: `test.runIf(isLong)`. */
export const isLong = LONG_UNTIL !== undefined;

/** Time limit of a test with a budget (milliseconds). */
export const unhurried = isLong ? 3_600_000 : 300_000;

/** The seeds for this many rounds of `npm test`. Reports the seed at which the test was stopped. */
export function* seeds(few: number): Generator<number, void, undefined> {
  let open: number | undefined;
  try {
    for (let rounds = 0; rounds < few * times; rounds++) {
      leftWhenTimeIsUp();
      open = first + rounds;
      noted({ rounds, open });
      yield open;
      open = undefined;
      noted({ rounds: rounds + 1, open });
    }
  } finally {
    if (open !== undefined) process.stderr.write(`Left at seed ${open}: SEED=${open} begins with it.\n`);
  }
}

/**
 * A lower bound for results of random play, so that a test is not hollow. It applies only in the fixed rounds of `npm
 * test`.
 */
export const notHollow = (bound: number): number =>
  process.env.SEED === undefined && process.env.TIMES === undefined ? bound : Number.NEGATIVE_INFINITY;

/** The number of fast-check examples, given the number for `npm test`. */
export const runs = (few: number): { readonly numRuns: number } => {
  leftWhenTimeIsUp();
  noted({ rounds: few * times, open: undefined });
  return { numRuns: few * times };
};

/** A sample of similar cases, evenly spread and including the first. All of them in the long run. */
export const someOf = <T>(all: readonly T[], few: number): readonly T[] =>
  isLong || times > 1 || few >= all.length
    ? all
    : all.filter((_, at) => Math.floor((at * few) / all.length) !== Math.floor(((at - 1) * few) / all.length));
