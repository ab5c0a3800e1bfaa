/**
 * How much is done of what is random or done over and over. `npm test` does a little of it, always the same. `npm run test:long`
 * does as much as its minutes allow, from a start that it prints; SEED=… repeats either from there.
 */
const until = process.env.LONG_UNTIL === undefined ? undefined : Number(process.env.LONG_UNTIL);
const first = Number(process.env.SEED ?? 1);

/** Are these the long tests? */
export const long = until !== undefined;

/** How long a test may take that goes by the budget, in milliseconds. */
export const unhurried = long ? 3_600_000 : 300_000;

/** How many times over the long tests do in one pass what the short ones do. */
const longer = 10;

/** Seeds for so many rounds, or ten times as many, as long as there is time. Says by which seed it was left. */
export function* seeds(few: number): Generator<number, void, undefined> {
  const rounds = long ? longer * few : few;
  let open = first;
  try {
    for (let n = 0; n < rounds && (n === 0 || until === undefined || Date.now() < until); n++) {
      open = first + n;
      yield open;
    }
    open = Number.NaN;
  } finally {
    if (!Number.isNaN(open)) process.stderr.write(`Left at seed ${open}: SEED=${open} begins with it.\n`);
  }
}

/** Of many alike so few, spread evenly over the list; all of them in the long tests. */
export const someOf = <T>(all: readonly T[], few: number): readonly T[] =>
  long || few >= all.length
    ? all
    : all.filter((_, at) => Math.floor((at * few) / all.length) !== Math.floor(((at - 1) * few) / all.length));
