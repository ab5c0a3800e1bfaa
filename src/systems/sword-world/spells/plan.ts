import { ok, ref, refuse } from '../../../core/message.ts';
import type { Dice } from '../../../dice/dice.ts';
import { isBreathless, isInBounds, isRangedForbidden, isUnderwaterInMetalArmor, placeText } from '../battlefield.ts';
import { refuseSection, refuseTarget } from '../checks.ts';
import { raisingTotal } from '../conditions.ts';
import {
  calculateDamage,
  clampPower,
  criticalFromParts,
  type Damage,
  type DamageKind,
  findDamageIncreases,
  findDamageReductions,
  metalArmorPart,
  type PowerRoll,
  requirePowerInTable,
} from '../damage.ts';
import { abilityParts, checkModifiers, criticalParts, magicPower, resistParts } from '../derived-values.ts';
import { type CheckFormula, type CheckRoll, makeCheck, type Outcome } from '../dice.ts';
import { requireMountCommand } from '../mounts.ts';
import { type DamageFormula, naturalDamage, powerFormula, requireAffordableAttack } from '../natural-attacks.ts';
import { requireReach, toPlaceTarget } from '../range.ts';
import { isMount, isSamePlace, placeOf } from '../relations.ts';
import type { Attack, Body, Spell } from '../sheet.ts';
import type { CheckResult, Place, State, Unit } from '../state.ts';
import { findOwnSection, requireMajorAction, requireMinorAction, restrictionFacts, turnOf } from '../turns.ts';
import { findBody, findByName, formatBodyName, isDead, requireBody, type UnitWithBody } from '../units.ts';
import { requireOpenBreakthrough } from './areas.ts';

interface CastOrder {
  readonly spell: Spell;
  readonly target?: string | undefined;
  readonly center?: Place | undefined;
  readonly withSelf?: boolean;
  /** The section that casts. SW-MULTI-6. */
  readonly section?: string | undefined;
  /** The ability that is used like a spell. Undefined for a spell. SW-ATK-11. */
  readonly natural?: Attack;
  /** True if the GM plays a mount without a rider. SW-MOUNT-17. */
  readonly instinct?: boolean | undefined;
}

export interface CastPlan {
  readonly unit: Unit;
  readonly body: Body;
  readonly spell: Spell;
  readonly target: UnitWithBody | undefined;
  readonly center: Place | undefined;
  readonly withSelf: boolean;
  /** The ability that is used like a spell. Undefined for a spell. SW-ATK-11. */
  readonly natural?: Attack;
}

/** The target of a spell. A caster of several sections may name itself; a spell on oneself needs no target. */
const aimedAt = (state: State, unit: Unit, body: Body, { spell, target }: CastOrder): UnitWithBody | undefined => {
  const isOwn = target === undefined ? spell.range === 'self' : findByName(state, target)?.id === unit.id;
  return (target === undefined ? undefined : findBody(state, target)) ?? (isOwn ? { unit, body } : undefined);
};

const isThere = (target: UnitWithBody | undefined): target is UnitWithBody =>
  target !== undefined && !isDead(target.body) && !target.unit.statuses.includes('left');

/** Plans a spell, checked in the rulebook’s order. SW-SPELL-8, SW-ACT-7, SW-WATER-6. */
export const planCast = (state: State, unit: Unit, order: CastOrder): CheckResult<CastPlan> => {
  const { spell, center } = order;
  const minor = spell.castAs === 'minor';
  const body = findOwnSection(unit, order.section);
  if (body === undefined) return refuseSection(unit, order.section);
  const command = isMount(unit) && !minor ? requireMountCommand(state, unit, body.id, order.instinct) : ok(true);
  if (!command.ok) return command;
  // A minor spell after a Full Move is refused below, by the check of the movement: SW-SPELL-3.
  const may = minor ? requireMinorAction(state, unit, true) : requireMajorAction(state, unit, body.id);
  if (!may.ok) return may;
  const { moveType } = turnOf(state, unit);
  const { natural } = order;
  if (natural) {
    const ranged = typeof spell.range === 'number';
    if (ranged && isRangedForbidden(state, unit)) return refuse('E_UNDERWATER_RANGED');
    if (ranged && moveType === 'normal') return refuse('E_SHOOT_NEEDS_LIMITED_MOVE', restrictionFacts(state, unit));
    const affords = requireAffordableAttack(body, natural);
    if (!affords.ok) return affords;
  } else {
    if (moveType === 'normal' || moveType === 'full')
      return refuse('E_SPELL_NEEDS_LIMITED_MOVE', restrictionFacts(state, unit));
    if (isBreathless(state, unit)) return refuse('E_CANNOT_SPEAK', { unit: ref(unit.id) });
  }
  if (!minor && isUnderwaterInMetalArmor(state, unit)) return refuse('E_FULL_METAL_UNDERWATER');
  if (body.mp < spell.mpCost) return refuse('E_NO_MP', { have: body.mp, need: spell.mpCost });
  const target = aimedAt(state, unit, body, order);
  const wantsBody = typeof spell.shape === 'string';
  if (wantsBody || order.target !== undefined ? !isThere(target) : center === undefined && !isThere(target))
    return order.target === undefined ? refuse('E_NO_TARGET') : refuseTarget(state, order.target);
  const place =
    target && order.target !== undefined ? placeOf(target.unit) : (center ?? (target && placeOf(target.unit)));
  if (place === undefined) return refuse('E_NO_TARGET', { why: 'the target has no position yet' });
  if (place.pos !== undefined && !isInBounds(state, place.pos))
    return refuse('E_OUT_OF_BOUNDS', { pos: placeText(place) });
  const reach = inReach(state, unit, spell, place, target);
  if (!reach.ok) return reach;
  if (spell.shape === 'breakthrough' && target) {
    const open = requireOpenBreakthrough(state, unit, target.unit);
    if (!open.ok) return open;
  }
  const power = requirePowerInTable(spell.damage?.power ?? spell.recovery?.power ?? 0);
  return power.ok
    ? ok({
        unit,
        body,
        spell,
        target: isThere(target) ? target : undefined,
        center: place,
        withSelf: order.withSelf ?? false,
        ...(natural && { natural }),
      })
    : power;
};

/** An ability written as a spell. SW-ATK-11. */
const abilitySpell = (natural: Attack): Spell => {
  const { id = '', range, shape = 'target', resist = 'none', resistBy = 'fortitude', mpCost = 0 } = natural;
  const reach = range ?? (typeof shape === 'object' ? 'self' : 'touch');
  const { text, recovery, durationRounds, effect, status } = natural;
  const kept = { text, recovery, durationRounds, effect, status };
  return { id, cls: '', mpCost, castAs: 'major', range: reach, shape, resist, resistBy, ...kept };
};

/** Plans an ability: checked like a spell, but needs no speech. With a range, it is a shot. SW-ATK-11. */
export const planAbility = (
  state: State,
  unit: Unit,
  body: Body,
  natural: Attack,
  { target, instinct }: { readonly target: string; readonly instinct: boolean | undefined },
): CheckResult<CastPlan> => {
  const spell = abilitySpell(natural);
  const self = spell.range === 'self' ? { center: placeOf(unit) } : { target };
  return planCast(state, unit, { spell, section: body.id, natural, instinct, ...self });
};

const inReach = (state: State, unit: Unit, { range }: Spell, to: Place, target?: UnitWithBody): CheckResult<true> => {
  const name = target && formatBodyName(target.unit, target.body);
  if (range !== 'self')
    return requireReach(state, unit, toPlaceTarget({ ...to, altitude: target?.unit.altitude }, name), range);
  const own = isSamePlace(to, unit);
  const onSelf = target === undefined || target.unit.id === unit.id;
  return own && onSelf ? ok(true) : refuse('E_OUT_OF_RANGE', { target: name, range: 'self' });
};

/** True if the target resists. In a tie the target resists. SW-SPELL-5, SW-RUL-32. */
export const isResisted = (cast: Outcome, resist: Outcome): boolean => {
  if (resist.auto === 'success') return true;
  if (cast.auto === 'success' || resist.auto === 'failure') return false;
  return resist.total >= cast.total;
};

/** Rolls a target’s check to resist a spell. SW-DMG-12, SW-RUL-33, SW-RUL-88. */
export const rollResistance = (state: State, spell: Spell, cast: CheckRoll | undefined, id: string, dice: Dice) => {
  if (spell.resist === 'none' || cast === undefined) return { body: id, resist: undefined, resisted: false };
  const { unit, body } = requireBody(state, id);
  const name = spell.resistBy === 'willpower' ? 'Willpower' : 'Fortitude';
  const resist = makeCheck(dice, name, resistParts(state, unit, body, spell.resistBy));
  return { body: id, resist, resisted: isResisted(cast, resist) };
};

/** A target’s roll to resist, and whether the target resisted. */
export type Resistance = ReturnType<typeof rollResistance>;

/** The damage formula of a spell or ability against one target. */
export type SpellDamageFormula = DamageFormula & { readonly kind: DamageKind };

/** The casting check of a spell, or the check of an ability. SW-SPELL-4, SW-ATK-11. */
export const castFormula = (state: State, { unit, body, spell, natural }: CastPlan): CheckFormula => {
  if (natural) return abilityParts(state, unit, natural.check ?? body.accuracy);
  const power = { rule: 'SW-SPELL-4', says: 'Magic Power', value: magicPower(state, unit, spell.cls) };
  return { rolled: true, parts: [power, ...checkModifiers(state, unit)] };
};

/** The damage formula of a spell or ability. Minor spells add no Magic Power. SW-CRIT-4, SW-DMG-3, SW-FEAT-6. */
export const spellDamage = (
  state: State,
  caster: Unit,
  { spell, natural }: Pick<CastPlan, 'spell' | 'natural'>,
  target: Unit,
): SpellDamageFormula | undefined => {
  if (natural)
    return { kind: { type: natural.damageType, attributes: natural.attributes }, ...naturalDamage(natural, target) };
  if (spell.damage === undefined) return undefined;
  const { damage } = spell;
  const base = { rule: 'SW-CRIT-4', says: spell.id, value: damage.c ?? 10 };
  const changes = [metalArmorPart(target, damage.type), ...criticalParts(state, caster, 'spells')];
  const power = clampPower(damage.power + raisingTotal(state, caster, 'power', 'spells'));
  const extra = spell.castAs === 'minor' ? 0 : magicPower(state, caster, spell.cls);
  return {
    kind: { type: damage.type, attributes: damage.attributes ?? [] },
    ...powerFormula(power, criticalFromParts(base, changes), extra),
  };
};

/** Calculates the damage of a spell to one target. SW-DMG-2, SW-DMG-3, SW-DMG-4, SW-DMG-5, SW-DMG-6, SW-DMG-7. */
export const calculateSpellDamage = (
  state: State,
  caster: Unit,
  target: UnitWithBody,
  formula: SpellDamageFormula,
  powerRoll: PowerRoll,
  half: boolean,
): Damage =>
  calculateDamage({
    ...formula,
    roll: powerRoll,
    half,
    canCrit: formula.canCrit && !half,
    increases: findDamageIncreases(state, caster, target.unit, formula.kind, 'spells', []),
    reductions: findDamageReductions(state, caster, target.unit, target.body, formula.kind, []),
  });

/** The first roll without criticals, for targets that resist when one roll damages all. SW-RUL-31. */
export const takeFirstRoll = (powerRoll: PowerRoll): PowerRoll => ({
  rolls: powerRoll.rolls.slice(0, 1),
  criticals: 0,
  powerTotal: powerRoll.rolls[0]?.value ?? 0,
  autoFail: powerRoll.autoFail,
});
