import { z } from 'zod';
import { present, ref, refuse, say, sentences, type Text } from '../../../core/message.ts';
import type { Dice } from '../../../dice/dice.ts';
import { line, type SumRow, step } from '../../../rules/event.ts';
import type { Caller } from '../../../rules/expected-action.ts';
import { askSurprise } from '../../../rules/surprise.ts';
import {
  combatantParam,
  createOffer,
  doneVerdict,
  type FindParamOffers,
  oneOfParam,
  textParam,
} from '../../../rules/verb.ts';
import { isUnderwaterInMetalArmor } from '../battlefield.ts';
import { bodyOffer, createOffers, offerBodies } from '../checks.ts';
import { endIfDecided } from '../combat-end.ts';
import { isBodyAble, isUnitAble, raisingTotal } from '../conditions.ts';
import {
  attackTallies,
  type Critical,
  calculateDamage,
  clampPower,
  criticalFromParts,
  type Damage,
  damageRows,
  damageSchema,
  describeHit,
  findDamageIncreases,
  findDamageReductions,
  metalArmorPart,
} from '../damage.ts';
import { accuracyParts, criticalParts, evasionParts, extraDamage } from '../derived-values.ts';
import { checkRollRow, checkRollSchema, makeCheck, type Outcome } from '../dice.ts';
import { beginEffect } from '../effects.ts';
import { ammoChanged, changeGripForAttack, findWeapon, lapseOffers, throwWeapon } from '../equipment.ts';
import { applyDamage } from '../falling.ts';
import { attackFeats } from '../feats.ts';
import { earnExperience } from '../life.ts';
import {
  attacksOf,
  bodyAfterUse,
  type DamageFormula,
  findAttack,
  hasMajorActionLeft,
  isResistedAttack,
  mayStillAct,
  naturalDamage,
  powerFormula,
  requireAffordableAttack,
} from '../natural-attacks.ts';
import { describeLotDraw, drawMisfire, lotDrawSchema, misfireCandidates, withMisfireNote } from '../range.ts';
import { areHostile, isCharacter, isMonster } from '../relations.ts';
import { type Grip, grips, type WeaponMode, weaponModes } from '../sheet.ts';
import { recomputeSkirmishes, updateSkirmishesForAction } from '../skirmishes.ts';
import { makeCast } from '../spells/cast.ts';
import { planAbility } from '../spells/plan.ts';
import { type Draft, event, type Offers, type State, type Unit, unitOrThingId } from '../state.ts';
import { withArticle } from '../text.ts';
import { findCommandedInTurn, spendMajorAction, turnOrder } from '../turns.ts';
import { formatBodyName, livingBodies, requireBody, requireUnit, type UnitWithBody, updateBody } from '../units.ts';
import { chooseTone, isDamageVisible, isVisible, isVisibleNumber, maskedName } from '../visibility.ts';
import {
  type AttackOrder,
  type AttackPlan,
  attackingBody,
  damageKindOf,
  findAttackPower,
  planAttack,
  withAttackAccuracy,
} from './plan.ts';

/** Names the weapon or ability: `the axe in both hands`. Undefined if it has no name. */
export const describeMeans = (named: string | undefined, mode: WeaponMode, grip: Grip | undefined) => {
  if (named === undefined) return undefined;
  const means = withArticle(named);
  if (mode === 'throw') return say`${means}, thrown`;
  return grip === '2H' && mode === 'melee' ? say`${means} in both hands` : means;
};

const describeHitWith = (doer: Text, foe: Text, means: Text, damage: number | undefined): Text =>
  damage === undefined
    ? say`${doer} hits ${foe} with ${means}.`
    : say`${doer} hits ${foe} with ${means}: ${damage} damage.`;

const noEvasionTexts = {
  failed: 'automatic miss, no Evasion needed',
  helpless: 'target is helpless, no Evasion',
  'full-metal': 'target in full metal armour underwater, no Evasion',
} as const;

/** An attack with its misfire draw, Accuracy, Evasion and damage. SW-ATK-7. */
export const attacked = event('attacked', {
  facts: {
    attacker: unitOrThingId,
    /** The attacking section, or the unit itself if it has only one body. */
    body: unitOrThingId,
    intended: unitOrThingId,
    target: unitOrThingId,
    draw: lotDrawSchema.optional(),
    weapon: unitOrThingId.optional(),
    /** The id and cost (MP) of a monster’s own attack. SW-ATK-9. */
    ability: unitOrThingId.optional(),
    cost: z.int().optional(),
    mode: z.enum(weaponModes),
    grip: z.enum(grips).optional(),
    accuracy: checkRollSchema,
    evasion: checkRollSchema.optional(),
    /** Why the target rolled no Evasion. Undefined if it rolled. */
    noEvasion: z.enum(['failed', 'helpless', 'full-metal']).optional(),
    hit: z.boolean(),
    damage: damageSchema.optional(),
  },
  apply: (state, { body, ability, cost = 0 }) =>
    ability === undefined ? state : updateBody(state, body, (own) => bodyAfterUse(own, ability, cost)),
  narrate: (happened, moment) => {
    const { body, target, intended, draw, accuracy, evasion, noEvasion, hit, damage } = happened;
    if (!isVisible(moment, body) && !isVisible(moment, target)) return undefined;
    const [doer, foe] = [maskedName(moment, body), maskedName(moment, target)];
    const strayed = draw && target !== intended && say`The attack was meant for ${maskedName(moment, intended)}.`;
    const number = isDamageVisible(moment, target) ? damage?.applied : undefined;
    const means = describeMeans(happened.weapon ?? happened.ability, happened.mode, happened.grip);
    const hits = means ? describeHitWith(doer, foe, means, number) : describeHit(doer, foe, number);
    const misses = means ? say`${doer} misses ${foe} with ${means}.` : say`${doer} misses ${foe}.`;
    const rows = present<SumRow<Text>>([
      draw && describeLotDraw(draw, moment),
      isVisibleNumber(moment, body, 'accuracy') && checkRollRow('SW-ACC-2', 'Accuracy', accuracy),
      evasion && isVisibleNumber(moment, target, 'evasion') && checkRollRow('SW-ACC-3', 'Evasion', evasion),
      noEvasion && [step(noEvasion === 'helpless' ? 'SW-ACC-7' : 'SW-ACC-5', noEvasionTexts[noEvasion])],
      ...(damage ? damageRows(damage, body, target, moment) : []),
    ]);
    return line(sentences(hit ? hits : misses, strayed), chooseTone(moment, body, target, hit), rows);
  },
  tallies: ({ attacker, target, hit, damage }, before) =>
    attackTallies(before, attacker, target, hit, damage?.applied ?? 0),
  actors: ({ attacker }) => [attacker],
});

/** Critical Value from weapon, Fencer, armour, Bullet, feats and effects. SW-CRIT-5, SW-CRIT-6, SW-GUN-3, SW-RUL-90. */
export const attackCriticalValue = (state: State, plan: AttackPlan, target: Unit): Critical => {
  const { unit, aim } = plan;
  const { weapon, grip, mode, cls } = aim;
  const part = (rule: string, says: string, value = 0) => ({ rule, says, value });
  return criticalFromParts(part('SW-CRIT-4', weapon?.id ?? 'base', (grip && weapon?.stances[grip]?.c) ?? 10), [
    part('SW-CRIT-4', 'Fencer', cls === 'Fencer' ? -1 : 0),
    metalArmorPart(target, damageKindOf(unit, plan).type),
    part('SW-GUN-4', weapon?.bullet?.id ?? 'bullet', mode === 'gun' ? weapon?.bullet?.cMod : 0),
    ...attackFeats(unit, aim).map(({ id, cMod }) => part('SW-FEAT-1', id, cMod)),
    ...criticalParts(state, unit, 'weapons'),
  ]);
};

/** True if the attack hits: automatic results first, then Accuracy above Evasion. SW-ACC-1, SW-ACC-5, SW-RUL-2. */
export const isHit = (accuracy: Outcome, evasion: Outcome | undefined): boolean => {
  if (accuracy.auto === 'failure') return false;
  if (evasion === undefined) return true;
  if (evasion.auto === 'success') return false;
  if (accuracy.auto === 'success' || evasion.auto === 'failure') return true;
  return accuracy.total > evasion.total;
};

/** Why the target rolls no Evasion. Undefined if the target rolls Evasion. SW-ACC-7, SW-WATER-4. */
export const noEvasionReason = (state: State, { unit, body }: UnitWithBody): 'helpless' | 'full-metal' | undefined =>
  !isBodyAble(unit, body) || !isUnitAble(unit)
    ? 'helpless'
    : isUnderwaterInMetalArmor(state, unit)
      ? 'full-metal'
      : undefined;

/** The power roll and extra damage of a weapon or natural attack. SW-DMG-10. */
const weaponDamageFormula = (state: State, plan: AttackPlan, target: Unit): DamageFormula => {
  const { unit, aim } = plan;
  const power = clampPower((findAttackPower(aim) ?? 0) + raisingTotal(state, unit, 'power', 'weapons'));
  return powerFormula(power, attackCriticalValue(state, plan, target), extraDamage(state, unit, aim));
};

/** The damage formula of a hit, with increases and reductions. SW-ATK-7, SW-GUN-2. */
export const attackDamageParts = (state: State, plan: AttackPlan, { unit: target, body }: UnitWithBody) => {
  const { unit, aim, natural } = plan;
  const kind = damageKindOf(unit, plan);
  const feats = attackFeats(unit, aim);
  const bullet = aim.mode === 'gun' ? aim.weapon?.bullet : undefined;
  const increases = [
    ...findDamageIncreases(state, unit, target, kind, 'weapons', feats),
    ...(bullet?.increase ? [{ rule: 'SW-GUN-4', says: bullet.id ?? 'bullet', value: bullet.increase }] : []),
  ];
  const reductions = findDamageReductions(state, unit, target, body, kind, feats);
  const formula = natural ? naturalDamage(natural, target) : weaponDamageFormula(state, plan, target);
  return { kind, increases, reductions, formula };
};

/** Rolls the damage of a hit. SW-ATK-7. */
const attackDamage = (state: State, plan: AttackPlan, target: UnitWithBody, dice: Dice): Damage => {
  const { formula, ...figures } = attackDamageParts(state, plan, target);
  return calculateDamage({ ...figures, ...formula, half: false, roll: formula.rollPower(dice, formula.canCrit) });
};

/** The shape of an attack, for misfires: ranged attacks are shots. */
const shotOf = ({ reach }: AttackPlan) => ({ kind: 'weapon', shape: reach === undefined ? 'target' : 'shot' }) as const;

/** Plays a whole attack, from the misfire draw to the Death Check. SW-ATK-8, SW-ACC-8, SW-RUL-25, SW-RUL-82. */
const makeAttack = (draft: Draft, plan: AttackPlan): void => {
  const { unit, body, aim } = plan;
  const draw = drawMisfire(draft.now(), unit, plan.target, shotOf(plan), draft.dice);
  changeGripForAttack(draft, unit, aim);
  spendAttackCosts(draft, plan);
  updateSkirmishesForAction(draft, unit.id, [plan.target.unit.id]);
  const state = draft.now();
  const attacker = requireUnit(state, unit.id);
  const target = requireBody(state, draw?.target ?? plan.target.body.id);
  const accuracy = makeCheck(
    draft.dice,
    'Accuracy',
    accuracyParts(state, attacker, withAttackAccuracy(body, plan.natural), aim, target.unit),
  );
  const noEvasion = accuracy.auto === 'failure' ? 'failed' : noEvasionReason(state, target);
  const evasion = noEvasion
    ? undefined
    : makeCheck(draft.dice, 'Evasion', evasionParts(state, target.unit, target.body));
  const hit = isHit(accuracy, evasion);
  const damage = hit ? attackDamage(state, { ...plan, unit: attacker }, target, draft.dice) : undefined;
  draft.emit(
    attacked({
      attacker: unit.id,
      body: body.id,
      intended: plan.target.body.id,
      target: target.body.id,
      ...(draw && { draw }),
      ...(aim.weapon && { weapon: aim.weapon.id }),
      ...(plan.natural?.id !== undefined && { ability: plan.natural.id }),
      ...(plan.natural?.mpCost && { cost: plan.natural.mpCost }),
      mode: aim.mode,
      ...(aim.grip && { grip: aim.grip }),
      accuracy,
      ...(evasion && { evasion }),
      ...(noEvasion && { noEvasion }),
      hit,
      ...(damage && { damage }),
    }),
  );
  earnExperience(draft, unit, accuracy);
  earnExperience(draft, target.unit, evasion);
  if (damage?.autoFail) earnExperience(draft, unit, { auto: 'failure' });
  if (aim.weapon && aim.mode === 'throw') throwWeapon(draft, unit.id, aim.weapon, target.unit);
  if (damage) applyDamage(draft, target.body.id, plan.natural?.pool ?? 'hp', damage.applied);
  lapseOffers(draft);
  recomputeSkirmishes(draft);
  endIfDecided(draft);
};

/** Spends the Major Action, and the ammunition with its Bullet. SW-ATK-8. */
const spendAttackCosts = (draft: Draft, { unit, body, aim }: AttackPlan): void => {
  spendMajorAction(draft, unit.id, body.id, {
    checksRolled: true,
    ...(unit.sheet.kind === 'mount' && { mountSection: body.id }),
  });
  const { weapon, mode } = aim;
  if (weapon && (mode === 'shoot' || mode === 'gun'))
    draft.emit(
      ammoChanged({ who: unit.id, weapon: weapon.id, ...(weapon.ammo !== undefined && { ammo: weapon.ammo - 1 }) }),
    );
};

/** The name of a target; if a misfire is possible, with the number of bodies that it may hit. SW-MISFIRE-1. */
const targetText = (state: State, plan: AttackPlan): Text => {
  const { unit, target } = plan;
  const candidates = misfireCandidates(state, unit, target, shotOf(plan));
  return withMisfireNote(formatBodyName(target.unit, target.body), candidates);
};

/** The two choices of attacker in an order, which a rider and its mount share. */
const attackerChoices = ['rider', 'mount'] as const;
type AttackerChoice = (typeof attackerChoices)[number];

/** The attacking unit. Default: the rider, or the mount once the rider has used its Major Action. SW-MOUNT-3. */
const findAttackingUnit = (state: State, call: Caller, by: AttackerChoice | undefined): Unit | undefined => {
  const unit = findCommandedInTurn(state, call);
  if (unit?.mountedOn === undefined) return by === 'mount' ? undefined : unit;
  const isDone = unit.bodies.every(({ id }) => !hasMajorActionLeft({}, id, unit.turn));
  return by === 'mount' || (by === undefined && isDone)
    ? findCommandedInTurn(state, { ...call, actor: unit.mountedOn })
    : unit;
};

type ChosenSoFar = Readonly<Record<string, unknown>>;

/** Turns offers for one unit into offers for the attacker: the commanded unit or its mount. */
const offersForAttacker =
  (offer: (state: State, unit: Unit, soFar: ChosenSoFar, call: Caller) => Offers): FindParamOffers<State> =>
  (state, call, soFar) => {
    const unit = findAttackingUnit(
      state,
      call,
      attackerChoices.find((each) => each === soFar.by),
    );
    return unit === undefined ? [] : offer(state, unit, soFar, call);
  };

const offerTargets = (state: State, unit: Unit, soFar: ChosenSoFar, call: Caller): Offers => {
  const text = (key: string) => (typeof soFar[key] === 'string' ? { [key]: soFar[key] } : {});
  const mode = weaponModes.find((each) => each === soFar.mode);
  const stance = grips.find((each) => each === soFar.stance);
  const chosen = { ...text('weapon'), ...text('section'), ...text('ability'), mode, stance, instinct: call.gm };
  const labelOf = (other: Unit, body: Unit['bodies'][number]): Text | undefined => {
    const order = { target: body.id, ...chosen };
    const ability = planAbilityOrder(state, unit, order);
    if (ability !== undefined) return ability.ok ? formatBodyName(other, body) : undefined;
    const plan = planAttack(state, unit, order);
    return plan.ok ? targetText(state, plan.value) : undefined;
  };
  return state.units
    .filter((other) => areHostile(unit, other))
    .flatMap((other) =>
      other.bodies.flatMap((body) => {
        const label = labelOf(other, body);
        return label === undefined ? [] : [bodyOffer(other, body, label)];
      }),
    );
};

/** Offers the foes’ bodies that the commanded unit, or its mount, may attack now. */
export const offerAttackTargets = offersForAttacker(offerTargets);

/** Offers rider and mount as attackers, if they reach the target. Empty for a unit that does not ride. SW-MOUNT-3. */
const offerAttackers: FindParamOffers<State> = (state, call, soFar) => {
  if (findCommandedInTurn(state, call)?.mountedOn === undefined) return [];
  const { target } = soFar;
  return attackerChoices.flatMap((value) => {
    const unit = findAttackingUnit(state, call, value);
    const targets = unit === undefined ? [] : offerTargets(state, unit, { ...soFar, by: value }, call);
    const reaches = typeof target === 'string' ? targets.some((each) => each.value === target) : targets.length > 0;
    return unit !== undefined && reaches ? [{ value, label: ref(unit.id), who: unit.id }] : [];
  });
};

export const offerHeldWeapons = offersForAttacker((_, unit) =>
  unit.held.filter((id) => findWeapon(unit, id) !== undefined).map((id) => createOffer(id)),
);

/** Offers the stances in which the weapon in hand reaches the target. Empty if it has only one. SW-ACT-12. */
const offerStances = offersForAttacker((state, unit, { weapon: named, target }) => {
  const held = unit.held.flatMap((id) => findWeapon(unit, id) ?? []);
  const weapon = typeof named === 'string' ? held.find(({ id }) => id === named) : held[0];
  if (weapon === undefined || typeof target !== 'string') return [];
  const legal = grips.filter((stance) => planAttack(state, unit, { target, weapon: weapon.id, stance }).ok);
  return legal.length > 1 ? createOffers(legal) : [];
});

export const offerSections = offersForAttacker((_, unit) =>
  offerBodies(livingBodies(unit).filter(({ body }) => mayStillAct(unit, body) && attacksOf(body).length > 0)),
);

/** Offers the abilities that the chosen section, or any section, can use. SW-ATK-9. */
export const offerAbilities = offersForAttacker((_, unit, { section }) => {
  const chosen = typeof section === 'string' ? attackingBody(unit, { section }) : undefined;
  const able = (chosen ? [chosen] : unit.bodies).filter((body) => mayStillAct(unit, body));
  const named = able.flatMap((body) => attacksOf(body).filter((attack) => requireAffordableAttack(body, attack).ok));
  return createOffers(named.flatMap(({ id }) => id ?? []));
});

/** Plans an ability that targets resist or that affects an area. Undefined for other attacks. SW-ATK-11. */
export const planAbilityOrder = (state: State, unit: Unit, { target, section, ability, instinct }: AttackOrder) => {
  if (ability === undefined) return undefined;
  const body = attackingBody(unit, { section, ability });
  const attack = body && findAttack(body, ability);
  return body && attack && isResistedAttack(attack)
    ? planAbility(state, unit, body, attack, { target, instinct })
    : undefined;
};

/** The modifier of a monster’s attack from hiding. SW-AMBUSH-1. */
const surprised = { id: 'surprised', label: 'Surprised: −2 to all checks until the target’s next turn' } as const;

/** Attacks with a weapon, natural attack or ability. SW-ATK-1, SW-ATK-2, SW-ATK-3, SW-ATK-4, SW-ATK-5, SW-ATK-6. */
export const attack = turnOrder({
  summary: 'Attack with a weapon: a Major Action',
  visibility: 'seen',
  params: z.strictObject({
    by: oneOfParam('Who attacks while you ride; default: the rider first, then the mount', attackerChoices).optional(),
    target: combatantParam('Who to attack: a unit, or one section of it'),
    weapon: textParam('The weapon in hand; monsters need no weapon', 100).optional(),
    stance: oneOfParam('How the weapon is held', grips).optional(),
    mode: oneOfParam(
      'How the weapon is used: melee, throw, shoot or gun; default: the weapon’s first use',
      weaponModes,
    ).optional(),
    class: textParam('The class to use; default: the best', 40).optional(),
    section: textParam('The section that attacks', 100).optional(),
    ability: textParam(
      'An attack or ability of the monster or mount; default: the first that can be used',
      60,
    ).optional(),
  }),
  offers: {
    by: offerAttackers,
    target: offerAttackTargets,
    weapon: offerHeldWeapons,
    stance: offerStances,
    section: offerSections,
    ability: offerAbilities,
  },
  promptFor: () => ['by', 'stance'],
  *act(draft, named, { class: cls, by, ...order }, call) {
    const unit = findAttackingUnit(draft.now(), { ...call, actor: named.id }, by);
    if (unit === undefined) return refuse('E_NOT_NOW', { why: say`${ref(named.id)} is not on a mount` });
    const chosen = { ...order, cls, instinct: call.gm };
    const ability = planAbilityOrder(draft.now(), unit, chosen);
    if (ability !== undefined) {
      if (!ability.ok) return ability;
      makeCast(draft, ability.value);
      return doneVerdict;
    }
    const plan = planAttack(draft.now(), unit, chosen);
    if (!plan.ok) return plan;
    const { unit: victim } = plan.value.target;
    const isAmbush = isMonster(unit) && isCharacter(victim);
    if (isAmbush && (yield* askSurprise(call, unit.id, victim.id, [surprised])) !== 'none')
      beginEffect(draft, victim.id, { id: 'ambush', checks: -2, until: 'nextTurn' });
    makeAttack(draft, plan.value);
    return doneVerdict;
  },
});
