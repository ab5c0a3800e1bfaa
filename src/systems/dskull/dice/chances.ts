import { memoizeByObject } from '../../../core/memoize.ts';
import { createLimitCounter } from '../../../rules/order-limits.ts';
import { type DieFace, dieFaces, type Settings } from '../settings.ts';
import { type CountingRule, countFaces } from './roll.ts';

/** An exact chance: `ways` of all the ways this many d6 can fall. */
export interface Chance {
  readonly ways: bigint;
  readonly dice: number;
}

/** One set of kept faces of a pool, its dice removed by rank, and in how many ways it comes about. */
interface KeptFaceChance {
  readonly kept: readonly DieFace[];
  readonly chance: Chance;
}

const power = (dice: number): bigint => 6n ** BigInt(dice);

export const addChances = (a: Chance, b: Chance): Chance => {
  const dice = Math.max(a.dice, b.dice);
  return { dice, ways: a.ways * power(dice - a.dice) + b.ways * power(dice - b.dice) };
};

export const multiplyChances = (a: Chance, b: Chance): Chance => ({ ways: a.ways * b.ways, dice: a.dice + b.dice });

export const impossibleChance: Chance = { ways: 0n, dice: 0 };

export const certainChance: Chance = { ways: 1n, dice: 0 };

/** In percent, to a tenth. */
export const formatPercent = ({ ways, dice }: Chance): string => {
  const tenths = Number((ways * 10000n + power(dice) * 5n) / (power(dice) * 10n));
  return `${(tenths / 10).toFixed(1)} %`;
};

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));

/** As a fraction in lowest terms: `11/36`. */
export const formatFraction = ({ ways, dice }: Chance): string => {
  const by = divisor(ways, power(dice)) || 1n;
  return `${ways / by}/${power(dice) / by}`;
};

const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));

/** DS-DICE-7, DS-DICE-11. Every set of faces that a pool can keep, with its chance; dice are removed by rank. */
export const keptFaceChances = (settings: Settings, base: number, step: number): readonly KeptFaceChance[] => {
  const pool = base + Math.abs(step);
  const sides = dieFaces.map((face) => BigInt(settings.dice.faces.filter((each) => each === face).length));
  const found: KeptFaceChance[] = [];
  const reckon = createLimitCounter('steps');
  // Numbers so large are long to reckon even once.
  reckon('odds', 10 * pool * pool);
  for (let hit = 0; hit <= pool; hit++)
    for (let adv = 0; hit + adv <= pool; adv++)
      for (let blank = 0; hit + adv + blank <= pool; blank++) {
        reckon('odds', 10 * pool);
        const counts = [hit, adv, blank, pool - hit - adv - blank];
        let ways = factorial(pool);
        for (const [index, count] of counts.entries())
          ways = (ways / factorial(count)) * (sides[index] ?? 0n) ** BigInt(count);
        if (ways === 0n) continue;
        const ranked = dieFaces.flatMap((face, index) => Array<DieFace>(counts[index] ?? 0).fill(face));
        const kept = step >= 0 ? ranked.slice(0, base) : ranked.slice(-step);
        found.push({ kept, chance: { ways, dice: pool } });
      }
  return found;
};

const countedBy = memoizeByObject((_: Settings) => new Map<string, ReadonlyMap<number, Chance>>());

/** The chance of each count of a pool. Each pool is counted out once for all who play by the same settings. */
export const calculatePoolOdds = (
  settings: Settings,
  base: number,
  step: number,
  how: CountingRule,
): ReadonlyMap<number, Chance> => {
  const known = countedBy(settings);
  const key = `${base} ${step} ${how}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const odds = new Map<number, Chance>();
  for (const { kept, chance } of keptFaceChances(settings, base, step)) {
    const count = countFaces(kept, how, settings.test.moraleAdv);
    odds.set(count, addChances(odds.get(count) ?? impossibleChance, chance));
  }
  known.set(key, odds);
  return odds;
};
