import { BoundedCache, memoizeByContent } from '../../../core/memoize.ts';
import { effectSum } from '../../../rules/effects.ts';
import { attackSteps, hasTwoHandedGrip, requireTargetInReach } from '../attack/steps.ts';
import { sumParts } from '../dice/roll.ts';
import type { Terrain } from '../engagement.ts';
import { type HarmResult, harmResults } from '../harm/harm.ts';
import { calculateResultOdds } from '../odds.ts';
import type { Settings } from '../settings.ts';
import type { ActingWarrior, Figure, State, Weapon } from '../state.ts';
import { advEffect, toughnessSteps } from '../traits.ts';

/** Worth of an attack, and its chance to take the target out. */
export interface AttackWorth {
  readonly worth: number;
  readonly takeOutChance: number;
}

/** Worth of taking a warrior out. `victoryPointWorth`: worth of one victory point. */
const warriorWorth = 60;
export const victoryPointWorth = 40;

type Worths = Readonly<Record<HarmResult, number>>;

/** Worth of each result of damage to this target. */
const calculateWorths = ({ scenario, objects }: State, { id, conditions }: Figure): Worths => {
  const bearer = objects.some(({ kind, carrier }) => kind === 'lantern' && carrier === id);
  const drops = bearer ? 2 * victoryPointWorth : 0;
  return {
    none: 0,
    stunned: (conditions.includes('stunned') ? 0 : 20) + drops,
    wounded: (conditions.includes('wounded') ? 0 : 40) + drops,
    incapacitated: warriorWorth + victoryPointWorth * scenario.incapacitated + drops,
    killed: warriorWorth + victoryPointWorth * scenario.killed + drops,
  };
};

/** Lowest dice step at which an attack has worth. Steps and dice above the maximum count as the maximum. */
const minWorthStep = -6;
const maxWorthStep = 6;
const maxDice = 8;

type Chances = readonly (readonly [HarmResult, number])[];

/** Chances of each result of an attack, cached by settings. */
const chancesBy = memoizeByContent(8, (_: Settings) => new BoundedCache<string, Chances>(10_000));

/** Functions that calculate the worth of attacks, in a battle as the attacker’s side knows it. */
export type AttackWorthLookup = ReturnType<typeof createAttackWorthLookup>;

export const createAttackWorthLookup = (state: State) => {
  const { settings, effects } = state;
  const cache = chancesBy(settings);
  const findChances = (attacker: Figure, target: Figure, weapon: Weapon, step: number, grip: boolean): Chances => {
    const { id, armour } = target;
    const harm = [
      armour,
      sumParts(toughnessSteps(target, settings)),
      effectSum(effects, id, 'armour'),
      effectSum(effects, id, 'injury'),
    ];
    const key = [weapon.type, weapon.dice, ...weapon.tags, step, grip, advEffect(attacker, 'best'), ...harm].join(' ');
    const known = cache.get(key);
    if (known !== undefined) return known;
    const { results } = calculateResultOdds(state, attacker, target, weapon, step, grip);
    return cache.put(
      key,
      harmResults.map((result) => [result, Number(results[result].ways) / 6 ** results[result].dice]),
    );
  };
  /** Worth of an attack with this dice step, from any space. */
  const withStep = (attacker: Figure, target: Figure, weapon: Weapon, step: number, grip = false): AttackWorth => {
    if (step < minWorthStep) return { worth: 0, takeOutChance: 0 };
    const worths = calculateWorths(state, target);
    const rolled = { ...weapon, dice: Math.min(weapon.dice, maxDice) };
    let [worth, takeOutChance] = [0, 0];
    for (const [result, chance] of findChances(attacker, target, rolled, Math.min(step, maxWorthStep), grip)) {
      worth += chance * worths[result];
      if (result === 'incapacitated' || result === 'killed') takeOutChance += chance;
    }
    return { worth, takeOutChance };
  };
  return {
    withStep,
    /** Worth of an attack from the attacker’s space. Undefined if the attack is impossible. */
    fromPosition: (
      terrain: Terrain,
      acting: ActingWarrior,
      target: Figure,
      weapon: Weapon,
    ): AttackWorth | undefined => {
      const { warrior, activation } = acting;
      const aim = requireTargetInReach(terrain, warrior, target, weapon);
      if (!aim.ok) return undefined;
      const grip = hasTwoHandedGrip(settings, warrior, activation, weapon);
      return withStep(warrior, target, weapon, sumParts(attackSteps(terrain, acting, target, aim.value).steps), grip);
    },
  };
};
