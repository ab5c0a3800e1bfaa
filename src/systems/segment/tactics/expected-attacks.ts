import { BoundedCache } from '../../../core/memoize.ts';
import { createLimitCounter } from '../../../rules/order-limits.ts';
import { calculateNeededRoll } from '../attack.ts';
import { extraDamageParts, stunThreshold } from '../damage.ts';
import { friendThreshold, meleeMembers } from '../engagement.ts';
import { parseDamageDice } from '../sheet.ts';
import { isRanged, protOf, type State, sumOfParts } from '../state.ts';
import { type AttackSetup, criticalThresholds, readAttackRoll } from '../strike-chance.ts';

/** How likely the dice of a weapon give each sum. */
const shares = new BoundedCache<string, ReadonlyMap<number, number>>(500);

const sumShares = (damage: string): ReadonlyMap<number, number> => {
  const known = shares.get(damage);
  if (known !== undefined) return known;
  const { count, sides } = parseDamageDice(damage) ?? { count: 0, sides: 1 };
  const step = createLimitCounter('steps');
  let all = new Map<number, number>([[0, 1]]);
  for (let n = 0; n < count; n++) {
    const next = new Map<number, number>();
    for (const [sum, share] of all) {
      step('plans', sides);
      for (let face = 1; face <= sides; face++) next.set(sum + face, (next.get(sum + face) ?? 0) + share / sides);
    }
    all = next;
  }
  return shares.put(damage, all);
};

/** SEG-INTOMELEE. How likely a shot at somebody in melee goes astray, specialists and naturals left aside. */
const strayChanceOf = (state: State, { attacker, target, weapon }: AttackSetup): number => {
  if (!isRanged(weapon)) return 0;
  const { friends, opponents } = meleeMembers(state, attacker, target);
  if (friends.length === 0) return 0;
  const bonus = weapon.rank + 2 * attacker.sheet.masterBowman;
  return Math.min(1, Math.max(0, friendThreshold(friends.length, opponents.length, state.settings) - bonus) / 100);
};

/** How likely a roll hits plainly, and how likely it does double, at one need. */
const hitsAt = new BoundedCache<number, { readonly hits: number; readonly doubles: number }>(500);

const hitsFor = (need: number) => {
  const known = hitsAt.get(need);
  if (known !== undefined) return known;
  let [hits, doubles] = [0, 0];
  const limits = criticalThresholds(need);
  for (let roll = 1; roll <= 100; roll++) {
    const outcome = readAttackRoll(roll, need, limits);
    if (outcome === 'hit') hits += 0.01;
    else if (outcome !== 'miss') doubles += 0.01;
  }
  return hitsAt.put(need, { hits, doubles });
};

/**
 * Sections 6 and 7: what one attack would do as things are believed to stand: hit points taken, a miss counting 0, and how likely it
 * takes the target down, stuns it or strikes a friend, 0 to 1.
 */
const expectedFromAttack = (state: State, blow: AttackSetup) => {
  const { hp, sheet } = blow.target;
  const { damage: weapon } = blow.weapon;
  const { hits, doubles } = hitsFor(calculateNeededRoll(state, blow).need);
  const strays = strayChanceOf(state, blow);
  const extra = (parseDamageDice(weapon)?.bonus ?? 0) + sumOfParts(extraDamageParts(state, blow));
  const prot = protOf(state, blow.target);
  const threshold = stunThreshold(sheet);
  let [harm, fells, stuns] = [0, 0, 0];
  for (const [dice, share] of sumShares(weapon)) {
    const rolled = Math.max(0, dice + extra);
    const double = state.settings.critDoubles === 'total' ? 2 * rolled : Math.max(0, 2 * dice + extra);
    for (const [damage, shield, chance] of [
      [rolled, prot, hits],
      [double, 0, doubles],
    ] as const) {
      const taken = Math.max(0, damage - shield);
      const weight = share * chance * (1 - strays);
      harm += weight * Math.min(taken, hp);
      if (taken >= hp) fells += weight;
      else if (taken > threshold) stuns += weight;
    }
  }
  return { hpLoss: harm, downChance: fells, stunChance: stuns, strayChance: strays };
};

/** What several attacks of one round on one foe promise. */
interface ExpectedFromAttacks {
  /** HP in percent, 100 more for a fall, 20 for a stun; harm to a friend off. */
  readonly worth: number;
  /** How likely one of them fells by itself, 0 to 1. */
  readonly downChance: number;
}

/** What several attacks of one round on one foe promise that has so many HP left. */
export const expectedFromAttacks = (
  state: State,
  blow: AttackSetup,
  times: number,
  left: number,
): ExpectedFromAttacks => {
  const one = expectedFromAttack(state, blow);
  const hp = Math.max(1, left);
  const harm = Math.min(hp, times * one.hpLoss);
  const alone = 1 - (1 - one.downChance) ** times;
  // That several fell it together is likelier the more they are expected to do.
  const together = Math.max(0, Math.min(1, (times * one.hpLoss) / hp - 0.25));
  const stunned = 1 - (1 - one.stunChance) ** times;
  const worth =
    (100 * harm) / Math.max(1, blow.target.sheet.maxHp) +
    100 * Math.max(alone, 0.8 * together) +
    20 * stunned -
    30 * times * one.strayChance;
  return { worth, downChance: alone };
};
