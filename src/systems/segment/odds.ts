import { counting } from '../../rules/bounds.ts';
import { needFor } from './attack.ts';
import { protOf } from './battle.ts';
import { readRoll } from './critical.ts';
import { damageExtras } from './damage.ts';
import type { outcomes } from './events.ts';
import type { State } from './model.ts';
import { damageDice } from './sheet.ts';
import { stunThreshold } from './stun.ts';
import type { Blow } from './to-hit.ts';

/** An exact share: so many of so many equally likely ways. */
export interface Share {
  readonly of: bigint;
  readonly among: bigint;
}

export interface Odds {
  readonly need: number;
  readonly sc: number;
  readonly def: number;
  /** How many of the hundred faces give each outcome. */
  readonly faces: Readonly<Record<(typeof outcomes)[number], number>>;
  readonly stuns: Share;
  readonly downs: Share;
  /** Mean of the hit points taken, a miss counting 0. */
  readonly mean: Share;
}

/** How many ways the dice give each sum. */
const sums = (count: number, sides: number): ReadonlyMap<number, bigint> => {
  const step = counting('steps');
  let ways = new Map<number, bigint>([[0, 1n]]);
  for (let n = 0; n < count; n++) {
    const next = new Map<number, bigint>();
    for (const [sum, times] of ways) {
      step('odds', 3 * sides);
      for (let face = 1; face <= sides; face++) next.set(sum + face, (next.get(sum + face) ?? 0n) + times);
    }
    ways = next;
  }
  return ways;
};

/** Every face of the d100 and every fall of the damage dice, counted: nothing is sampled. */
export const oddsOf = (state: State, blow: Blow): Odds => {
  const { sc, def, need } = needFor(state, blow);
  const { count, sides, bonus } = damageDice(blow.weapon.damage) ?? { count: 0, sides: 1, bonus: 0 };
  const extra = damageExtras(state, blow).reduce((sum, { value }) => sum + value, 0);
  const prot = protOf(state, blow.target);
  const threshold = stunThreshold(blow.target.sheet);
  const faces = { miss: 0, hit: 0, critical: 0, grievous: 0 };
  for (let roll = 1; roll <= 100; roll++) faces[readRoll(roll, need)]++;
  const ways = sums(count, sides);
  const among = 100n * BigInt(sides) ** BigInt(count);
  let [stuns, downs, mean] = [0n, 0n, 0n];
  for (const [dice, times] of ways) {
    const rolled = Math.max(0, dice + bonus + extra);
    const double = state.settings.critDoubles === 'total' ? 2 * rolled : Math.max(0, 2 * dice + bonus + extra);
    for (const [damage, shield, share] of [
      [rolled, prot, faces.hit],
      [double, 0, faces.critical + faces.grievous],
    ] as const) {
      const taken = Math.max(0, damage - shield);
      const weight = times * BigInt(share);
      mean += weight * BigInt(taken);
      if ((state.settings.stunBasis === 'taken' ? taken : damage) > threshold) stuns += weight;
      if (taken >= blow.target.hp) downs += weight;
    }
  }
  return { need, sc, def, faces, stuns: { of: stuns, among }, downs: { of: downs, among }, mean: { of: mean, among } };
};

/** A share of a hundred with one decimal, rounded to the nearest. */
export const percent = ({ of, among }: Share): string => tenths(of * 1000n, among, '%');

/** A number with one decimal, rounded to the nearest. */
export const decimal = ({ of, among }: Share): string => tenths(of * 10n, among, '');

const tenths = (of: bigint, among: bigint, unit: string): string => {
  const rounded = (2n * of + among) / (2n * among);
  return `${rounded / 10n}.${rounded % 10n}${unit}`;
};
