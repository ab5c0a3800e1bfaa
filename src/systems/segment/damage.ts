import { z } from 'zod';
import { count, maskedRef, phrase, ref, say, sentences, type Text, term } from '../../core/message.ts';
import { type Dice, rollMany } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { createTally, line, type SumRow, step, type Tally, tallyAttack } from '../../rules/event.ts';
import type { Gauge, Reader } from '../../rules/reader.ts';
import { combatantParam, flagParam, wholeNumberParam } from '../../rules/verb.ts';
import { rollPercent } from './attribute-checks.ts';
import { gmOnTarget } from './checks.ts';
import { damageDiceOf, type Sheet, type Weapon } from './sheet.ts';
import {
  armorProt,
  type Combatant,
  combatantSchema,
  event,
  find,
  gmModifierParts,
  type LifeState,
  nonZeroParts,
  order,
  type PercentRoll,
  percentRollSchema,
  protOf,
  type State,
  type StuckMissile,
  type SumPart,
  stopMarch,
  stuckMissileSchema,
  sumOfParts,
  sumPart,
  update,
} from './state.ts';
import { type AttackSetup, ambushLevelAgainst } from './strike-chance.ts';
import { tableRollSchema } from './table-text.ts';
import { findTable, grievousTable, isNoEffect, rollTable } from './tables.ts';
import { isNumberVisible, sumRow } from './visibility.ts';

/** The result of a hit, with hit points, life and armour after the hit. SEG-DMG-2, SEG-DMG-3, SEG-INT-1, SEG-STUN-4. */
export const hitImpactSchema = z.strictObject({
  damage: z.int(),
  prot: z.int(),
  taken: z.int(),
  hp: z.int(),
  life: combatantSchema.shape.life,
  stunThreshold: z.int(),
  stunned: z.boolean(),
  armorLoss: z.int(),
  armorProt: z.int(),
  grievousPending: z.boolean(),
  stuck: stuckMissileSchema.optional(),
  interrupted: z.boolean(),
  concentration: percentRollSchema.optional(),
  /** The roll on the table of grievous wounds. Undefined if the hit needed no roll. SEG-TABLE-3. */
  wound: tableRollSchema.optional(),
});

type HitImpact = z.output<typeof hitImpactSchema>;

/** True if the reader may know the damage taken, which reveals hit points and protection. */
export const isDamageTakenVisible = (reader: Reader, id: string): boolean =>
  isNumberVisible(reader, id, 'hp') && isNumberVisible(reader, id, 'prot');

/** Describes a gauge of hit points, in words or in numbers. */
export const describeGauge = (id: string, { share, text }: Gauge): Text =>
  share === undefined ? say`${maskedRef(id)}: ${term(text)}.` : say`${maskedRef(id)}: ${text} HP.`;

/** Describes the hit points after a hit, as far as the reader may know them. */
const describeHp = (state: State, id: string, impact: HitImpact, reader: Reader): Text | undefined => {
  const most = find(state, id)?.sheet.maxHp ?? 1;
  const gauge = reader.canSee(id) ? reader.gauge(id, 'HP', impact.hp, most) : undefined;
  // The line already says that the combatant is down; the word for no hit points adds nothing.
  return gauge === undefined || (gauge.share === undefined && impact.life !== 'up')
    ? undefined
    : describeGauge(id, gauge);
};

const stuckTexts = {
  arrow: 'An arrow sticks in the wound.',
  quarrel: 'A quarrel sticks in the wound.',
  javelin: 'A javelin sticks in the wound.',
  spear: 'A spear sticks in the wound.',
} as const;

/** Describes a combatant that is down or dead. Undefined if it is up. */
export const describeFall = (id: string, life: LifeState): Text | undefined =>
  life === 'up' ? undefined : life === 'down' ? say`${maskedRef(id)} is down.` : say`${maskedRef(id)} is dead.`;

/** Describes what a hit caused, except the loss of hit points. */
const describeImpact = (impact: HitImpact, id: string, reader: Reader): Text => {
  const { interrupted, stuck, grievousPending, life, stunned, wound } = impact;
  return sentences(
    interrupted && term('The spell is interrupted.'),
    stuck && term(stuckTexts[stuck.kind]),
    grievousPending && term('A grievous wound is possible.'),
    wound && (isNoEffect(wound) ? term('No grievous wound.') : say`Grievous wound: ${wound.text}.`),
    describeFall(id, life),
    stunned && life === 'up' && say`${maskedRef(id)} is stunned.`,
    // Without a table the GM describes the wound. SEG-CRIT-5, SEG-RUL-27.
    grievousPending &&
      reader.gm &&
      term(
        'GM: describe the wound with /gm set field:wound. For all such wounds you can set a table: /segment table name:grievous with rows, or a saved one with /library use-table. The rulebook has no such table.',
      ),
  );
};

/** Describes what a hit did. Empty if the hit did nothing. */
export const describeHit = (state: State, id: string, impact: HitImpact, reader: Reader): Text =>
  sentences(describeImpact(impact, id, reader), describeHp(state, id, impact, reader));

/** The statistics of taking down a combatant. Empty if the combatant was not taken down. */
export const tallyDefeat = (before: State, after: State, who: string, by?: string): readonly Tally[] =>
  find(before, who)?.life === 'up' && find(after, who)?.life !== 'up' ? [createTally(who, 'felled', 1, by)] : [];

/** The GM damaged a combatant by hand. SEG-DMG-6. */
export const damaged = event('damaged', {
  facts: { target: z.string(), damage: z.int(), single: z.boolean(), before: z.int(), impact: hitImpactSchema },
  apply: (state, event) => update(state, event.target, (before) => applyImpact(before, event.impact)),
  tallies: ({ target, impact }, before, after) => [
    ...tallyAttack(undefined, target, undefined, impact.taken),
    ...tallyDefeat(before, after, target),
  ],
  narrate: ({ target, impact, damage, before }, { reader }) => {
    const isVisible = isDamageTakenVisible(reader, target);
    const sum = phrase`${damage} − ${impact.prot} PROT = ${impact.taken}; ${before} → ${impact.hp} HP`;
    return line(
      sentences(
        isVisible ? say`${ref(target)} is hurt: ${impact.taken} damage.` : say`${ref(target)} is hurt.`,
        describeImpact(impact, target, reader),
      ),
      'bad',
      isVisible ? [[step('SEG-DMG-6', sum)]] : [],
    );
  },
});

export const healed = event('healed', {
  facts: { who: z.string(), amount: z.int(), before: z.int(), hp: z.int() },
  apply: (state, event) =>
    update(state, event.who, ({ life }) => ({
      hp: event.hp,
      life: life === 'down' && event.hp > 0 ? 'up' : life,
    })),
  tallies: ({ who, amount }) => [createTally(who, 'healed', amount)],
  narrate: ({ who, before, hp }, { reader }) =>
    line(
      isNumberVisible(reader, who, 'hp')
        ? say`${ref(who)} is healed: ${before} → ${hp} HP.`
        : say`${ref(who)} is healed.`,
      'good',
    ),
});

/** The GM repaired a combatant’s armour. SEG-CRIT-6. */
export const repaired = event('repaired', {
  facts: { who: z.string(), before: z.int() },
  apply: (state, event) => update(state, event.who, () => ({ armorLoss: 0 })),
  narrate: ({ who, before }, { reader }) =>
    line(
      say`The armour of ${ref(who)} is repaired.`,
      'plain',
      isNumberVisible(reader, who, 'hp')
        ? [[step('SEG-CRIT-6', count(before, 'armour point restored', 'armour points restored'))]]
        : [],
    ),
});

/** The GM ruled a combatant dead. SEG-DMG-5. */
export const killed = event('killed', {
  facts: { who: z.string(), before: combatantSchema.shape.life },
  apply: (state, event) =>
    update(state, event.who, (before) => ({
      life: 'dead',
      casting: undefined,
      carried: undefined,
      defending: undefined,
      aimCarried: undefined,
      ...stopMarch(before),
    })),
  tallies: ({ who }, before, after) => tallyDefeat(before, after, who),
  narrate: ({ who }) => line(say`${ref(who)} is dead.`, 'bad'),
});

/** Rolls damage, at least 0: `rolled` before doubling, `damage` after doubling. SEG-DMG-2, SEG-RUL-24, SEG-RUL-25. */
export const rollDamage = (
  text: string,
  extra: readonly SumPart[],
  doubles: 'no' | State['settings']['critDoubles'],
  dice: Dice,
) => {
  const { count: many, sides, bonus } = damageDiceOf(text);
  const rolls = rollMany(dice, many, sides, 'damage');
  const onDice = rolls.reduce((sum, value) => sum + value, 0);
  const parts = [
    ...rolls.map((value) => sumPart('SEG-DMG-1', `d${sides}`, value)),
    ...nonZeroParts(sumPart('SEG-DMG-1', 'bonus', bonus), ...extra),
  ];
  const total = sumOfParts(parts);
  const rolled = Math.max(0, total);
  const damage = doubles === 'no' ? rolled : doubles === 'total' ? 2 * rolled : Math.max(0, total + onDice);
  return { rolled, damage, parts };
};

/** Modifiers of an attack’s damage: ambush, off hand, GM, effects. SEG-DMG-1, SEG-AMB-8, SEG-MELEE-6, SEG-GEN-7. */
export const extraDamageParts = (state: State, { attacker, target, hand }: AttackSetup): readonly SumPart[] => [
  sumPart('SEG-AMB-8', 'wholly surprised', ambushLevelAgainst(state, attacker, target) === 5 ? 2 : 0),
  sumPart('SEG-RUL-69', 'off hand', hand === 'off' && !attacker.sheet.ambidextrous ? -2 : 0),
  ...gmModifierParts(state, attacker, 'damage'),
  sumPart('SEG-GEN-7', 'effects', effectSum(state.effects, attacker.id, 'damage')),
];

/** Each row: DEX penalty for a critical, for a grievous hit, and hit points lost each round. SEG-PEN-2, SEG-RUL-86. */
const stuckEffects = {
  arrow: [-2, -3, 1],
  quarrel: [-2, -3, 1],
  javelin: [-3, -4, 2],
  spear: [-4, -5, 5],
} as const;

/** The missile stuck in the target. Undefined if none sticks. SEG-PEN-1. */
export const stuckMissile = (
  { use, penetrating }: Pick<Weapon, 'use' | 'penetrating'>,
  outcome: 'hit' | 'critical' | 'grievous',
  round: number,
): StuckMissile | undefined => {
  if (use === 'melee' || penetrating === 'none' || outcome === 'hit') return undefined;
  const [critical, grievous, bleed] = stuckEffects[penetrating];
  return { kind: penetrating, dexPenalty: outcome === 'critical' ? critical : grievous, bleed, round };
};

/** The state at these hit points: up, down or dead. SEG-DMG-5, SEG-RUL-28. */
export const lifeStateAt = ({ settings: { deathAt } }: State, hp: number, before: LifeState): LifeState => {
  if (before === 'dead' || (deathAt !== 'none' && hp <= deathAt)) return 'dead';
  return hp > 0 ? 'up' : 'down';
};

interface Hit {
  readonly damage: number;
  /** True if PROT reduces the damage. */
  readonly protects: boolean;
  /** True if the damage comes from one hit, which may stun and interrupt. SEG-STUN-6. */
  readonly single: boolean;
  readonly grievous: boolean;
  readonly stuck: StuckMissile | undefined;
}

type Interruption = { readonly broken: boolean; readonly concentration?: PercentRoll };

const unbroken: Interruption = { broken: false };

/** Decides if a hit interrupts the target’s spell, by a roll if settings say so. SEG-INT-1, SEG-INT-5, SEG-RUL-50. */
const rollInterruption = (state: State, target: Combatant, hp: number, taken: number, dice: Dice): Interruption => {
  if (target.casting === undefined) return unbroken;
  const { interruptRule, interruptMultiple } = state.settings;
  if (interruptRule === 'hit') return { broken: true };
  if (taken < 1 || interruptRule === 'damage') return { broken: taken >= 1 };
  const concentration = rollPercent(
    state,
    { ...target, hp },
    sumPart('SEG-INT-2', say`${interruptMultiple}x CON`, interruptMultiple * target.sheet.con),
    dice,
    'concentration',
  );
  return { broken: !concentration.success, concentration };
};

/** Calculates what a hit does to the target, in the rulebook’s order. SEG-CRIT-4, SEG-RUL-26, SEG-RUL-27. */
export const calculateImpact = (state: State, target: Combatant, hit: Hit, dice: Dice): HitImpact => {
  const prot = hit.protects ? protOf(state, target) : 0;
  const taken = Math.max(0, hit.damage - prot);
  const hp = target.hp - taken;
  const armorLoss = hit.grievous && armorProt(target) > 0 ? target.armorLoss + 1 : target.armorLoss;
  const { broken, concentration } = hit.single ? rollInterruption(state, target, hp, taken, dice) : unbroken;
  const threshold = stunThreshold(target.sheet);
  // SEG-RUL-29.
  const basis = state.settings.stunBasis === 'taken' ? taken : hit.damage;
  const stuns = hit.single && basis > threshold;
  const life = lifeStateAt(state, hp, target.life);
  const wounds = hit.grievous ? findTable(state, grievousTable) : undefined;
  const wound = wounds && rollTable(wounds, dice, 'grievous');
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
    grievousPending: hit.grievous && wound === undefined,
    wound,
    stuck: hit.stuck,
    interrupted: target.casting !== undefined && (broken || stuns || life !== 'up'),
    concentration,
  };
};

/** The target’s fields after a hit. SEG-DMG-4, SEG-STUN-4, SEG-RUL-33, SEG-INT-3, SEG-INT-4, SEG-DMG-5. */
export const applyImpact = (
  before: Combatant,
  { taken, hp, life, stunned, armorLoss, grievousPending, stuck, interrupted, wound }: HitImpact,
): Partial<Combatant> => {
  const stopped = stunned || life !== 'up';
  return {
    hp,
    life,
    armorLoss,
    stunned: before.stunned || stunned,
    grievousPending: before.grievousPending || grievousPending,
    ...(wound && !isNoEffect(wound) && { wounds: [...before.wounds, wound.text] }),
    ...(stuck && { stuck: [...before.stuck, stuck] }),
    ...((interrupted || stopped) && { casting: undefined }),
    ...(stopped && {
      defending: undefined,
      dodging: false,
      ...stopMarch(before),
    }),
    ...(life !== 'up' && { carried: undefined }),
    ...((taken > 0 || stunned) && { aimCarried: undefined }),
  };
};

/** Log rows of damage. Protection and hit points only if the reader may know them. SEG-DMG-2, SEG-DMG-3, SEG-DMG-4. */
export const damageRows = (
  reader: Reader,
  target: string,
  impact: HitImpact,
  rolled: number | undefined,
  parts: readonly SumPart[],
): readonly SumRow[] => {
  if (rolled === undefined) return [];
  const { wound, damage, prot, taken, hp, stunThreshold: threshold } = impact;
  const row = [
    ...sumRow('SEG-DMG-1', 'damage', rolled, parts),
    ...(wound ? [step('SEG-TABLE-3', phrase`grievous d${wound.sides}: ${wound.roll}`)] : []),
    ...(damage !== rolled ? [step('SEG-DMG-2', phrase`doubled: ${damage}`)] : []),
  ];
  if (!isDamageTakenVisible(reader, target)) return [row];
  return [
    [
      ...row,
      step('SEG-DMG-3', prot > 0 ? phrase`−${prot} PROT = ${taken} taken` : phrase`${taken} damage taken`),
      step('SEG-DMG-4', phrase`${hp} HP left`),
      step('SEG-STUN-1', phrase`stuns above ${threshold} damage`),
    ],
  ];
};

const stunBonusBySize = { tiny: 0, small: 0, medium: 0, large: 2, giant: 4 } as const;

/** CON as it counts against stun: raised by size, and by hit points above 100. SEG-STUN-2, SEG-RUL-30. */
export const stunConstitution = ({ con, size, maxHp }: Pick<Sheet, 'con' | 'size' | 'maxHp'>): number =>
  con + stunBonusBySize[size] + Math.max(0, Math.ceil((maxHp - 100) / 10));

/** The highest damage of one hit that does not stun the target. SEG-STUN-3, SEG-RUL-31, SEG-RUL-32. */
export const stunThreshold = (sheet: Pick<Sheet, 'con' | 'size' | 'maxHp'>): number => {
  const con = stunConstitution(sheet);
  return con <= 25 ? con : 2 * con - 25;
};

/** Lets the GM damage a combatant, with the same procedure as a hit. SEG-DMG-6. */
export const damage = order({
  summary: 'Damage a combatant by hand',
  ...gmOnTarget,
  params: z.strictObject({
    target: combatantParam('Who is hurt'),
    amount: wholeNumberParam('Damage before protection', 0, 1000),
    prot: flagParam('Does protection count?').default(true),
    single: flagParam('Is it a single hit, which may stun and interrupt?').default(true),
  }),
  resolve: (draft, _, { amount, prot, single }, who) => {
    const hit = { damage: amount, protects: prot, single, grievous: false, stuck: undefined };
    const impact = calculateImpact(draft.now(), who, hit, draft.dice);
    return damaged({ target: who.id, damage: amount, single, before: who.hp, impact });
  },
});

/** The event that heals a combatant, at most to its full hit points. SEG-DMG-6. */
export const createHealing = ({ id, hp, sheet }: Combatant, amount: number) =>
  healed({ who: id, amount, before: hp, hp: Math.max(hp, Math.min(sheet.maxHp, hp + amount)) });

/** Lets the GM heal a combatant, at most to its full hit points. SEG-DMG-6. */
export const heal = order({
  summary: 'Heal a combatant by hand',
  ...gmOnTarget,
  params: z.strictObject({ target: combatantParam('Who is healed'), amount: wholeNumberParam('Hit points', 0, 1000) }),
  resolve: (_, __, { amount }, who) => createHealing(who, amount),
});

/** Lets the GM repair a combatant’s armour. SEG-CRIT-6. */
export const repair = order({
  summary: 'Repair the armour of a combatant',
  ...gmOnTarget,
  params: z.strictObject({ target: combatantParam('Whose armour') }),
  resolve: (_, __, ___, { id, armorLoss }) => repaired({ who: id, before: armorLoss }),
});

/** Lets the GM rule a combatant dead. SEG-DMG-5. */
export const kill = order({
  summary: 'Rule a combatant dead',
  ...gmOnTarget,
  params: z.strictObject({ target: combatantParam('Who is dead') }),
  resolve: (_, __, ___, { id, life }) => killed({ who: id, before: life }),
});
