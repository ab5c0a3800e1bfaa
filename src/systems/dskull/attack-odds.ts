import { sum } from './armour-injury.ts';
import { attackSteps } from './attack.ts';
import { countOf } from './dice.ts';
import type { Terrain } from './engagement.ts';
import type { HarmResult } from './events.ts';
import { gripped, withGrip } from './melee.ts';
import { type Chance, type HarmOdds, harmOdds, impossible, keptOf, plus, times } from './odds.ts';
import type { Shot } from './ranged.ts';
import type { Acting } from './seats.ts';
import type { Figure, Weapon } from './state.ts';
import { advWorth } from './traits.ts';

export interface AttackOdds {
  readonly steps: Readonly<Record<string, number>>;
  readonly step: number;
  readonly hit: Chance;
  readonly results: Readonly<Record<HarmResult, Chance>>;
}

/** DS-ATK-7, counted out: the exact chance of every result of an attack, dice removed by rank and ADV spent at its best. */
export const attackOdds = (
  terrain: Terrain,
  acting: Acting,
  target: Figure,
  weapon: Weapon,
  shot: Shot | undefined,
): AttackOdds => {
  const { state } = terrain;
  const { steps } = attackSteps(terrain, acting, target, shot);
  const step = sum(steps);
  const grip = gripped(state.settings, acting.warrior, acting.activation, weapon);
  const results: Record<HarmResult, Chance> = {
    none: impossible,
    stunned: impossible,
    wounded: impossible,
    incapacitated: impossible,
    killed: impossible,
  };
  const known = new Map<string, HarmOdds>();
  let hit = impossible;
  for (const { kept, chance } of keptOf(state.settings, weapon.dice, step)) {
    const hits = countOf(withGrip(kept, grip), weapon.type === 'melee' ? 'melee' : 'default');
    if (hits < 1) continue;
    hit = plus(hit, chance);
    const spends = weapon.type === 'melee' && state.settings.attack.spendAdv && kept.includes('ADV');
    const spent = spends ? advWorth(acting.warrior, 'best') : 0;
    const key = `${hits} ${spent}`;
    const odds = known.get(key) ?? harmOdds(state, { target, damage: hits, weapon, spent, concern: { kind: 'other' } });
    known.set(key, odds);
    for (const [result, each] of Object.entries(odds) as [HarmResult, Chance][])
      results[result] = plus(results[result], times(each, chance));
  }
  return { steps, step, hit, results };
};
