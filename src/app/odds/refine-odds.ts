import { emptyResult, type Simulated, type Simulation } from '../../simulation/question.ts';
import { mergeCounts, shareOf } from './odds-text.ts';
import type { OpenSimulation } from './simulation-for.ts';

/** How long a question is played, in milliseconds: to the first answer, from one better answer to the next, and in all. */
export interface OddsTimeLimits {
  readonly first: number;
  readonly next: number;
  readonly all: number;
}

/** Known so well an answer is good enough: every side wins by so much more or less. */
const nearEnough = 0.05;
/** However clear it is, so many battles are played at least, so that it is known too who falls; and so many at most. */
const fewest = 100;
const most = 800;

/** Where the battles of the second half are counted from. */
const elsewhere = 1_000_000;

/** Is it known well enough who wins? */
export const isConclusive = ({ battles, won }: Simulated, sides: readonly string[]): boolean =>
  battles >= most ||
  (battles >= fewest &&
    sides.every((side) => {
      const { low, high } = shareOf(won[side] ?? 0, battles);
      return (high - low) / 2 <= nearEnough;
    }));

/**
 * Plays a question on in two halves beside each other, and gives what it came to so far, again and again until that is known well
 * enough or the time is up; `undefined` where another question has taken its place, and then no more.
 */
export async function* refineOdds(
  { simulation, sides }: { readonly simulation: Simulation; readonly sides: readonly string[] },
  asking: OpenSimulation,
  patience: OddsTimeLimits,
): AsyncGenerator<Simulated | undefined, void, undefined> {
  const { until } = simulation;
  let [one, other, spent] = [emptyResult, emptyResult, 0];
  try {
    for (let chunk = patience.first; ; chunk = patience.next) {
      const milliseconds = Math.min(chunk, patience.all - spent);
      const half = (so: Simulated, first: number) => ({
        ...simulation,
        first: first + so.battles,
        until: { ...until, milliseconds, battles: most / 2 - so.battles },
      });
      const [more, further] = await Promise.all([asking.play(half(one, 0), 0), asking.play(half(other, elsewhere), 1)]);
      if (more === undefined || further === undefined) {
        yield undefined;
        return;
      }
      [one, other, spent] = [mergeCounts(one, more), mergeCounts(other, further), spent + milliseconds];
      const so = mergeCounts(one, other);
      yield so;
      if (more.battles + further.battles === 0 || isConclusive(so, sides) || spent >= patience.all) return;
    }
  } finally {
    asking.over();
  }
}
