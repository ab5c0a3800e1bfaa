import type { Dice } from '../../../dice/dice.ts';
import { calculateDamage, type Damage, type DamageKind, findDamageIncreases, findDamageReductions } from '../damage.ts';
import { criticalParts, magicPower, resistParts } from '../derived-values.ts';
import { type CheckRoll, fixedCheck, rollCheck, type SumPart } from '../dice.ts';
import { naturalDamage } from '../natural-attacks.ts';
import { clampPower, criticalFromParts, metalArmorPart, type PowerRoll, rollPower } from '../power.ts';
import type { Spell } from '../sheet.ts';
import { raisingTotal, requireBody, type State, type Unit, type UnitWithBody } from '../state.ts';
import type { CastPlan } from './plan.ts';

type Outcome = Pick<CheckRoll, 'auto' | 'total'>;

/** SW-SPELL-5, SW-RUL-32. Who resists, by what. Automatic results as in SW-ACC-5; ties go to the target. */
export const isResisted = (cast: Outcome, resist: Outcome): boolean => {
  if (resist.auto === 'success') return true;
  if (cast.auto === 'success' || resist.auto === 'failure') return false;
  return resist.total >= cast.total;
};

/** How one target met the casting. */
export interface Resistance {
  readonly body: string;
  readonly resist: CheckRoll | undefined;
  readonly resisted: boolean;
}

/** SW-DMG-12, SW-RUL-33, SW-RUL-88. */
export const rollResistance = (
  state: State,
  spell: Spell,
  cast: CheckRoll | undefined,
  id: string,
  dice: Dice,
): Resistance => {
  if (spell.resist === 'none' || cast === undefined) return { body: id, resist: undefined, resisted: false };
  const { unit, body } = requireBody(state, id);
  const { rolled, parts } = resistParts(state, unit, body, spell.resistBy);
  const resist = rolled
    ? rollCheck(dice, spell.resistBy === 'willpower' ? 'Willpower' : 'Fortitude', parts)
    : fixedCheck(parts);
  return { body: id, resist, resisted: isResisted(cast, resist) };
};

interface SpellBlow {
  readonly harm: DamageKind;
  /** The row of the power table, where there is one. */
  readonly power?: number;
  readonly extra: number;
  readonly c?: number;
  readonly cParts?: readonly SumPart[];
  readonly canCrit: boolean;
  readonly fall: (dice: Dice, canCrit: boolean) => PowerRoll;
}

/** SW-CRIT-4, SW-DMG-3, SW-FEAT-6, SW-SPELL-3. Magic Power is extra damage; of a minor spell it counts as 0. */
export const spellDamage = (
  state: State,
  caster: Unit,
  { spell, natural }: Pick<CastPlan, 'spell' | 'natural'>,
  target: Unit,
): SpellBlow | undefined => {
  if (natural)
    return { harm: { type: natural.damageType, attributes: natural.attributes }, ...naturalDamage(natural, target) };
  if (spell.damage === undefined) return undefined;
  const { damage } = spell;
  const base = { rule: 'SW-CRIT-4', says: spell.id, value: damage.c ?? 10 };
  const critical = criticalFromParts(base, [
    metalArmorPart(target, damage.type),
    ...criticalParts(state, caster, 'spells'),
  ]);
  const { effective: c, cParts } = critical;
  const power = clampPower(damage.power + raisingTotal(state, caster, 'power', 'spells'));
  return {
    harm: { type: damage.type, attributes: damage.attributes ?? [] },
    power,
    extra: spell.castAs === 'minor' ? 0 : magicPower(state, caster, spell.cls),
    c,
    ...(cParts && { cParts }),
    canCrit: critical.canCrit,
    fall: (dice, canCrit) => rollPower(dice, 'power', power, c, canCrit),
  };
};

/** SW-DMG-2, SW-DMG-3, SW-DMG-4, SW-DMG-5, SW-DMG-6, SW-DMG-7 for one target of a spell. */
export const calculateSpellDamage = (
  state: State,
  caster: Unit,
  target: UnitWithBody,
  blow: SpellBlow,
  fell: PowerRoll,
  half: boolean,
): Damage =>
  calculateDamage({
    ...blow,
    roll: fell,
    half,
    canCrit: blow.canCrit && !half,
    increases: findDamageIncreases(state, caster, target.unit, blow.harm, 'spells', []),
    reductions: findDamageReductions(state, caster, target.unit, target.body, blow.harm, []),
  });

/** SW-RUL-31. The first 2d of a roll, for those who resisted when damage is rolled once. */
export const takeFirstRoll = (fell: PowerRoll): PowerRoll => ({
  rolls: fell.rolls.slice(0, 1),
  criticals: 0,
  powerTotal: fell.rolls[0]?.value ?? 0,
  autoFail: fell.autoFail,
});
