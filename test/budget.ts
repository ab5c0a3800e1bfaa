import { TestRunner } from 'vitest';

/**
 * How much is done of what is random, done over and over, or alike. `npm test` does a little of it, always the same; `npm run
 * test:long` does all of what is alike once, and what is random over and over from rising seeds until its minutes are up. SEED says
 * where either begins, TIMES how many times the few rounds of `npm test` are done.
 */
const { SEED = '1', TIMES = '1', LONG_UNTIL } = process.env;
const first = Number(SEED);
const times = Number(TIMES);
const until = LONG_UNTIL === undefined ? Number.POSITIVE_INFINITY : Number(LONG_UNTIL);

/** What a test did of its budget: its rounds, and the seed of the one that is open. */
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

/** A test is left as it is once the time of the long run is up: what it has not done it need not count. */
const leftWhenTimeIsUp = (): void => {
  if (Date.now() >= until) TestRunner.getCurrentTest()?.context.skip('The time is up.');
};

/** Whether this is `npm run test:long`, which also tries what takes minutes: `test.runIf(isLong)`. */
export const isLong = LONG_UNTIL !== undefined;

/** How long a test may take that goes by the budget, in milliseconds. */
export const unhurried = isLong ? 3_600_000 : 300_000;

/** Seeds for so many rounds in `npm test`. Says at which seed it was left, if it was. */
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
 * What random play must come to, so that a test of it is not hollow: at least this in the rounds of `npm test`, which are always the
 * same. From any other seed a battle may be over at once, and nothing is demanded.
 */
export const notHollow = (bound: number): number =>
  process.env.SEED === undefined && process.env.TIMES === undefined ? bound : Number.NEGATIVE_INFINITY;

/** How many examples are looked at where fast-check makes them; so many in `npm test`. */
export const runs = (few: number): { readonly numRuns: number } => {
  leftWhenTimeIsUp();
  noted({ rounds: few * times, open: undefined });
  return { numRuns: few * times };
};

/** Of many alike so few, the first among them, spread evenly over the list; all of them where more is done than in `npm test`. */
export const someOf = <T>(all: readonly T[], few: number): readonly T[] =>
  isLong || times > 1 || few >= all.length
    ? all
    : all.filter((_, at) => Math.floor((at * few) / all.length) !== Math.floor(((at - 1) * few) / all.length));
