import { lazyValue } from '../../../core/memoize.ts';
import { ok, ref, refuse } from '../../../core/message.ts';
import { isRangedForbidden, isUnderwaterInMetalArmor } from '../battlefield.ts';
import { refuseSection, refuseTarget } from '../checks.ts';
import { type DamageKind, requirePowerInTable } from '../damage.ts';
import { attackClasses, bestClass, classLevel, hasRiderLevel, type WeaponUse } from '../derived-values.ts';
import { defaultGrip, findWeapon, freeHands, requiredHands } from '../equipment.ts';
import { requireMountCommand } from '../mounts.ts';
import { accuracyAttacks, findAttack, findSectionWithAbility, requireAffordableAttack } from '../natural-attacks.ts';
import { requireReach, toPlaceTarget } from '../range.ts';
import type { RefusalCode } from '../refusals.ts';
import { type Attack, type Body, type Grip, type Weapon, type WeaponMode, weaponSchema } from '../sheet.ts';
import type { CheckResult, State, Unit } from '../state.ts';
import { formatItemAtSentenceStart } from '../text.ts';
import { findOwnSection, requireMajorAction, restrictionFacts, turnOf } from '../turns.ts';
import { findBody, formatBodyName, isDead, type UnitWithBody } from '../units.ts';

export interface AttackOrder {
  readonly target: string;
  readonly section?: string | undefined;
  readonly weapon?: string | undefined;
  readonly stance?: Grip | undefined;
  readonly mode?: WeaponMode | undefined;
  readonly cls?: string | undefined;
  /** The id of the monster’s own attack. SW-ATK-9. */
  readonly ability?: string | undefined;
  /** True if the GM plays a mount without a rider. SW-MOUNT-17. */
  readonly instinct?: boolean | undefined;
}

/** A legal attack. `natural` is a monster’s own attack, used without a weapon. */
export interface AttackPlan {
  readonly unit: Unit;
  readonly body: Body;
  readonly target: UnitWithBody;
  readonly aim: WeaponUse;
  readonly natural: Attack | undefined;
  readonly reach: number | undefined;
}

/** A weapon or natural attack, and its reach (metres). The reach is undefined for melee. */
type Means = Pick<AttackPlan, 'aim' | 'natural' | 'reach'>;

/** The use of a natural attack. */
export const withoutWeapon: WeaponUse = { weapon: undefined, mode: 'melee', grip: undefined, cls: undefined };

/** A natural attack with its reach. Refuses if the body lacks MP or uses for the attack. SW-ATK-2, SW-ATK-9. */
const naturalMeans = (body: Body, natural: Attack): CheckResult<Means> => {
  const affords = requireAffordableAttack(body, natural);
  if (!affords.ok) return affords;
  const mode = natural.range === undefined ? 'melee' : 'shoot';
  return ok({ aim: { ...withoutWeapon, mode }, natural, reach: natural.range });
};

/** The weapon of a character with empty hands. SW-ATK-13. */
const fists = lazyValue(
  (): Weapon => weaponSchema.parse({ id: 'fists', category: 'wrestling', stances: { '1H': { power: 0, c: 11 } } }),
);

/** The weapon or natural attack of an order. Default: the usual attack, weapon in hand, or fists. SW-RUL-5. */
const resolveAttackMeans = (unit: Unit, body: Body, order: AttackOrder): CheckResult<Means> => {
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
    const aim = { weapon: fists(), mode: 'melee', grip: '1H', cls: order.cls ?? cls } as const;
    return ok({ aim, natural: undefined, reach: undefined });
  }
  if (name === undefined) return refuse('E_NOT_HELD');
  const weapon = findWeapon(unit, name);
  if (weapon === undefined || !unit.held.includes(weapon.id))
    return refuse('E_NOT_HELD', { weapon: formatItemAtSentenceStart(name) });
  const mode = order.mode ?? (order.stance === 'throw' ? 'throw' : (weapon.modes[0] ?? 'melee'));
  const grip = mode === 'throw' ? 'throw' : (order.stance ?? defaultGrip(unit, weapon));
  const awkward = () => refuse<RefusalCode>('E_NO_STANCE', { weapon: formatItemAtSentenceStart(weapon.id) });
  if (!weapon.modes.includes(mode) || grip === undefined || weapon.stances[grip] === undefined) return awkward();
  if (grip === 'throw' ? mode !== 'throw' : false) return awkward();
  // A change of stance during the attack needs a free hand, as the Minor Action would.
  if (unit.mountedOn === undefined && requiredHands(weapon, grip) > freeHands(unit, weapon.id)) return awkward();
  const usable = attackClasses(mode);
  if (order.cls !== undefined && (!usable.includes(order.cls) || classLevel(unit, order.cls) === 0))
    return refuse('E_NO_CLASS', { unit: ref(unit.id), cls: order.cls });
  const cls = order.cls ?? bestClass(unit, usable);
  const reach = mode === 'melee' ? undefined : (weapon.range ?? 0);
  return ok({ aim: { weapon, mode, grip, cls }, natural: undefined, reach });
};

/** The body that attacks: the named section, or the first section with the named ability. SW-ATK-9. */
export const attackingBody = (unit: Unit, { section, ability }: Partial<AttackOrder>): Body | undefined =>
  (section === undefined && ability !== undefined ? findSectionWithAbility(unit, ability) : undefined) ??
  findOwnSection(unit, section);

/** Plans an attack. If the order names no attack, plans the body’s first possible one. SW-ATK-9, SW-RUL-92. */
export const planAttack = (state: State, unit: Unit, order: AttackOrder): CheckResult<AttackPlan> => {
  const body = attackingBody(unit, order);
  if (body === undefined) return refuseSection(unit, order.section);
  const first = planWith(state, unit, body, order);
  if (first.ok || order.ability !== undefined || order.weapon !== undefined) return first;
  for (const { id } of accuracyAttacks(body)) {
    if (id === undefined) continue;
    const other = planWith(state, unit, body, { ...order, ability: id });
    if (other.ok) return other;
  }
  return first;
};

/** Plans one attack, and checks it in the rules’ order. SW-ACT-7, SW-MOUNT-6, SW-MOUNT-7, SW-RUL-21, SW-RUL-77. */
const planWith = (state: State, unit: Unit, body: Body, order: AttackOrder): CheckResult<AttackPlan> => {
  const command = requireMountCommand(state, unit, body.id, order.instinct);
  if (!command.ok) return command;
  const major = requireMajorAction(state, unit, body.id);
  if (!major.ok) return major;
  const means = resolveAttackMeans(unit, body, order);
  if (!means.ok) return means;
  const { aim, reach } = means.value;
  const { weapon, mode } = aim;
  if (unit.mountedOn !== undefined && weapon) {
    if (weapon.category === 'wrestling') return refuse('E_MOUNTED_WRESTLING');
    if (aim.grip === '2H') return refuse('E_MOUNTED_TWO_HANDED');
    if (!hasRiderLevel(unit)) return refuse('E_HANDS_FULL');
  }
  if (mode !== 'melee' && isRangedForbidden(state, unit)) return refuse('E_UNDERWATER_RANGED');
  if (isUnderwaterInMetalArmor(state, unit)) return refuse('E_FULL_METAL_UNDERWATER');
  if ((mode === 'shoot' || mode === 'gun') && turnOf(state, unit).moveType === 'normal')
    return refuse('E_SHOOT_NEEDS_LIMITED_MOVE', restrictionFacts(state, unit));
  if (weapon && (mode === 'shoot' || mode === 'gun') && weapon.ammo !== undefined && weapon.ammo <= 0)
    return refuse('E_NO_AMMO');
  const target = findBody(state, order.target);
  if (target === undefined || isDead(target.body) || target.unit.statuses.includes('left'))
    return refuseTarget(state, order.target);
  const aimedAt = toPlaceTarget(target.unit, formatBodyName(target.unit, target.body));
  const there = requireReach(state, unit, aimedAt, reach ?? 'touch');
  if (!there.ok) return there;
  const power = findAttackPower(aim);
  const known = power === undefined ? ok(0) : requirePowerInTable(power);
  return known.ok ? ok({ unit, body, target, ...means.value }) : known;
};

/** The power row of the weapon in its stance, or of the Bullet in a gun. SW-POWER-4, SW-GUN-4, SW-RUL-35. */
export const findAttackPower = ({ weapon, grip, mode }: WeaponUse): number | undefined =>
  (mode === 'gun' ? weapon?.bullet?.power : undefined) ?? (grip && weapon?.stances[grip]?.power);

/** The body with the Accuracy of its natural attack, if that attack states one. SW-ATK-9. */
export const withAttackAccuracy = (body: Body, natural: Attack | undefined): Body =>
  natural?.check === undefined ? body : { ...body, accuracy: natural.check };

const none: readonly string[] = [];

/** The type and attributes of an attack’s damage. SW-DMG-1, SW-ATTR-1, SW-GUN-1. */
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
