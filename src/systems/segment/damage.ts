import { type Dice, rollMany } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { rollPercent } from './attribute-checks.ts';
import { armorProt, protOf } from './battle.ts';
import type { Impact, Part } from './events.ts';
import type { Combatant, Life, State, Stuck, Weapon } from './model.ts';
import { damageDice } from './sheet.ts';
import { stunThreshold } from './stun.ts';
import { ambushAgainst, type Blow } from './to-hit.ts';

export interface DamageRoll {
  /** Dice and all that is added, at least 0. */
  readonly rolled: number;
  /** SEG-DMG-2: the same, doubled where the hit doubles. */
  readonly damage: number;
  readonly parts: readonly Part[];
}

/** SEG-DMG-1, 2: dice in order, then the additions. */
export const rollDamage = (
  text: string,
  extra: readonly Part[],
  doubles: 'no' | State['settings']['critDoubles'],
  dice: Dice,
): DamageRoll => {
  const { count, sides, bonus } = damageDice(text) ?? { count: 0, sides: 1, bonus: 0 };
  const fell = rollMany(dice, count, sides, 'damage');
  const onDice = fell.reduce((sum, value) => sum + value, 0);
  const parts = [
    ...fell.map((value) => ({ rule: 'SEG-DMG-1', label: `d${sides}`, value })),
    ...[{ rule: 'SEG-DMG-1', label: 'bonus', value: bonus }, ...extra].filter(({ value }) => value !== 0),
  ];
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const rolled = Math.max(0, total);
  const damage = doubles === 'no' ? rolled : doubles === 'total' ? 2 * rolled : Math.max(0, total + onDice);
  return { rolled, damage, parts };
};

/** SEG-DMG-1, SEG-AMB-8, SEG-MELEE-6, SEG-GEN-7: what is added to the dice of an attack. */
export const damageExtras = (state: State, { attacker, target, hand }: Blow): readonly Part[] => [
  {
    rule: 'SEG-AMB-8',
    label: 'wholly surprised',
    value: ambushAgainst(state, attacker, target) === 5 ? 2 : 0,
  },
  { rule: 'SEG-RUL-69', label: 'off hand', value: hand === 'off' && !attacker.sheet.ambidextrous ? -2 : 0 },
  ...state.adHocs
    .filter(({ who, on }) => who === attacker.id && on === 'damage')
    .map(({ reason, amount }) => ({ rule: 'SEG-GEN-7', label: reason, value: amount })),
  { rule: 'SEG-GEN-7', label: 'effects', value: effectSum(state.effects, attacker.id, 'damage') },
];

/** SEG-PEN-2, SEG-RUL-86: DEX penalty on a critical, on a grievous, and bleeding a round. */
const sticking = {
  arrow: [-2, -3, 1],
  quarrel: [-2, -3, 1],
  javelin: [-3, -4, 2],
  spear: [-4, -5, 5],
} as const;

/** SEG-PEN-1: what sticks, if it does. */
export const sticks = (
  { use, penetrating }: Pick<Weapon, 'use' | 'penetrating'>,
  outcome: 'hit' | 'critical' | 'grievous',
  round: number,
): Stuck | undefined => {
  if (use === 'melee' || penetrating === 'none' || outcome === 'hit') return undefined;
  const [critical, grievous, bleed] = sticking[penetrating];
  return { kind: penetrating, dexPenalty: outcome === 'critical' ? critical : grievous, bleed, round };
};

/** SEG-DMG-5, SEG-RUL-28. */
export const lifeAt = ({ settings: { deathAt } }: State, hp: number, before: Life): Life => {
  if (before === 'dead' || (deathAt !== 'none' && hp <= deathAt)) return 'dead';
  return hp > 0 ? 'up' : 'down';
};

export interface Hit {
  readonly damage: number;
  /** Does PROT count? */
  readonly protects: boolean;
  /** One hit for stun and interruption, SEG-STUN-6. */
  readonly single: boolean;
  readonly grievous: boolean;
  readonly stuck: Stuck | undefined;
}

const interrupts = (state: State, target: Combatant, hp: number, taken: number, dice: Dice) => {
  if (target.casting === undefined) return { broken: false };
  const { interruptRule, interruptMultiple } = state.settings;
  if (interruptRule === 'hit') return { broken: true };
  if (taken < 1 || interruptRule === 'damage') return { broken: taken >= 1 };
  const concentration = rollPercent(
    state,
    { ...target, hp },
    { rule: 'SEG-INT-2', label: `${interruptMultiple}x CON`, value: interruptMultiple * target.sheet.con },
    dice,
    'concentration',
  );
  return { broken: !concentration.success, concentration };
};

/** SEG-DMG-3, 4: PROT, hit points, armour, missile, interruption, stun, down, in that order. */
export const impactOn = (state: State, target: Combatant, hit: Hit, dice: Dice): Impact => {
  const prot = hit.protects ? protOf(state, target) : 0;
  const taken = Math.max(0, hit.damage - prot);
  const hp = target.hp - taken;
  const armorLoss = hit.grievous && armorProt(target) > 0 ? target.armorLoss + 1 : target.armorLoss;
  const { broken, concentration } = hit.single
    ? { concentration: undefined, ...interrupts(state, target, hp, taken, dice) }
    : { broken: false, concentration: undefined };
  const threshold = stunThreshold(target.sheet);
  const basis = state.settings.stunBasis === 'taken' ? taken : hit.damage;
  const stuns = hit.single && basis > threshold;
  const life = lifeAt(state, hp, target.life);
  return {
    damage: hit.damage,
    prot,
    taken,
    hp,
    life,
    stunThreshold: threshold,
    stunned: stuns,
    armorLoss,
    armorProt: armorProt({ ...target, armorLoss }),
    grievousPending: hit.grievous,
    ...(hit.stuck && { stuck: hit.stuck }),
    interrupted: target.casting !== undefined && (broken || stuns || life !== 'up'),
    ...(concentration && { concentration }),
  };
};
