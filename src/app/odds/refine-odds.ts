import { emptyResult, type SimulationRequest, type SimulationResult } from '../../simulation/simulation-request.ts';
import { confidenceInterval, mergeCounts } from './odds-text.ts';
import { type SimulationHandle, secondHalfOffset } from './simulation-request.ts';

/** How long a question is played, in milliseconds: to the first answer, from one better answer to the next, and in all. */
export interface OddsTimeLimits {
  readonly first: number;
  readonly perRefinement: number;
  readonly total: number;
}

/** Known so well an answer is good enough: every side wins by so much more or less. */
const targetError = 0.05;
/** However clear it is, so many battles are played at least, so that it is known too who falls; and so many at most. */
const minBattles = 100;
const maxBattles = 800;

/** Is it known well enough who wins? */
export const isConclusive = ({ battles, wins }: SimulationResult, sides: readonly string[]): boolean =>
  battles >= maxBattles ||
  (battles >= minBattles &&
    sides.every((side) => {
      const { low, high } = confidenceInterval(wins[side] ?? 0, battles);
      return (high - low) / 2 <= targetError;
    }));

/**
 * Plays a question on in two halves beside each other, and gives what it came to so far, again and again until that is known well
 * enough or the time is up; `undefined` where another question has taken its place, and then no more.
 */
export async function* refineOdds(
  { simulation, sides }: { readonly simulation: SimulationRequest; readonly sides: readonly string[] },
  asking: SimulationHandle,
  patience: OddsTimeLimits,
): AsyncGenerator<SimulationResult | undefined, void, undefined> {
  const { stopCondition } = simulation;
  let [one, other, spent] = [emptyResult, emptyResult, 0];
  try {
    for (let chunk = patience.first; ; chunk = patience.perRefinement) {
      const milliseconds = Math.min(chunk, patience.total - spent);
      const half = (so: SimulationResult, first: number) => ({
        ...simulation,
        firstBattle: first + so.battles,
        stopCondition: { ...stopCondition, milliseconds, battles: maxBattles / 2 - so.battles },
      });
      const [more, further] = await Promise.all([
        asking.play(half(one, 0), 0),
        asking.play(half(other, secondHalfOffset), 1),
      ]);
      if (more === undefined || further === undefined) {
        yield undefined;
        return;
      }
      [one, other, spent] = [mergeCounts(one, more), mergeCounts(other, further), spent + milliseconds];
      const so = mergeCounts(one, other);
      yield so;
      if (more.battles + further.battles === 0 || isConclusive(so, sides) || spent >= patience.total) return;
    }
  } finally {
    asking.close();
  }
}
