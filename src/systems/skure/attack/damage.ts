import { z } from 'zod';
import { effectSum } from '../../../rules/effects.ts';
import { isCutByGuard } from '../defending-ally/guard.ts';
import { defendedDamagePercent, isDefendingSelf } from '../defending-self.ts';
import { type FacingZone, positionBonuses } from '../positioning.ts';
import type { Settings } from '../settings.ts';
import { effectiveRating, hasTrait, type State } from '../state.ts';
import type { Attack } from './attack-kinds.ts';
import { stageRow } from './roll.ts';

export const damageFactorSchema = z.strictObject({ factor: z.string(), percent: z.int() });
type Factor = z.output<typeof damageFactorSchema>;

const roundings: Readonly<Record<Settings['damage.rounding'], (over: number, under: number) => number>> = {
  up: (over, under) => Math.ceil(over / under),
  nearest: (over, under) => Math.floor((2 * over + under) / (2 * under)),
  down: (over, under) => Math.floor(over / under),
};

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** SK-ATK-12, SK-RUL-15, SK-RUL-16: one product of exact fractions (or one sum), rounded once. */
const scaleDamage = (
  base: number,
  factors: readonly Factor[],
  settings: Pick<Settings, 'damage.percent' | 'damage.rounding'>,
): number => {
  const round = roundings[settings['damage.rounding']];
  if (settings['damage.percent'] === 'add') {
    const stage = factors.find(({ factor }) => factor === 'stage')?.percent ?? 100;
    const sum = factors.reduce((all, { factor, percent }) => all + (factor === 'stage' ? 0 : percent - 100), 100);
    return round(base * stage * Math.max(0, sum), 10_000);
  }
  let over = base;
  let under = 1;
  for (const { percent } of factors) {
    const common = divisor(over * percent, under * 100) || 1;
    [over, under] = [(over * percent) / common, (under * 100) / common];
  }
  return round(over, under);
};

/** SK-ATK-12: what scales the base, each as a percentage. Those of 100 are left out. */
const factorsOf = (state: State, attack: Attack, zone: FacingZone, stage: number | undefined): readonly Factor[] => {
  const { settings } = state;
  const { how, attacker, target } = attack;
  const place = positionBonuses[zone];
  const guards = isCutByGuard(attack, zone, settings);
  const hung = effectSum(state.effects, attacker.name, 'damage') + effectSum(state.effects, target.name, 'harm');
  const hit = stage === undefined || stage >= settings['stage.hitFrom'];
  const factors: readonly Factor[] = [
    { factor: 'stage', percent: stage === undefined ? 100 : stageRow(stage).percent },
    {
      factor: 'position',
      percent: stage === undefined ? 100 : hasTrait(attacker, 'BACKSTABBER') ? place.backstab : place.damage,
    },
    // SK-CHARGE-10, SK-CHARGE-11, SK-CTR-6, SK-AOO-4
    { factor: 'charge', percent: how === 'charge' && hit ? 150 : 100 },
    { factor: 'counter', percent: how === 'counter' ? 75 : 100 },
    { factor: 'opportunity', percent: how === 'opportunity' ? 50 : 100 },
    {
      factor: guards ? 'guard' : 'defend',
      percent: guards || isDefendingSelf(attack, zone, settings) ? defendedDamagePercent(target) : 100,
    },
    { factor: 'effects', percent: Math.max(0, 100 + hung) },
    { factor: 'bm', percent: Math.max(0, 100 + (attacker.next.damage ?? 0)) },
  ];
  return factors.filter(({ percent }) => percent !== 100);
};

/** SK-ATK-7: the rates a blow is struck with, of the sheets, or of the spell or breath. */
const ratesOf = (state: State, { attacker, target, magic }: Attack) => {
  if (magic !== undefined) return { attack: magic.damage, defense: 0, base: magic.damage };
  const attack = effectiveRating(state, attacker, 'attack');
  const defense = effectiveRating(state, target, 'defense');
  return { attack, defense, base: Math.max(1, attack - defense) };
};

/** SK-ATK-7, SK-ATK-12, SK-ATK-13, SK-RUL-17: damage before the elements; `stage` left out where nothing is rolled. */
export const calculateDamage = (state: State, attack: Attack, zone: FacingZone, stage: number | undefined) => {
  const { settings } = state;
  const rates = ratesOf(state, attack);
  const factors = factorsOf(state, attack, zone, stage);
  const least = rates.base > 0 && stage !== 1 ? settings['damage.hitMinimum'] : 0;
  return { ...rates, factors, whole: stage === 1 ? 0 : Math.max(least, scaleDamage(rates.base, factors, settings)) };
};
