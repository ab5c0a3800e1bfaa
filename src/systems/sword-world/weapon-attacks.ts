import type { Dice } from '../../dice/dice.ts';
import type { Draft } from './action.ts';
import { type AttackPlan, harmOf, powerOf } from './attack-plan.ts';
import { dealt, increasesFor, reductionsFor } from './damage.ts';
import { endTest } from './ending.ts';
import type { Damage, Rolled } from './events.ts';
import { harm } from './falling.ts';
import { attackFeats, featNames } from './feats.ts';
import { gearOf, gripOf, lapseOffers, onGround, usualGrip, without } from './handling.ts';
import { earn } from './life.ts';
import { misfire } from './misfire.ts';
import type { State, Unit } from './model.ts';
import { clampedPower, criticalValue, rollPower } from './power.ts';
import { fixed, roll, twoDice } from './rolls.ts';
import type { Weapon } from './sheet.ts';
import { conflict, recompute } from './skirmish.ts';
import { spendMajor } from './turns.ts';
import { bodyAble, effectTotal, type Placed, placeOf, theBody, theUnit, unitAble } from './units.ts';
import { accuracyParts, evasionParts, extraDamage } from './values.ts';
import { sunkInMetal } from './water.ts';

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
export const makeAttack = (draft: Draft, plan: AttackPlan): void => {
  const { unit, body, aim } = plan;
  const shot = { kind: 'weapon', shape: plan.reach === undefined ? 'target' : 'shot' } as const;
  const draw = misfire(draft.now(), unit, plan.target, shot, featNames(unit), draft.dice);
  gripFor(draft, plan);
  useUp(draft, plan);
  conflict(draft, unit.id, [plan.target.unit.id]);
  const state = draft.now();
  const attacker = theUnit(state, unit.id);
  const target = theBody(state, draw?.target ?? plan.target.body.id);
  const accuracy = rollOrFix(accuracyParts(state, attacker, body, aim), 'Accuracy', draft.dice);
  const noEvasion = accuracy.auto === 'failure' ? 'failed' : noEvasionFor(state, target);
  const evasion = noEvasion
    ? undefined
    : rollOrFix(evasionParts(state, target.unit, target.body), 'Evasion', draft.dice);
  const hit = isHit(accuracy, evasion);
  const damage = hit ? attackDamage(state, { ...plan, unit: attacker }, target, draft.dice) : undefined;
  draft.emit({
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
  earn(draft, unit, accuracy);
  earn(draft, target.unit, evasion);
  if (damage?.autoFail) earn(draft, unit, { auto: 'failure' });
  throwAway(draft, plan, target.unit);
  if (damage) harm(draft, target.body.id, plan.natural?.pool ?? 'hp', damage.applied);
  lapseOffers(draft);
  recompute(draft);
  endTest(draft);
};

/** SW-ACT-12. Striking in another stance changes the grip. */
const gripFor = (draft: Draft, { unit, aim }: AttackPlan): void => {
  const { weapon, grip } = aim;
  if (weapon === undefined || grip === undefined || grip === 'throw' || gripOf(unit, weapon.id) === grip) return;
  if (gripOf(unit, weapon.id) === undefined && grip === usualGrip(unit, weapon)) return;
  const gear = { ...gearOf(unit), grips: { ...unit.grips, [weapon.id]: grip } };
  draft.emit({
    type: 'geared',
    unit: unit.id,
    what: 'stance',
    item: weapon.id,
    gear: [gear],
    ground: draft.now().ground,
  });
};

/** SW-ATK-8. The Major Action, and the ammunition with the Bullet in it. */
const useUp = (draft: Draft, { unit, body, aim }: AttackPlan): void => {
  spendMajor(draft, unit.id, body.id, {
    checksRolled: true,
    ...(unit.sheet.kind === 'mount' && { mountSection: body.id }),
  });
  const { weapon, mode } = aim;
  if (weapon && (mode === 'shoot' || mode === 'gun'))
    draft.emit({
      type: 'ammo',
      unit: unit.id,
      weapon: weapon.id,
      ...(weapon.ammo !== undefined && { ammo: weapon.ammo - 1 }),
    });
};

/** SW-ATK-8. A thrown weapon lies where its target is. */
const throwAway = (draft: Draft, { unit, aim }: AttackPlan, target: Unit): void => {
  const weapon: Weapon | undefined = aim.weapon;
  if (weapon === undefined || aim.mode !== 'throw') return;
  draft.emit({
    type: 'geared',
    unit: unit.id,
    what: 'thrown',
    item: weapon.id,
    gear: [without(theUnit(draft.now(), unit.id), weapon.id)],
    ground: [...draft.now().ground, { ...onGround(weapon.id, weapon, target), ...placeOf(target) }],
  });
};
