import { lazy } from '../../../core/memoize.ts';
import { ref } from '../../../core/message.ts';
import { type Refusal, refuse } from '../../../core/refusal.ts';
import { ok, type Result } from '../../../core/result.ts';
import { refuseSection, refuseTarget } from '../checks.ts';
import type { DamageKind } from '../damage.ts';
import { type AttackAim, attackClasses, bestClass, classLevel, hasRiderLevel } from '../derived-values.ts';
import { defaultGrip, findWeapon, freeHands, handsFor } from '../equipment.ts';
import { featNames } from '../feats.ts';
import { requireMountCommand } from '../mounts.ts';
import { accuracyAttacks, findAttack, findSectionWithAbility, requireAffordable } from '../natural-attacks.ts';
import { requirePowerInTable } from '../power.ts';
import { namedPlace, requireReach } from '../range.ts';
import type { Code } from '../refusals.ts';
import { type Attack, type Body, type Grip, type Weapon, type WeaponMode, weaponSchema } from '../sheet.ts';
import { bodyNameText, findBody, isDead, type State, type Unit, type UnitBody } from '../state.ts';
import { itemAtStart } from '../text.ts';
import { findOwnSection, requireMajor, turnOf } from '../turns.ts';
import { isRangedForbidden, isSunkInMetal } from '../water.ts';

interface AttackOrder {
  readonly target: string;
  readonly section?: string | undefined;
  readonly weapon?: string | undefined;
  readonly stance?: Grip | undefined;
  readonly mode?: WeaponMode | undefined;
  readonly cls?: string | undefined;
  /** SW-ATK-9. Which of its own attacks. */
  readonly ability?: string | undefined;
  /** SW-MOUNT-17. The GM lets a mount attack that nobody rides. */
  readonly instinct?: boolean | undefined;
}

/** An attack that may be made. `natural` is a monster's own, which names no weapon. */
export interface AttackPlan {
  readonly unit: Unit;
  readonly body: Body;
  readonly target: UnitBody;
  readonly aim: AttackAim;
  readonly natural: Attack | undefined;
  readonly reach: number | undefined;
}

/** With what is struck, and how; refusals of the hand and the stance: SW-ATK-6. */
type Means = Pick<AttackPlan, 'aim' | 'natural' | 'reach'>;

/** SW-ATK-2, SW-ATK-9. */
const naturalMeans = (body: Body, natural: Attack): Result<Means, Refusal<Code>> => {
  const affords = requireAffordable(body, natural);
  return affords.ok ? ok(meansOfNaturalAttack(natural)) : affords;
};

/** How a body strikes by itself, whether it can afford it or not. */
export const meansOfNaturalAttack = (natural: Attack): Means => ({
  aim: { weapon: undefined, mode: natural.range === undefined ? 'melee' : 'shoot', grip: undefined, cls: undefined },
  natural,
  reach: natural.range,
});

/** SW-ATK-13. What a character strikes with whose hands are empty. */
const fists = lazy(
  (): Weapon =>
    weaponSchema.parse({
      id: 'fists',
      category: 'wrestling',
      stances: { '1H': { power: 0, c: 11 } },
    }),
);

/** SW-RUL-5. */
export const attackMeans = (unit: Unit, body: Body, order: AttackOrder): Result<Means, Refusal<Code>> => {
  if (order.ability !== undefined) {
    const named = findAttack(body, order.ability);
    return named ? naturalMeans(body, named) : refuse('E_NO_ABILITY', { unit: ref(unit.id), ability: order.ability });
  }
  const [natural] = accuracyAttacks(body);
  if (natural && order.weapon === undefined) return naturalMeans(body, natural);
  const name = order.weapon ?? unit.held[0];
  if (name === undefined && unit.sheet.kind === 'pc') {
    const able = attackClasses('melee').filter((each) => classLevel(unit, each) > 0);
    if (order.cls !== undefined && !able.includes(order.cls))
      return refuse('E_NO_CLASS', { unit: ref(unit.id), cls: order.cls });
    const cls = bestClass(unit, able);
    return ok({
      aim: { weapon: fists(), mode: 'melee', grip: '1H', cls: order.cls ?? cls },
      natural: undefined,
      reach: undefined,
    });
  }
  if (name === undefined) return refuse('E_NOT_HELD');
  const weapon = findWeapon(unit, name);
  if (weapon === undefined || !unit.held.includes(weapon.id))
    return refuse('E_NOT_HELD', { weapon: itemAtStart(name) });
  const mode = order.mode ?? (order.stance === 'throw' ? 'throw' : (weapon.modes[0] ?? 'melee'));
  const grip = mode === 'throw' ? 'throw' : (order.stance ?? defaultGrip(unit, weapon));
  const awkward = () => refuse<Code>('E_NO_STANCE', { weapon: itemAtStart(weapon.id) });
  if (!weapon.modes.includes(mode) || grip === undefined || weapon.stances[grip] === undefined) return awkward();
  if (grip === 'throw' ? mode !== 'throw' : false) return awkward();
  // A change of stance on the way needs the other hand, as the Minor Action would.
  if (unit.mountedOn === undefined && handsFor(weapon, grip) > freeHands(unit, weapon.id)) return awkward();
  const usable = attackClasses(mode);
  if (order.cls !== undefined && (!usable.includes(order.cls) || classLevel(unit, order.cls) === 0))
    return refuse('E_NO_CLASS', { unit: ref(unit.id), cls: order.cls });
  const cls = order.cls ?? bestClass(unit, usable);
  const reach = mode === 'melee' ? undefined : (weapon.range ?? 0);
  return ok({ aim: { weapon, mode, grip, cls }, natural: undefined, reach });
};

/** The body that attacks: SW-ATK-9 where an ability says which. */
export const attackingBody = (
  unit: Unit,
  { section, ability }: Pick<AttackOrder, 'section' | 'ability'>,
): Body | undefined =>
  (section === undefined && ability !== undefined ? findSectionWithAbility(unit, ability) : undefined) ??
  findOwnSection(unit, section);

/** SW-ATK-9, SW-RUL-92. Where none is named, the first of a body's attacks that can be made now; the first answers where none can. */
export const planAttack = (state: State, unit: Unit, order: AttackOrder): Result<AttackPlan, Refusal<Code>> => {
  const body = attackingBody(unit, order);
  if (body === undefined) return refuseSection(unit);
  const first = planWith(state, unit, body, order);
  if (first.ok || order.ability !== undefined || order.weapon !== undefined) return first;
  for (const { id } of accuracyAttacks(body)) {
    if (id === undefined) continue;
    const other = planWith(state, unit, body, { ...order, ability: id });
    if (other.ok) return other;
  }
  return first;
};

/** SW-ATK-6, SW-ACT-7, SW-MOUNT-6, SW-MOUNT-7, SW-RUL-21, SW-RUL-77. The checks of an attack, in order. */
const planWith = (state: State, unit: Unit, body: Body, order: AttackOrder): Result<AttackPlan, Refusal<Code>> => {
  const command = requireMountCommand(state, unit, body.id, order.instinct);
  if (!command.ok) return command;
  const major = requireMajor(state, unit, body.id);
  if (!major.ok) return major;
  const means = attackMeans(unit, body, order);
  if (!means.ok) return means;
  const { aim, reach } = means.value;
  const { weapon, mode } = aim;
  if (unit.mountedOn !== undefined && weapon) {
    if (weapon.category === 'wrestling') return refuse('E_MOUNTED_WRESTLING');
    if (aim.grip === '2H') return refuse('E_MOUNTED_TWO_HANDED');
    if (!hasRiderLevel(unit)) return refuse('E_HANDS_FULL');
  }
  if (mode !== 'melee' && isRangedForbidden(state, unit)) return refuse('E_UNDERWATER_RANGED');
  if (isSunkInMetal(state, unit)) return refuse('E_FULL_METAL_UNDERWATER');
  if ((mode === 'shoot' || mode === 'gun') && turnOf(state, unit).moveType === 'normal')
    return refuse('E_SHOOT_NEEDS_LIMITED_MOVE');
  if (weapon && (mode === 'shoot' || mode === 'gun') && weapon.ammo !== undefined && weapon.ammo <= 0)
    return refuse('E_NO_AMMO');
  const target = findBody(state, order.target);
  if (target === undefined || isDead(target.body) || target.unit.statuses.includes('left'))
    return refuseTarget(state, order.target);
  const there = requireReach(
    state,
    unit,
    namedPlace(target.unit, bodyNameText(target.unit, target.body)),
    reach ?? 'touch',
    featNames(unit),
  );
  if (!there.ok) return there;
  const power = powerOfAim(aim);
  const known = power === undefined ? ok(0) : requirePowerInTable(power);
  return known.ok ? ok({ unit, body, target, ...means.value }) : known;
};

/** SW-POWER-4, SW-GUN-4, SW-RUL-35. The row of the stance, or of the Bullet spell in the gun. */
export const powerOfAim = ({ weapon, grip, mode }: AttackAim): number | undefined =>
  (mode === 'gun' ? weapon?.bullet?.power : undefined) ?? (grip && weapon?.stances[grip]?.power);

/** SW-ATK-9. The body with the Accuracy of this attack. */
export const withAttackAccuracy = (body: Body, natural: Attack | undefined): Body =>
  natural?.check === undefined ? body : { ...body, accuracy: natural.check };

const none: readonly string[] = [];

/** SW-DMG-1, SW-ATTR-1, SW-GUN-1. */
export const damageKindOf = (unit: Unit, { aim, natural }: Pick<AttackPlan, 'aim' | 'natural'>): DamageKind => {
  const added = unit.effects.length === 0 ? none : unit.effects.flatMap(({ attribute }) => attribute ?? []);
  if (natural) return { type: natural.damageType, attributes: [...natural.attributes, ...added] };
  const { weapon, mode } = aim;
  const bullet = mode === 'gun' ? (weapon?.bullet?.attributes ?? []) : [];
  return {
    type: weapon?.damageType ?? (mode === 'gun' ? 'magical' : 'physical'),
    attributes: [...(weapon?.attributes ?? []), ...bullet, ...added],
  };
};
