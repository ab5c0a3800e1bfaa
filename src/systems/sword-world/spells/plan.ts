import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { isInBounds, placeName } from '../battlefield.ts';
import { refuseSection, refuseTarget } from '../checks.ts';
import { featNames } from '../feats.ts';
import { requireMountCommand } from '../mounts.ts';
import { requireAffordableAttack } from '../natural-attacks.ts';
import { requirePowerInTable } from '../power.ts';
import { requireReach, toPlaceTarget } from '../range.ts';
import type { Attack, Body, Spell } from '../sheet.ts';
import {
  type CheckResult,
  findBody,
  findByName,
  formatBodyName,
  isDead,
  isMount,
  type Place,
  placeOf,
  type State,
  type Unit,
  type UnitWithBody,
} from '../state.ts';
import { findOwnSection, requireMajorAction, requireMinorAction, turnOf } from '../turns.ts';
import { isBreathless, isRangedForbidden, isUnderwaterInMetalArmor } from '../water.ts';
import { requireOpenBreakthrough } from './areas.ts';

interface CastOrder {
  readonly spell: Spell;
  readonly target?: string | undefined;
  readonly center?: Place | undefined;
  readonly withSelf?: boolean;
  /** SW-MULTI-6. The section that casts. */
  readonly section?: string | undefined;
  /** SW-ATK-11. An ability in the place of a spell. */
  readonly natural?: Attack;
  /** SW-MOUNT-17. The GM lets a mount cast that nobody rides. */
  readonly instinct?: boolean | undefined;
}

export interface CastPlan {
  readonly unit: Unit;
  readonly body: Body;
  readonly spell: Spell;
  readonly target: UnitWithBody | undefined;
  readonly center: Place | undefined;
  readonly withSelf: boolean;
  /** SW-ATK-11. What a body does by itself, where it is no spell. */
  readonly natural?: Attack;
}

/** The body a spell is aimed at; a unit of one body may be named, and `self` needs no name. */
const aimedAt = (state: State, unit: Unit, body: Body, { spell, target }: CastOrder): UnitWithBody | undefined => {
  if (target !== undefined) {
    const found = findBody(state, target);
    return found ?? (findByName(state, target)?.id === unit.id ? { unit, body } : undefined);
  }
  return spell.range === 'self' ? { unit, body } : undefined;
};

const isThere = (target: UnitWithBody | undefined): target is UnitWithBody =>
  target !== undefined && !isDead(target.body) && !target.unit.statuses.includes('left');

/** SW-SPELL-8, SW-ACT-7, SW-WATER-6. The checks of a spell, in order. */
export const planCast = (state: State, unit: Unit, order: CastOrder): CheckResult<CastPlan> => {
  const { spell, center } = order;
  const minor = spell.castAs === 'minor';
  const body = findOwnSection(unit, order.section);
  if (body === undefined) return refuseSection(unit);
  const command = isMount(unit) && !minor ? requireMountCommand(state, unit, body.id, order.instinct) : ok(true);
  if (!command.ok) return command;
  // A minor spell after a Full Move is refused by what its movement lacks: SW-SPELL-3.
  const may = minor ? requireMinorAction(state, unit, true) : requireMajorAction(state, unit, body.id);
  if (!may.ok) return may;
  const { moveType } = turnOf(state, unit);
  const { natural } = order;
  if (natural) {
    const ranged = typeof spell.range === 'number';
    if (ranged && isRangedForbidden(state, unit)) return refuse('E_UNDERWATER_RANGED');
    if (ranged && moveType === 'normal') return refuse('E_SHOOT_NEEDS_LIMITED_MOVE');
    const affords = requireAffordableAttack(body, natural);
    if (!affords.ok) return affords;
  } else {
    if (moveType === 'normal' || moveType === 'full') return refuse('E_SPELL_NEEDS_LIMITED_MOVE');
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
    return refuse('E_OUT_OF_BOUNDS', { pos: placeName(place) });
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

/** SW-ATK-11. An ability as a spell. */
export const abilitySpell = (natural: Attack): Spell => {
  const { id = '', range, shape = 'target', resist = 'none', resistBy = 'fortitude', mpCost = 0 } = natural;
  const reach = range ?? (typeof shape === 'object' ? 'self' : 'touch');
  return { id, cls: '', mpCost, castAs: 'major', range: reach, shape, resist, resistBy };
};

/**
 * SW-ATK-11. The checks of an ability that is resisted or spread out: those of a spell, but for speech and the movement,
 * for which a range counts as shooting.
 */
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

const inReach = (
  state: State,
  unit: Unit,
  { range }: Spell,
  place: Place,
  target: UnitWithBody | undefined,
): CheckResult<true> => {
  const name = target && formatBodyName(target.unit, target.body);
  if (range !== 'self') return requireReach(state, unit, toPlaceTarget(place, name), range, featNames(unit));
  const own = place.area === unit.area && place.pos === unit.pos;
  const onSelf = target === undefined || target.unit.id === unit.id;
  return own && onSelf ? ok(true) : refuse('E_OUT_OF_RANGE', { target: name, range: 'self' });
};
