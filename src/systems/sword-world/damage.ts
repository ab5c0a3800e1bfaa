import { z } from 'zod';
import { formatSigned, listText, ok, phrase, present, refuse, say, type Text, term } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { powerTable } from '../../dice/power-table.ts';
import { effectSum } from '../../rules/effects.ts';
import { type SumRow, step, type Tally, tallyAttack } from '../../rules/event.ts';
import { doesEffectRaise, effectTotal } from './conditions.ts';
import { knownWeaknesses, wornDefense } from './derived-values.ts';
import { dicePairSchema, partSteps, rollTwoDice, type SumPart, sumParts, sumPartsSchema } from './dice.ts';
import { damageReductionFeats } from './feats.ts';
import { type Body, type DamageChange, damageTypes, type Feat, type RaisedAttackKind } from './sheet.ts';
import type { CheckResult, Moment, State, Unit } from './state.ts';
import { unitIdOfBody } from './units.ts';
import { isDamageVisible, isVisibleNumber } from './visibility.ts';

/** The damage of one hit, from the power roll to the applied damage. SW section 12. */
export const damageSchema = z.strictObject({
  type: z.enum(damageTypes),
  attributes: z.array(z.string()),
  /** The row of the power table. Undefined for `2d + X` and flat damage. */
  power: z.int().optional(),
  c: z.int().optional(),
  /** Parts of the Critical Value. Undefined if the base value is not changed. SW-CRIT-4. */
  cParts: sumPartsSchema.optional(),
  canCrit: z.boolean(),
  rolls: z.array(z.strictObject({ dice: dicePairSchema, total: z.int(), value: z.int().nullable() })),
  criticals: z.int(),
  powerTotal: z.int(),
  extra: z.int(),
  half: z.boolean(),
  calculated: z.int(),
  increases: sumPartsSchema,
  increase: z.int(),
  total: z.int(),
  reductions: sumPartsSchema,
  reduction: z.int(),
  applied: z.int(),
  autoFail: z.boolean(),
});

export type Damage = z.output<typeof damageSchema>;

/** The type and attributes of damage. */
export interface DamageKind {
  readonly type: Damage['type'];
  readonly attributes: readonly string[];
}

/** True if a change of damage applies to damage of this type with these attributes. SW-DMG-6. */
const matches = (change: DamageChange, { type, attributes }: DamageKind): boolean =>
  (change.type === 'any' || change.type === type) &&
  (change.attribute === undefined || attributes.includes(change.attribute));

const matching = (
  rule: string,
  says: string,
  changes: readonly (DamageChange | undefined)[],
  kind: DamageKind,
): SumPart[] =>
  changes.flatMap((change) =>
    change !== undefined && matches(change, kind)
      ? [{ rule, says: change.attribute ?? says, value: change.value }]
      : [],
  );

/** Increases of damage by feats and effects of the attacker and weaknesses. SW-DMG-6, SW-ATTR-2, SW-FEAT-6. */
export const findDamageIncreases = (
  state: State,
  attacker: Unit,
  target: Unit,
  kind: DamageKind,
  by: RaisedAttackKind,
  more: readonly Feat[],
): SumPart[] => [
  ...matching('SW-DMG-6', 'increase', attacker.sheet.increases, kind),
  ...attacker.effects
    .filter((effect) => doesEffectRaise(effect, by))
    .flatMap(({ id, increase }) => matching('SW-DMG-6', id, [increase], kind)),
  ...more.flatMap(({ id, increase }) => matching('SW-FEAT-1', id, [increase], kind)),
  ...gmEffectParts(state, attacker, 'increase'),
  ...knownWeaknesses(attacker, target)
    .filter(({ bonus }) => bonus !== 0)
    .flatMap(({ attribute, damageType, bonus }) =>
      matching('SW-ATTR-2', 'weakness', [{ value: bonus, type: damageType ?? 'any', attribute }], kind),
    ),
];

/** Reductions of damage that apply: Defense against physical damage, feats and effects. SW-DMG-7. */
export const findDamageReductions = (
  state: State,
  attacker: Unit | undefined,
  target: Unit,
  body: Body,
  kind: DamageKind,
  more: readonly Feat[],
): SumPart[] => [
  ...(kind.type === 'physical' ? [{ rule: 'SW-DMG-1', says: 'Defense', value: defenseOf(state, target, body) }] : []),
  ...matching('SW-DMG-7', 'reduction', target.sheet.reductions, kind),
  ...target.effects.flatMap(({ id, reduction }) => matching('SW-DMG-7', id, [reduction], kind)),
  ...damageReductionFeats(target.sheet).flatMap(({ id, reduction }) => matching('SW-FEAT-1', id, [reduction], kind)),
  ...(attacker === undefined ? [] : more.flatMap(({ id, reduction }) => matching('SW-FEAT-1', id, [reduction], kind))),
  ...gmEffectParts(state, target, 'reduction'),
];

const gmEffectParts = (state: State, unit: Unit, term: 'increase' | 'reduction'): SumPart[] => {
  const value = effectSum(state.effects, unit.id, term);
  return value === 0 ? [] : [{ rule: term === 'increase' ? 'SW-DMG-6' : 'SW-DMG-7', says: 'the GM', value }];
};

const defenseOf = (state: State, unit: Unit, body: Body): number =>
  wornDefense(unit, body) + effectTotal(state, unit, 'defense');

interface DamageInput extends Pick<Damage, 'power' | 'c' | 'canCrit' | 'extra' | 'half'> {
  readonly kind: DamageKind;
  readonly cParts?: readonly SumPart[] | undefined;
  readonly roll: PowerRoll;
  readonly increases: readonly SumPart[];
  readonly reductions: readonly SumPart[];
}

/**
 * Calculates damage: halved upward if resisted, then increases, then reductions down to 0. An automatic failure deals
 * none (SW-POWER-6). SW-DMG-2, SW-DMG-3, SW-DMG-4, SW-DMG-5, SW-DMG-6, SW-DMG-7, SW-DMG-11, SW-CRIT-2, SW-RUL-36,
 * SW-RUL-39, SW-RUL-40.
 */
export const calculateDamage = (input: DamageInput): Damage => {
  const { kind, power, c, cParts, canCrit, roll, extra, half, increases, reductions } = input;
  const { autoFail } = roll;
  const sum = roll.powerTotal + extra;
  const calculated = autoFail ? 0 : half ? Math.ceil(sum / 2) || 0 : sum;
  const increase = autoFail ? 0 : sumParts(increases);
  const total = calculated + increase;
  const reduction = sumParts(reductions);
  return {
    type: kind.type,
    attributes: [...kind.attributes],
    ...(power !== undefined && { power }),
    ...(c !== undefined && { c }),
    ...(cParts !== undefined && { cParts: [...cParts] }),
    canCrit,
    ...roll,
    extra: autoFail ? 0 : extra,
    half,
    calculated,
    increases: autoFail ? [] : [...increases],
    increase,
    total,
    reductions: [...reductions],
    reduction,
    applied: autoFail ? 0 : Math.max(0, total - reduction),
  };
};

/** Formats the Critical Value with its parts: `C 10 rapier, −1 Fencer = 9`. SW-CRIT-4. */
const criticalStep = (c: number, [base, ...changes]: readonly SumPart[]) => {
  const first = phrase`C ${base?.value ?? c} ${term(base?.says ?? '')}`;
  const rest = changes.map(({ says, value }) => phrase`${formatSigned(value)} ${term(says)}`);
  return step('SW-CRIT-4', phrase`${listText([first, ...rest])} = ${c}`);
};

/** The dice of a damage roll: `power 20, C 10: 4+2 → 5`. */
const formatPowerRoll = ({ power, c, canCrit }: Damage, rolled: string): string => {
  if (power === undefined) return phrase`2d ${rolled}`;
  return canCrit ? phrase`power ${power}, C ${c}: ${rolled}` : phrase`power ${power}: ${rolled}`;
};

/** The row from the power roll to the total damage, for readers who know the attacker’s numbers. */
const calculationRow = (damage: Damage): SumRow => {
  const { power, c, cParts, canCrit, rolls, powerTotal, extra, half, calculated, increases, total, autoFail } = damage;
  const shown = rolls.map(
    ({ dice, value }) => `${dice[0]}+${dice[1]}${power === undefined ? '' : ` → ${value ?? phrase`failure`}`}`,
  );
  const chain = listText(shown.map((each, at) => (at === 0 ? each : phrase`critical ${each}`)));
  if (autoFail) return [step('SW-POWER-6', phrase`${formatPowerRoll(damage, chain)}, no damage`)];
  const base = rolls.length > 0 ? formatPowerRoll(damage, chain) : 'flat damage';
  return present([
    canCrit && c !== undefined && cParts && criticalStep(c, cParts),
    step(power === undefined ? 'SW-DMG-9' : 'SW-POWER-1', base),
    rolls.length > 1 && step('SW-CRIT-1', phrase`= ${powerTotal}`),
    extra !== 0 && step('SW-DMG-3', phrase`${formatSigned(extra)} extra`),
    step(
      'SW-DMG-2',
      half ? phrase`= ${powerTotal + extra}, halved: ${calculated}` : phrase`= ${calculated} calculated damage`,
    ),
    ...partSteps(increases),
    increases.length > 0 && step('SW-DMG-6', phrase`= ${total} total damage`),
  ]);
};

/** The row with the reductions and the applied damage, for readers who know the target’s numbers. */
const appliedRow = ({ reductions, applied }: Damage): SumRow => [
  ...reductions
    .filter(({ value }) => value !== 0)
    .map(({ rule, says, value }) => step(rule, phrase`${formatSigned(-value)} ${term(says, 'sword-world')}`)),
  step('SW-DMG-7', phrase`= ${applied} applied damage`),
];

export const damageRows = (damage: Damage, doer: string, sufferer: string, moment: Moment): readonly SumRow[] => {
  const isApplied = isVisibleNumber(moment, sufferer, 'defense') && isDamageVisible(moment, sufferer);
  return present([
    isVisibleNumber(moment, doer, 'damage') && calculationRow(damage),
    isApplied && !damage.autoFail && appliedRow(damage),
  ]);
};

/** The tallies of an attack, without damage taken, which is counted when HP are lost. */
export const attackTallies = (
  before: State,
  who: string,
  body: string,
  hit: boolean,
  damage: number,
): readonly Tally[] => tallyAttack(who, unitIdOfBody(before, body), hit, damage).filter(({ what }) => what !== 'taken');

/** A hit, with the damage if the reader may know it. */
export const describeHit = (doer: Text, foe: Text, damage: number | undefined): Text =>
  damage === undefined ? say`${doer} hits ${foe}.` : say`${doer} hits ${foe}: ${damage} damage.`;

/** Refuses a power outside the table with E_BAD_POWER. SW-POWER-3, SW-POWER-5. */
export const requirePowerInTable = (power: number): CheckResult<number> =>
  Number.isInteger(power) && power >= 0 && power <= 100 ? ok(power) : refuse('E_BAD_POWER');

/** Limits a power to the rows of the table. SW-POWER-3, SW-RUL-37. */
export const clampPower = (power: number): number => Math.max(0, Math.min(100, power));

/** A Critical Value, and its parts if the base value is changed. */
export interface Critical {
  readonly effective: number;
  readonly canCrit: boolean;
  readonly cParts?: SumPart[];
}

/** The Critical Value after changes, at least 8. At 13 or more nothing is critical. SW-CRIT-6, SW-CRIT-7, SW-RUL-38. */
export const criticalValue = (base: number, changes: readonly number[]): Critical => {
  const sum = changes.reduce((total, change) => total + change, base);
  const effective = Math.min(13, Math.max(8, sum));
  return { effective, canCrit: effective < 13 };
};

/** The part by which metal armour raises the Critical Value of physical damage. SW-CRIT-4. */
export const metalArmorPart = ({ sheet }: Pick<Unit, 'sheet'>, type: Damage['type']): SumPart => ({
  rule: 'SW-CRIT-4',
  says: 'metal armour',
  value: sheet.metalArmor !== false && type === 'physical' ? 1 : 0,
});

/** The Critical Value from its parts. `cParts` is undefined if the base value is not changed. SW-CRIT-4. */
export const criticalFromParts = (base: SumPart, changes: readonly SumPart[]): Critical => {
  const changing = changes.filter(({ value }) => value !== 0);
  const critical = criticalValue(
    base.value,
    changing.map(({ value }) => value),
  );
  return { ...critical, ...(changing.length > 0 && { cParts: [base, ...changing] }) };
};

/** The value in a row of the power table for a total of 2d. Null for 1+1. SW-POWER-1, SW-POWER-2. */
export const powerValue = (power: number, total: number): number | null => powerTable[power]?.[total - 2] ?? null;

export type PowerRoll = Pick<Damage, 'rolls' | 'criticals' | 'powerTotal' | 'autoFail'>;

/** Rolls on the power table, again after each critical. Only a first 1+1 fails. SW-POWER-6, SW-CRIT-1, SW-CRIT-3. */
export const rollPower = (dice: Dice, name: string, power: number, c: number, canCrit: boolean): PowerRoll => {
  const rolls: PowerRoll['rolls'] = [];
  let again = true;
  while (again) {
    const pair = rollTwoDice(dice, name);
    const total = pair[0] + pair[1];
    const value = powerValue(power, total);
    rolls.push({ dice: pair, total, value: rolls.length === 0 ? value : (value ?? 0) });
    again = canCrit && total >= c;
  }
  return {
    rolls,
    criticals: rolls.length - 1,
    powerTotal: rolls.reduce((sum, { value }) => sum + (value ?? 0), 0),
    autoFail: rolls[0]?.value === null,
  };
};
