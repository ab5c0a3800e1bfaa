import type { OpenBattle } from '../../battle/saved/store.ts';
import { gmViewer } from '../../rules/reader.ts';
import { hashText } from '../../rules/tactics.ts';
import type { WhatIfEntrant } from '../../simulation/simulation-request.ts';
import { battleLimits } from './odds-question.ts';
import { mergeCounts } from './odds-text.ts';
import { createSimulationRequest, type SimulationHandle } from './simulation-request.ts';

/** How a battle with so many foes of a kind goes for the heroes. */
export interface CountTrial {
  readonly count: number;
  readonly wins: number;
  readonly battles: number;
}

/** How much is played for one number of foes. */
interface SearchEffort {
  readonly battles: number;
  readonly milliseconds: number;
}

/** What is looked for: for whom, how often they should win (0 to 1), and how much is played while searching and at the end. */
interface FairCountRequest {
  readonly side: string;
  readonly chance: number;
  readonly search: SearchEffort;
  readonly confirm: SearchEffort;
}

/** So many foes of a kind are tried at most. */
export const maxFoeCount = 20;

/** Where the second half of the battles is counted from. */
const secondHalfOffset = 1_000_000;

/** The side of those whom players run; nothing where nobody does. */
export const heroesSide = ({ game, saved: { table } }: OpenBattle): string | undefined => {
  const hero = game.roster().find(({ actor }) => table.control[actor] !== undefined);
  return hero && (hero.side ?? hero.actor);
};

const winShare = ({ wins, battles }: CountTrial): number => (battles === 0 ? 1 : wins / battles);

/** The most foes with which the heroes win as often as wished; nothing where one is too many already. */
export const largestFairCount = (all: readonly CountTrial[], chance: number): CountTrial | undefined =>
  all.findLast((each) => each.battles > 0 && winShare(each) >= chance);

/**
 * Tries numbers of one kind of foe until it is known up to which the heroes win as often as wished, each from simulated battles.
 * More foes are never easier: what lies between is found by halving. With some numbers a rulebook begins no battle: those have
 * none. Nothing where somebody has asked again.
 */
export const findFairCount = async (
  battle: OpenBattle,
  asking: SimulationHandle,
  foes: (count: number) => readonly WhatIfEntrant[],
  { side, chance, search, confirm }: FairCountRequest,
): Promise<readonly CountTrial[] | undefined> => {
  const all = new Map<number, CountTrial>();
  const tryOut = async (count: number, { battles, milliseconds }: SearchEffort): Promise<CountTrial | undefined> => {
    const half = async (firstBattle: number, part: 0 | 1) => {
      const asked = createSimulationRequest(battle, gmViewer, {
        ...{
          policies: {},
          entrantsAtStart: foes(count),
          seed: hashText(`${battle.saved.id} ${battle.saved.version}`),
          firstBattle,
        },
        stopCondition: { ...battleLimits, battles: battles / 2, milliseconds },
      });
      return asked.ok ? asking.play(asked.value, part) : undefined;
    };
    const [one, other] = await Promise.all([half(0, 0), half(secondHalfOffset, 1)]);
    if (one === undefined || other === undefined) return undefined;
    const so = mergeCounts(one, other);
    const result = { count, wins: so.wins[side] ?? 0, battles: so.battles };
    all.set(count, result);
    return result;
  };
  const sorted = () => [...all.values()].toSorted((a, b) => a.count - b.count);
  let [low, high] = [0, maxFoeCount + 1];
  for (let count = 1; count > low && count < high; ) {
    const result = await tryOut(count, search);
    if (result === undefined) return undefined;
    if (winShare(result) >= chance) low = count;
    else high = count;
    count = high > maxFoeCount ? Math.min(maxFoeCount, low * 2) : Math.floor((low + high) / 2);
  }
  const best = largestFairCount(sorted(), chance);
  if (best !== undefined && (await tryOut(best.count, confirm)) === undefined) return undefined;
  return sorted().filter(({ battles }) => battles > 0);
};
