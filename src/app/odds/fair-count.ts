import type { OpenBattle } from '../../battle/saved/open-battle.ts';
import { hashOf } from '../../rules/beliefs.ts';
import { gmViewer } from '../../rules/reader.ts';
import type { SupposedEntrant } from '../../simulation/question.ts';
import { perBattle } from './odds-question.ts';
import { mergeCounts } from './odds-text.ts';
import { type OpenSimulation, simulationFor } from './simulation-for.ts';

/** How a battle with so many foes of a kind goes for the heroes. */
export interface CountTrial {
  readonly count: number;
  readonly won: number;
  readonly battles: number;
}

/** How much is played for one number of foes. */
interface Effort {
  readonly battles: number;
  readonly milliseconds: number;
}

/** What is looked for: for whom, how often they should win (0 to 1), and how much is played while searching and at the end. */
interface Wish {
  readonly side: string;
  readonly chance: number;
  readonly search: Effort;
  readonly surely: Effort;
}

/** So many foes of a kind are tried at most. */
export const maxFoeCount = 20;

/** Where the second half of the battles is counted from. */
const elsewhere = 1_000_000;

/** The side of those whom players run; nothing where nobody does. */
export const heroesSide = ({ game, saved: { table } }: OpenBattle): string | undefined => {
  const hero = game.roster().find(({ actor }) => table.control[actor] !== undefined);
  return hero && (hero.side ?? hero.actor);
};

const shareOf = ({ won, battles }: CountTrial): number => (battles === 0 ? 1 : won / battles);

/** The most foes with which the heroes win as often as wished; nothing where one is too many already. */
export const largestFairCount = (all: readonly CountTrial[], chance: number): CountTrial | undefined =>
  all.findLast((each) => each.battles > 0 && shareOf(each) >= chance);

/**
 * Tries numbers of one kind of foe until it is known up to which the heroes win as often as wished, each from simulated battles.
 * More foes are never easier: what lies between is found by halving. With some numbers a rulebook begins no battle: those have
 * none. Nothing where somebody has asked again.
 */
export const findFairCount = async (
  battle: OpenBattle,
  asking: OpenSimulation,
  foes: (count: number) => readonly SupposedEntrant[],
  { side, chance, search, surely }: Wish,
): Promise<readonly CountTrial[] | undefined> => {
  const all = new Map<number, CountTrial>();
  const tryOut = async (count: number, { battles, milliseconds }: Effort): Promise<CountTrial | undefined> => {
    const half = async (first: number, part: 0 | 1) => {
      const asked = simulationFor(battle, gmViewer, {
        ...{ policies: {}, begins: foes(count), numbers: hashOf(`${battle.saved.id} ${battle.saved.version}`), first },
        until: { ...perBattle, battles: battles / 2, milliseconds },
      });
      return asked.ok ? asking.play(asked.value, part) : undefined;
    };
    const [one, other] = await Promise.all([half(0, 0), half(elsewhere, 1)]);
    if (one === undefined || other === undefined) return undefined;
    const so = mergeCounts(one, other);
    const result = { count, won: so.won[side] ?? 0, battles: so.battles };
    all.set(count, result);
    return result;
  };
  const sorted = () => [...all.values()].toSorted((a, b) => a.count - b.count);
  let [low, high] = [0, maxFoeCount + 1];
  for (let count = 1; count > low && count < high; ) {
    const result = await tryOut(count, search);
    if (result === undefined) return undefined;
    if (shareOf(result) >= chance) low = count;
    else high = count;
    count = high > maxFoeCount ? Math.min(maxFoeCount, low * 2) : Math.floor((low + high) / 2);
  }
  const best = largestFairCount(sorted(), chance);
  if (best !== undefined && (await tryOut(best.count, surely)) === undefined) return undefined;
  return sorted().filter(({ battles }) => battles > 0);
};
