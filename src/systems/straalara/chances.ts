import { BoundedCache } from '../../core/memoize.ts';
import { doOnesCancel, hitsOfDie, poolDice, type RollFamily } from './pools.ts';
import type { Settings } from './settings.ts';

/** A distribution: the chance of 0, 1, 2 … successes. */
export type SuccessDistribution = readonly number[];

/** Every pool that can be rolled at a table; larger ones are counted as this many dice. */
const mostDice = 80;

/** Dice and difficulty of a pool as they fall: more dice than can be counted, and faces that no die has, make no difference. */
export const effectiveDice = (family: RollFamily, pool: number, settings: Settings): number =>
  Math.min(poolDice(family, pool, settings), mostDice);
export const effectiveDifficulty = (difficulty: number): number => Math.min(11, Math.max(1, difficulty));

/** Exact: every face of every die, the dice added one by one (ST-POOL-6, ST-POOL-7). */
const counted = (family: RollFamily, dice: number, difficulty: number, settings: Settings): SuccessDistribution => {
  const cancels = doOnesCancel(family, settings);
  const faces = new Map<number, number>();
  for (let face = 1; face <= 10; face++) {
    const worth = hitsOfDie(family, face, difficulty, settings) - (cancels && face === 1 ? 1 : 0);
    faces.set(worth, (faces.get(worth) ?? 0) + 0.1);
  }
  // Sums run from -dice (every die a 1) to 2 * dice (every 10 two hits).
  let sums = new Map([[0, 1]]);
  for (let die = 0; die < dice; die++) {
    const next = new Map<number, number>();
    for (const [sum, chance] of sums)
      for (const [worth, share] of faces) next.set(sum + worth, (next.get(sum + worth) ?? 0) + chance * share);
    sums = next;
  }
  const chances: number[] = [0];
  for (const [sum, chance] of [...sums].toSorted(([a], [b]) => a - b)) {
    const successes = Math.max(0, sum);
    while (chances.length <= successes) chances.push(0);
    chances[successes] = (chances[successes] ?? 0) + chance;
  }
  return chances;
};

const families = { trait: 0, damage: 1, soak: 2 } as const;

/** Tables of pools by all that they depend on. */
const tables = new BoundedCache<number, SuccessDistribution>(2000);

/** The chances of every number of successes of a pool. */
export const successChances = (
  family: RollFamily,
  pool: number,
  difficulty: number,
  settings: Settings,
): SuccessDistribution => {
  const [dice, face] = [effectiveDice(family, pool, settings), effectiveDifficulty(difficulty)];
  const manner = families[family] * 4 + (settings.tens === 'two' ? 2 : 0) + (doOnesCancel(family, settings) ? 1 : 0);
  const key = (manner * 100 + dice) * 16 + face;
  return tables.get(key) ?? tables.put(key, counted(family, dice, face, settings));
};

/** The chances of `left` less `right`, never below 0. */
const subtractDistributions = (left: SuccessDistribution, right: SuccessDistribution): SuccessDistribution => {
  const out: number[] = left.map(() => 0);
  left.forEach((chance, a) => {
    right.forEach((other, b) => {
      const rest = Math.max(0, a - b);
      out[rest] = (out[rest] ?? 0) + chance * other;
    });
  });
  return out;
};

export const meanSuccesses = (chances: SuccessDistribution): number =>
  chances.reduce((sum, chance, n) => sum + n * chance, 0);

export const chanceOfAtLeast = (chances: SuccessDistribution, n: number): number =>
  chances.slice(n).reduce((sum, each) => sum + each, 0);

/** One chance of each distribution, weighed. */
const mixDistributions = (parts: readonly { weight: number; chances: SuccessDistribution }[]): SuccessDistribution => {
  const out: number[] = [];
  for (const { weight, chances } of parts)
    chances.forEach((chance, n) => {
      while (out.length <= n) out.push(0);
      out[n] = (out[n] ?? 0) + weight * chance;
    });
  return out;
};

export interface AttackPools {
  /** Chances of the attack's successes, and of the defense's (no defense: `[1]`). */
  readonly attack: SuccessDistribution;
  readonly defense: SuccessDistribution;
  readonly net: (attack: number, defense: number) => number;
  readonly base: number;
  readonly netAdds: boolean;
  readonly soakPool: number;
  readonly settings: Settings;
}

export interface AttackChances {
  readonly hit: number;
  readonly net: SuccessDistribution;
  /** Damage successes, and levels lost after soak. */
  readonly damageRolled: SuccessDistribution;
  readonly levelsLost: SuccessDistribution;
}

/** ST-RES steps 1 to 8, exactly. */
export const attackChances = (pools: AttackPools): AttackChances => {
  const { attack, defense, net, base, netAdds, soakPool, settings } = pools;
  const nets: number[] = [0];
  attack.forEach((chance, a) => {
    defense.forEach((other, d) => {
      const result = Math.max(0, net(a, d));
      while (nets.length <= result) nets.push(0);
      nets[result] = (nets[result] ?? 0) + chance * other;
    });
  });
  const soak = successChances('soak', soakPool, 6, settings);
  const damages = nets.map((weight, n) => ({
    weight,
    chances: n === 0 ? [1] : successChances('damage', base + (netAdds ? n - 1 : 0), 6, settings),
  }));
  const rolled = mixDistributions(damages);
  return {
    hit: chanceOfAtLeast(nets, 1),
    net: nets,
    damageRolled: rolled,
    levelsLost: subtractDistributions(rolled, soak),
  };
};
