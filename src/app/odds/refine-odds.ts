import { emptyResult, type SimulationRequest, type SimulationResult } from '../../simulation/simulation-request.ts';
import { confidenceInterval, mergeCounts } from './odds-text.ts';
import { type SimulationHandle, secondHalfOffset } from './simulation-request.ts';

/** Time limits of a simulation (milliseconds): until the first answer, between answers, and in total. */
export interface OddsTimeLimits {
  readonly first: number;
  readonly perRefinement: number;
  readonly total: number;
}

/** Maximum error of each side's share of victories at which an answer is precise enough. */
const targetError = 0.05;
/** Minimum and maximum number of battles. Below the minimum, nothing can be said about who goes down. */
const minBattles = 100;
const maxBattles = 800;

/** True if a simulation result is precise enough to stop. */
export const isConclusive = ({ battles, wins }: SimulationResult, sides: readonly string[]): boolean =>
  battles >= maxBattles ||
  (battles >= minBattles &&
    sides.every((side) => {
      const { low, high } = confidenceInterval(wins[side] ?? 0, battles);
      return (high - low) / 2 <= targetError;
    }));

/** Yields odds of growing precision until they suffice or time is up. Yields undefined if a newer question exists. */
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
