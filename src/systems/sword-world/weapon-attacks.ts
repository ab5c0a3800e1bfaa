import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Dice } from '../../dice/dice.ts';
import { dealt, type Harm, increasesFor, reductionsFor } from './damage.ts';
import { endTest } from './ending.ts';
import type { Damage, Rolled } from './events.ts';
import { harm } from './falling.ts';
import { attackFeats, featNames } from './feats.ts';
import { freeHands, gearOf, handsFor, lapseOffers, onGround, usualGrip, weaponOf, without } from './handling.ts';
import { earn } from './life.ts';
import { misfire } from './misfire.ts';
import type { State, Unit } from './model.ts';
import { hasRiderLevel, mountCommanded } from './mounts.ts';
import { clampedPower, criticalValue, powerInTable, rollPower } from './power.ts';
import { asTarget, reaches } from './range.ts';
import type { Code } from './refusals.ts';
import { fixed, roll, twoDice } from './rolls.ts';
import { sectionOf } from './rounds.ts';
import type { Attack, Body, Grip, Weapon, WeaponMode } from './sheet.ts';
import { conflict, recompute } from './skirmish.ts';
import { mayMajor, spendMajor, turnOf } from './turns.ts';
import { happens, type Unfolding } from './unfolding.ts';
import {
  bodyAble,
  bodyCalled,
  effectTotal,
  isDead,
  type Placed,
  placeOf,
  theBody,
  theUnit,
  unitAble,
} from './units.ts';
import { type Aim, accuracyParts, attackClasses, bestClass, evasionParts, extraDamage, levelOf } from './values.ts';
import { noRangedHere, sunkInMetal } from './water.ts';
import { thisThing } from './wording.ts';

export interface AttackOrder {
  readonly target: string;
  readonly section?: string | undefined;
  readonly weapon?: string | undefined;
  readonly stance?: Grip | undefined;
  readonly mode?: WeaponMode | undefined;
  readonly cls?: string | undefined;
}

/** An attack that may be made. `natural` is a monster's own, which names no weapon. */
export interface AttackPlan {
  readonly unit: Unit;
  readonly body: Body;
  readonly target: Placed;
  readonly aim: Aim;
  readonly natural: Attack | undefined;
  readonly reach: number | undefined;
}

/** With what is struck, and how; refusals of the hand and the stance: SW-ATK-6. */
type Means = Pick<AttackPlan, 'aim' | 'natural' | 'reach'>;

const meansOf = (unit: Unit, body: Body, order: AttackOrder): Result<Means, Refusal<Code>> => {
  if (body.attack && order.weapon === undefined) {
    const { range } = body.attack;
    const mode = range === undefined ? 'melee' : 'shoot';
    return ok({
      aim: { weapon: undefined, mode, grip: undefined, cls: undefined },
      natural: body.attack,
      reach: range,
    });
  }
  const name = order.weapon ?? unit.held[0];
  if (name === undefined) return refuse('E_NOT_HELD', { weapon: 'A weapon' });
  const weapon = weaponOf(unit, name);
  if (weapon === undefined || !unit.held.includes(weapon.id)) return refuse('E_NOT_HELD', { weapon: thisThing(name) });
  const mode = order.mode ?? weapon.modes[0] ?? 'melee';
  const grip = mode === 'throw' ? 'throw' : (order.stance ?? usualGrip(unit, weapon));
  const awkward = refuse<Code>('E_NO_STANCE', { weapon: thisThing(weapon.id) });
  if (!weapon.modes.includes(mode) || grip === undefined || weapon.stances[grip] === undefined) return awkward;
  if (grip === 'throw' ? mode !== 'throw' : false) return awkward;
  // A change of stance on the way needs the other hand, as the Minor Action would.
  if (unit.mountedOn === undefined && handsFor(weapon, grip) > freeHands(unit, weapon.id)) return awkward;
  const usable = attackClasses(mode);
  if (order.cls !== undefined && (!usable.includes(order.cls) || levelOf(unit, order.cls) === 0))
    return refuse('E_NO_CLASS', { unit: unit.id, cls: order.cls });
  const cls = order.cls ?? bestClass(unit, usable);
  const reach = mode === 'melee' ? undefined : (weapon.range ?? 0);
  return ok({ aim: { weapon, mode, grip, cls }, natural: undefined, reach });
};

/** SW-ATK-6, in order. */
export const planAttack = (state: State, unit: Unit, order: AttackOrder): Result<AttackPlan, Refusal<Code>> => {
  const body = sectionOf(unit, order.section);
  if (body === undefined) return refuse('E_NO_TARGET');
  const command = mountCommanded(state, unit, body.id);
  if (!command.ok) return command;
  const major = mayMajor(state, unit, body.id);
  if (!major.ok) return major;
  const means = meansOf(unit, body, order);
  if (!means.ok) return means;
  const { aim, reach } = means.value;
  const { weapon, mode } = aim;
  if (unit.mountedOn !== undefined && weapon) {
    if (weapon.category === 'wrestling') return refuse('E_MOUNTED_WRESTLING');
    if (aim.grip === '2H') return refuse('E_MOUNTED_TWO_HANDED');
    if (!hasRiderLevel(unit)) return refuse('E_HANDS_FULL');
  }
  if (mode !== 'melee' && noRangedHere(state, unit)) return refuse('E_UNDERWATER_RANGED');
  if (sunkInMetal(state, unit)) return refuse('E_FULL_METAL_UNDERWATER');
  if ((mode === 'shoot' || mode === 'gun') && turnOf(state, unit).moveType === 'normal')
    return refuse('E_SHOOT_NEEDS_LIMITED_MOVE');
  if (weapon && (mode === 'shoot' || mode === 'gun') && weapon.ammo !== undefined && weapon.ammo <= 0)
    return refuse('E_NO_AMMO');
  const target = bodyCalled(state, order.target);
  if (target === undefined || isDead(target.body) || target.unit.statuses.includes('left'))
    return refuse('E_NO_TARGET');
  const there = reaches(state, unit, asTarget(target.unit, target.body.id), reach ?? 'touch', featNames(unit));
  if (!there.ok) return there;
  const power = powerOf(aim);
  const known = power === undefined ? ok(0) : powerInTable(power);
  return known.ok ? ok({ unit, body, target, ...means.value }) : known;
};

/** SW-POWER-4, SW-GUN-4. The row of the stance, or of the Bullet spell in the gun. */
export const powerOf = ({ weapon, grip, mode }: Aim): number | undefined =>
  (mode === 'gun' ? weapon?.bullet?.power : undefined) ?? (grip && weapon?.stances[grip]?.power);

/** SW-DMG-1, SW-ATTR-1, SW-GUN-1. */
export const harmOf = (unit: Unit, { aim, natural }: Pick<AttackPlan, 'aim' | 'natural'>): Harm => {
  const added = unit.effects.flatMap(({ attribute }) => attribute ?? []);
  if (natural) return { type: natural.damageType, attributes: [...natural.attributes, ...added] };
  const { weapon, mode } = aim;
  const bullet = mode === 'gun' ? (weapon?.bullet?.attributes ?? []) : [];
  return {
    type: weapon?.damageType ?? (mode === 'gun' ? 'magical' : 'physical'),
    attributes: [...(weapon?.attributes ?? []), ...bullet, ...added],
  };
};

/** SW-CRIT-4..6. Base of the weapon; Fencer, metal armour, bullet, feats and effects. */
export const attackCritical = (
  state: State,
  plan: AttackPlan,
  target: Unit,
): { effective: number; canCrit: boolean } => {
  const { unit, aim } = plan;
  const { weapon, grip, mode, cls } = aim;
  const harmful = harmOf(unit, plan);
  return criticalValue((grip && weapon?.stances[grip]?.c) ?? 10, [
    cls === 'Fencer' ? -1 : 0,
    target.sheet.metalArmor !== false && harmful.type === 'physical' ? 1 : 0,
    mode === 'gun' ? (weapon?.bullet?.cMod ?? 0) : 0,
    ...attackFeats(unit, { melee: mode === 'melee', weapon }).map(({ cMod }) => cMod ?? 0),
    effectTotal(state, unit, 'cMod'),
  ]);
};

/** SW-ACC-1, SW-ACC-5. Accuracy against Evasion, automatic results first. */
export const isHit = (
  accuracy: Pick<Rolled, 'total' | 'auto'>,
  evasion: Pick<Rolled, 'total' | 'auto'> | undefined,
): boolean => {
  if (accuracy.auto === 'failure') return false;
  if (evasion === undefined) return true;
  if (evasion.auto === 'success') return false;
  if (accuracy.auto === 'success' || evasion.auto === 'failure') return true;
  return accuracy.total > evasion.total;
};

/** SW-ACC-7, SW-WATER-4. Why a body rolls no Evasion. */
export const noEvasionFor = (state: State, { unit, body }: Placed): 'helpless' | 'full-metal' | undefined =>
  !bodyAble(body) || !unitAble(unit) ? 'helpless' : sunkInMetal(state, unit) ? 'full-metal' : undefined;

const rollOrFix = ({ rolled, parts }: ReturnType<typeof evasionParts>, name: string, dice: Dice): Rolled =>
  rolled ? roll(dice, name, parts) : fixed(parts);

/** SW-ATK-7, step 4. */
const attackDamage = (state: State, plan: AttackPlan, target: Placed, dice: Dice): Damage => {
  const { unit, aim, natural } = plan;
  const harmful = harmOf(unit, plan);
  const feats = attackFeats(unit, { melee: aim.mode === 'melee', weapon: aim.weapon });
  const bullet = aim.mode === 'gun' ? aim.weapon?.bullet : undefined;
  const common = {
    harm: harmful,
    half: false,
    increases: [
      ...increasesFor(state, unit, target.unit, harmful, feats),
      ...(bullet?.increase ? [{ rule: 'SW-GUN-4', says: bullet.id ?? 'bullet', value: bullet.increase }] : []),
    ],
    reductions: reductionsFor(state, unit, target.unit, target.body, harmful, feats),
  };
  if (natural) {
    const { damage } = natural;
    const fell = 'x' in damage ? twoDice(dice, 'damage') : undefined;
    const total = fell ? fell[0] + fell[1] : 0;
    const rolls = fell ? [{ dice: fell, total, value: total }] : [];
    return dealt({
      ...common,
      canCrit: false,
      roll: { rolls, criticals: 0, powerTotal: total, autoFail: false },
      extra: 'x' in damage ? damage.x : damage.flat,
    });
  }
  const power = clampedPower((powerOf(aim) ?? 0) + effectTotal(state, unit, 'power'));
  const { effective, canCrit } = attackCritical(state, plan, target.unit);
  return dealt({
    ...common,
    power,
    c: effective,
    canCrit,
    roll: rollPower(dice, 'power', power, effective, canCrit),
    extra: extraDamage(state, unit, aim),
  });
};

/** SW-ATK-7, SW-ATK-8. Draw, Accuracy, Evasion, damage, Death Check; then what the attack leaves behind. */
export const makeAttack = (course: Unfolding, plan: AttackPlan, dice: Dice): void => {
  const { unit, body, aim } = plan;
  const shot = { kind: 'weapon', shape: plan.reach === undefined ? 'target' : 'shot' } as const;
  const draw = misfire(course.state, unit, plan.target, shot, featNames(unit), dice);
  gripFor(course, plan);
  useUp(course, plan);
  conflict(course, unit.id, [plan.target.unit.id]);
  const { state } = course;
  const attacker = theUnit(state, unit.id);
  const target = theBody(state, draw?.target ?? plan.target.body.id);
  const accuracy = rollOrFix(accuracyParts(state, attacker, body, aim), 'Accuracy', dice);
  const noEvasion = accuracy.auto === 'failure' ? 'failed' : noEvasionFor(state, target);
  const evasion = noEvasion ? undefined : rollOrFix(evasionParts(state, target.unit, target.body), 'Evasion', dice);
  const hit = isHit(accuracy, evasion);
  const damage = hit ? attackDamage(state, { ...plan, unit: attacker }, target, dice) : undefined;
  happens(course, {
    type: 'attacked',
    unit: unit.id,
    body: body.id,
    intended: plan.target.body.id,
    target: target.body.id,
    ...(draw && { draw }),
    ...(aim.weapon && { weapon: aim.weapon.id }),
    mode: aim.mode,
    ...(aim.grip && { grip: aim.grip }),
    accuracy,
    ...(evasion && { evasion }),
    ...(noEvasion && { noEvasion }),
    hit,
    ...(damage && { damage }),
  });
  earn(course, unit, accuracy);
  earn(course, target.unit, evasion);
  if (damage?.autoFail) earn(course, unit, { auto: 'failure' });
  throwAway(course, plan, target.unit);
  if (damage) harm(course, target.body.id, plan.natural?.pool ?? 'hp', damage.applied, dice);
  lapseOffers(course);
  recompute(course);
  endTest(course);
};

/** SW-ACT-12. Striking in another stance changes the grip. */
const gripFor = (course: Unfolding, { unit, aim }: AttackPlan): void => {
  const { weapon, grip } = aim;
  if (weapon === undefined || grip === undefined || grip === 'throw' || unit.grips[weapon.id] === grip) return;
  if (unit.grips[weapon.id] === undefined && grip === usualGrip(unit, weapon)) return;
  const gear = { ...gearOf(unit), grips: { ...unit.grips, [weapon.id]: grip } };
  happens(course, {
    type: 'geared',
    unit: unit.id,
    what: 'stance',
    item: weapon.id,
    gear: [gear],
    ground: course.state.ground,
  });
};

/** SW-ATK-8. The Major Action, and the ammunition with the Bullet in it. */
const useUp = (course: Unfolding, { unit, body, aim }: AttackPlan): void => {
  spendMajor(course, unit.id, body.id, {
    checksRolled: true,
    ...(unit.sheet.kind === 'mount' && { mountSection: body.id }),
  });
  const { weapon, mode } = aim;
  if (weapon && (mode === 'shoot' || mode === 'gun'))
    happens(course, {
      type: 'ammo',
      unit: unit.id,
      weapon: weapon.id,
      ...(weapon.ammo !== undefined && { ammo: weapon.ammo - 1 }),
    });
};

/** SW-ATK-8. A thrown weapon lies where its target is. */
const throwAway = (course: Unfolding, { unit, aim }: AttackPlan, target: Unit): void => {
  const weapon: Weapon | undefined = aim.weapon;
  if (weapon === undefined || aim.mode !== 'throw') return;
  happens(course, {
    type: 'geared',
    unit: unit.id,
    what: 'thrown',
    item: weapon.id,
    gear: [without(theUnit(course.state, unit.id), weapon.id)],
    ground: [...course.state.ground, { ...onGround(weapon.id, weapon, target), ...placeOf(target) }],
  });
};
