import { z } from 'zod';
import { ref, say, type Text } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Dice } from '../../../dice/dice.ts';
import type { Call } from '../../../rules/call.ts';
import { line, type Row, step } from '../../../rules/lines.ts';
import { combatant, oneOf, text } from '../../../rules/params.ts';
import { done, type Offer, type Offers } from '../../../rules/verb.ts';
import { plainOffer } from '../checks.ts';
import { endTest } from '../combat-end.ts';
import { attackTallies, type Damage, damageRows, damageSchema, dealt, increasesFor, reductionsFor } from '../damage.ts';
import { accuracyParts, criticalParts, evasionParts, extraDamage } from '../derived-values.ts';
import { type Rolled, rolledRow, rolledSchema, rollOrFix } from '../dice.ts';
import { gearOf, gripOf, laidDown, lapseOffers, onGround, usualGrip, weaponOf } from '../equipment.ts';
import { earn } from '../experience.ts';
import { harm } from '../falling.ts';
import { attackFeats, featNames } from '../feats.ts';
import { drawRow, drawSchema, misfire, misfireCandidates, withMisfire } from '../misfire.ts';
import {
  afterUse,
  attackCalled,
  attacksOf,
  canAfford,
  hasMajorLeft,
  isResistedAttack,
  naturalBlow,
} from '../natural-attacks.ts';
import { clampedPower, criticalOf, metalPart, rollPower } from '../power.ts';
import { bulletSchema, type Grip, grips, type Weapon, type WeaponMode, weaponModes } from '../sheet.ts';
import { conflict, recompute } from '../skirmishes.ts';
import { makeCast } from '../spells/cast.ts';
import { planAbility } from '../spells/plan.ts';
import {
  bodyAble,
  bodyText,
  type Draft,
  event,
  on,
  order,
  type Placed,
  placeOf,
  raisedTotal,
  requireBody,
  requireUnit,
  type State,
  type Unit,
  unitAble,
  unitOrThingId,
  updateBody,
} from '../state.ts';
import { theThing } from '../text.ts';
import { acting, actorIn, spendMajor } from '../turns.ts';
import { isNumberVisible, maskedName, sees, toneOf } from '../visibility.ts';
import { sunkInMetal } from '../water.ts';
import { type AttackPlan, bodyFor, bodyStriking, harmOf, planAttack, powerOf } from './plan.ts';

interface Means {
  readonly weapon?: string | undefined;
  readonly ability?: string | undefined;
  readonly mode: WeaponMode;
  readonly grip?: Grip | undefined;
}

const means = ({ weapon, ability, mode, grip }: Means): Text => {
  if (weapon === undefined) return ability === undefined ? '' : say` with ${theThing(ability)}`;
  const how = mode === 'throw' ? ', thrown' : grip === '2H' && mode === 'melee' ? ' in both hands' : '';
  return say` with ${theThing(weapon)}${how}`;
};

const whyUnevaded = {
  failed: 'a miss, no Evasion needed',
  helpless: 'helpless, no Evasion',
  'full-metal': 'full metal armour underwater, no Evasion',
} as const;

/** SW-ATK-7. Draw, Accuracy, Evasion, damage. */
export const attacked = event(
  'attacked',
  {
    unit: unitOrThingId,
    /** The section or the unit itself. */
    body: unitOrThingId,
    intended: unitOrThingId,
    target: unitOrThingId,
    draw: drawSchema.optional(),
    weapon: unitOrThingId.optional(),
    /** SW-ATK-9. Which of its own attacks, and the MP it cost. */
    ability: unitOrThingId.optional(),
    cost: z.int().optional(),
    mode: z.enum(weaponModes),
    grip: z.enum(grips).optional(),
    accuracy: rolledSchema,
    evasion: rolledSchema.optional(),
    /** Why no Evasion was rolled. */
    noEvasion: z.enum(['failed', 'helpless', 'full-metal']).optional(),
    hit: z.boolean(),
    damage: damageSchema.optional(),
  },
  {
    apply: (state, { body, ability, cost = 0 }) =>
      ability === undefined ? state : updateBody(state, body, (own) => afterUse(own, ability, cost)),
    tell: (happened, moment) => {
      const { body, target, intended, draw, accuracy, evasion, noEvasion, hit, damage } = happened;
      if (!sees(moment, body) && !sees(moment, target)) return undefined;
      const [doer, foe] = [maskedName(moment, body), maskedName(moment, target)];
      const strayed =
        draw && target !== intended ? say` The attack was meant for ${maskedName(moment, intended)}.` : '';
      const number = damage && isNumberVisible(moment, target, 'hp') ? say`: ${damage.applied} damage` : '';
      const text = hit
        ? say`${doer} hits ${foe}${means(happened)}${number}.${strayed}`
        : say`${doer} misses ${foe}${means(happened)}.${strayed}`;
      const rows: readonly Row<Text>[] = [
        ...(draw ? [drawRow(draw, moment)] : []),
        ...(isNumberVisible(moment, body, 'accuracy') ? [rolledRow('SW-ACC-2', 'Accuracy', accuracy)] : []),
        ...(evasion && isNumberVisible(moment, target, 'evasion') ? [rolledRow('SW-ACC-3', 'Evasion', evasion)] : []),
        ...(noEvasion ? [[step(noEvasion === 'helpless' ? 'SW-ACC-7' : 'SW-ACC-5', whyUnevaded[noEvasion])]] : []),
        ...(damage ? damageRows(damage, body, target, moment) : []),
      ];
      return line(text, toneOf(moment, body, target, hit), rows);
    },
    counts: ({ unit, target, hit, damage }, before) => attackTallies(before, unit, target, hit, damage?.applied ?? 0),
    actedBy: ({ unit }) => [unit],
  },
);

/** SW-ATK-8, SW-GUN-4. Nothing is told of it. */
export const ammoChanged = event(
  'ammo',
  { unit: unitOrThingId, weapon: unitOrThingId, ammo: z.int().optional(), bullet: bulletSchema.optional() },
  {
    apply: (state, { unit, weapon: id, ammo, bullet: loaded }) =>
      on(state, unit, ({ weapons }) => ({
        weapons: weapons.map(({ bullet, ...weapon }) =>
          weapon.id === id
            ? { ...weapon, ...(ammo !== undefined && { ammo }), ...(loaded && { bullet: loaded }) }
            : { ...weapon, ...(bullet && { bullet }) },
        ),
      })),
    tell: () => undefined,
  },
);

/**
 * SW-CRIT-4, SW-CRIT-5, SW-CRIT-6, SW-GUN-3, SW-RUL-90. Base of the weapon; Fencer, metal armour, bullet, feats and
 * effects.
 */
export const attackCritical = (state: State, plan: AttackPlan, target: Unit): ReturnType<typeof criticalOf> => {
  const { unit, aim } = plan;
  const { weapon, grip, mode, cls } = aim;
  const part = (rule: string, says: string, value = 0) => ({ rule, says, value });
  return criticalOf(part('SW-CRIT-4', weapon?.id ?? 'base', (grip && weapon?.stances[grip]?.c) ?? 10), [
    part('SW-CRIT-4', 'Fencer', cls === 'Fencer' ? -1 : 0),
    metalPart(target, harmOf(unit, plan).type),
    part('SW-GUN-4', weapon?.bullet?.id ?? 'bullet', mode === 'gun' ? weapon?.bullet?.cMod : 0),
    ...attackFeats(unit, { melee: mode === 'melee', weapon }).map(({ id, cMod }) => part('SW-FEAT-1', id, cMod)),
    ...criticalParts(state, unit, 'weapons'),
  ]);
};

/** SW-ACC-1, SW-ACC-5, SW-RUL-2. Accuracy against Evasion, automatic results first. */
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
  !bodyAble(unit, body) || !unitAble(unit) ? 'helpless' : sunkInMetal(state, unit) ? 'full-metal' : undefined;

/** SW-ATK-7, SW-DMG-10, SW-GUN-2. What a hit deals. */
const attackDamage = (state: State, plan: AttackPlan, target: Placed, dice: Dice): Damage => {
  const { unit, aim, natural } = plan;
  const harmful = harmOf(unit, plan);
  const feats = attackFeats(unit, { melee: aim.mode === 'melee', weapon: aim.weapon });
  const bullet = aim.mode === 'gun' ? aim.weapon?.bullet : undefined;
  const common = {
    harm: harmful,
    half: false,
    increases: [
      ...increasesFor(state, unit, target.unit, harmful, 'weapons', feats),
      ...(bullet?.increase ? [{ rule: 'SW-GUN-4', says: bullet.id ?? 'bullet', value: bullet.increase }] : []),
    ],
    reductions: reductionsFor(state, unit, target.unit, target.body, harmful, feats),
  };
  if (natural) {
    const blow = naturalBlow(natural, target.unit);
    return dealt({ ...common, ...blow, roll: blow.fall(dice, blow.canCrit) });
  }
  const power = clampedPower((powerOf(aim) ?? 0) + raisedTotal(state, unit, 'power', 'weapons'));
  const { effective, canCrit, cParts } = attackCritical(state, plan, target.unit);
  return dealt({
    ...common,
    power,
    c: effective,
    cParts,
    canCrit,
    roll: rollPower(dice, 'power', power, effective, canCrit),
    extra: extraDamage(state, unit, aim),
  });
};

/**
 * SW-ATK-7, SW-ATK-8, SW-ACC-8, SW-RUL-25, SW-RUL-82. Draw, Accuracy, Evasion, damage, Death Check; then what the
 * attack leaves behind.
 */
const makeAttack = (draft: Draft, plan: AttackPlan): void => {
  const { unit, body, aim } = plan;
  const shot = { kind: 'weapon', shape: plan.reach === undefined ? 'target' : 'shot' } as const;
  const draw = misfire(draft.now(), unit, plan.target, shot, featNames(unit), draft.dice);
  gripFor(draft, plan);
  useUp(draft, plan);
  conflict(draft, unit.id, [plan.target.unit.id]);
  const state = draft.now();
  const attacker = requireUnit(state, unit.id);
  const target = requireBody(state, draw?.target ?? plan.target.body.id);
  const accuracy = rollOrFix(
    draft.dice,
    'Accuracy',
    accuracyParts(state, attacker, bodyStriking(body, plan.natural), aim, target.unit),
  );
  const noEvasion = accuracy.auto === 'failure' ? 'failed' : noEvasionFor(state, target);
  const evasion = noEvasion
    ? undefined
    : rollOrFix(draft.dice, 'Evasion', evasionParts(state, target.unit, target.body));
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
    ...(plan.natural?.id !== undefined && { ability: plan.natural.id }),
    ...(plan.natural?.mpCost && { cost: plan.natural.mpCost }),
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
    gear: [laidDown(requireUnit(draft.now(), unit.id), weapon.id)],
    ground: [...draft.now().ground, { ...onGround(weapon.id, weapon, target), ...placeOf(target) }],
  });
};

/** SW-MISFIRE-1. What is said of a target beside its name: whom a shot at it may hit instead. */
const targetText = (state: State, { unit, target, reach }: AttackPlan): Text => {
  const named = bodyText(target.unit, target.body);
  const shot = { kind: 'weapon', shape: reach === undefined ? 'target' : 'shot' } as const;
  return withMisfire(named, misfireCandidates(state, unit, target, shot, featNames(unit)));
};

/** Who strikes where somebody rides. */
const strikers = ['rider', 'mount'] as const;
type Striker = (typeof strikers)[number];

const strikerIn = ({ by }: Readonly<Record<string, unknown>>): Striker | undefined =>
  strikers.find((each) => each === by);

/**
 * SW-MOUNT-3. Who strikes by an order to this unit, as it would stand in its turn: where nothing else is said the unit, and what it
 * rides once its own Major Action is used.
 */
const strikerFor = (state: State, call: Call, by: Striker | undefined): Unit | undefined => {
  const unit = actorIn(state, call);
  if (unit?.mountedOn === undefined) return by === 'mount' ? undefined : unit;
  const isDone = unit.bodies.every(({ id }) => !hasMajorLeft({}, id, unit.turn));
  return by === 'mount' || (by === undefined && isDone) ? actorIn(state, { ...call, actor: unit.mountedOn }) : unit;
};

/** Bodies the commanded unit, or its mount, may strike now, foes first. */
export const attackTargets: Offers<State> = (state, call, soFar) => {
  const unit = strikerFor(state, call, strikerIn(soFar));
  return unit === undefined ? [] : targetsOf(state, call, soFar, unit);
};

const targetsOf = (
  state: State,
  call: Call,
  soFar: Readonly<Record<string, unknown>>,
  unit: Unit,
): readonly Offer<Text>[] => {
  const text = (key: string) => (typeof soFar[key] === 'string' ? { [key]: soFar[key] } : {});
  const mode = weaponModes.find((each) => each === soFar.mode);
  const stance = grips.find((each) => each === soFar.stance);
  const chosen = { ...text('weapon'), ...text('section'), ...text('ability'), mode, stance, instinct: call.gm };
  const labelOf = (other: Unit, body: Unit['bodies'][number]): Text | undefined => {
    const order = { target: body.id, ...chosen };
    const ability = plannedAbility(state, unit, order);
    if (ability !== undefined) return ability.ok ? bodyText(other, body) : undefined;
    const plan = planAttack(state, unit, order);
    return plan.ok ? targetText(state, plan.value) : undefined;
  };
  const others = state.units.filter(({ id }) => id !== unit.id);
  const near = others.flatMap((other) =>
    other.bodies.flatMap((body) => {
      const label = labelOf(other, body);
      return label === undefined ? [] : [{ other, offer: { value: body.id, label } }];
    }),
  );
  return near
    .toSorted((a, b) => Number(a.other.side === unit.side) - Number(b.other.side === unit.side))
    .map(({ offer }) => offer);
};

/** SW-MOUNT-3. Rider or mount, where both can strike there; nothing for who does not ride. */
const strikerOffers: Offers<State> = (state, call, soFar) => {
  if (actorIn(state, call)?.mountedOn === undefined) return [];
  const { target } = soFar;
  return strikers.flatMap((value) => {
    const unit = strikerFor(state, call, value);
    const targets = unit === undefined ? [] : targetsOf(state, call, { ...soFar, by: value }, unit);
    const reaches = typeof target === 'string' ? targets.some((each) => each.value === target) : targets.length > 0;
    return unit !== undefined && reaches ? [{ value, label: ref(unit.id) }] : [];
  });
};

/** What is in hand and can be struck with: somebody may also have picked up what is no weapon. */
export const weaponsHeld: Offers<State> = (state, call, soFar) => {
  const unit = strikerFor(state, call, strikerIn(soFar));
  return unit?.held.filter((id) => weaponOf(unit, id) !== undefined).map((id) => plainOffer(id)) ?? [];
};

/** SW-ACT-12. How the weapon in hand can strike there now; nothing where there is but one way. */
const stances: Offers<State> = (state, call, soFar) => {
  const unit = strikerFor(state, call, strikerIn(soFar));
  const held = unit?.held.flatMap((id) => weaponOf(unit, id) ?? []) ?? [];
  const weapon = typeof soFar.weapon === 'string' ? held.find(({ id }) => id === soFar.weapon) : held[0];
  if (unit === undefined || weapon === undefined || typeof soFar.target !== 'string') return [];
  const { target } = soFar;
  const legal = grips.filter((stance) => planAttack(state, unit, { target, weapon: weapon.id, stance }).ok);
  return legal.length > 1 ? legal.map((grip) => plainOffer(grip)) : [];
};

export const sections: Offers<State> = (state, call, soFar) => {
  const unit = strikerFor(state, call, strikerIn(soFar));
  if (unit === undefined) return [];
  return unit.bodies
    .filter((body) => bodyAble(unit, body) && attacksOf(body).length > 0 && hasMajorLeft(body, body.id, unit.turn))
    .map((body) => ({ value: body.id, label: bodyText(unit, body) }));
};

/** SW-ATK-9. What the section, or any section, can do. */
export const abilities: Offers<State> = (state, call, soFar) => {
  const unit = strikerFor(state, call, strikerIn(soFar));
  if (unit === undefined) return [];
  const chosen =
    typeof soFar.section === 'string' ? bodyFor(unit, { section: soFar.section, ability: undefined }) : undefined;
  const able = (chosen ? [chosen] : unit.bodies).filter(
    (body) => bodyAble(unit, body) && hasMajorLeft(body, body.id, unit.turn),
  );
  const named = able.flatMap((body) => attacksOf(body).filter((attack) => canAfford(body, attack).ok));
  return [...new Set(named.flatMap(({ id }) => id ?? []))].map((id) => plainOffer(id));
};

interface AbilityOrder {
  readonly target: string;
  readonly section?: string | undefined;
  readonly ability?: string | undefined;
  readonly instinct?: boolean | undefined;
}

/** SW-ATK-11. The plan of an ability that is resisted or spread out; undefined where another attack is meant. */
export const plannedAbility = (state: State, unit: Unit, { target, section, ability, instinct }: AbilityOrder) => {
  if (ability === undefined) return undefined;
  const body = bodyFor(unit, { section, ability });
  const attack = body && attackCalled(body, ability);
  return body && attack && isResistedAttack(attack)
    ? planAbility(state, unit, body, attack, { target, instinct })
    : undefined;
};

/** SW-ATK-1, SW-ATK-2, SW-ATK-3, SW-ATK-4, SW-ATK-5, SW-ATK-6, SW-ATK-7, SW-ATK-8, SW-ATK-9, SW-ATK-11. */
export const attack = order({
  summary: 'Attack with a weapon: a Major Action',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({
    by: oneOf('Who strikes if you ride; by default the rider, then the mount', strikers).optional(),
    target: combatant('Whom to attack: a unit, or one section of it'),
    weapon: text('The weapon in hand; monsters need none', 100).optional(),
    stance: oneOf('How it is held', grips).optional(),
    mode: oneOf('Melee, thrown, shot or gun; by default the weapon’s first use', weaponModes).optional(),
    class: text('The class that counts; by default the best', 40).optional(),
    section: text('The section that attacks', 100).optional(),
    ability: text('Which of its own attacks and abilities; by default the first that can be used', 60).optional(),
  }),
  offers: {
    by: strikerOffers,
    target: attackTargets,
    weapon: weaponsHeld,
    stance: stances,
    section: sections,
    ability: abilities,
  },
  asks: () => ['by', 'stance'],
  resolve: (draft, call, { class: cls, by, ...order }) => {
    const turn = acting(draft, call);
    if (!turn.ok) return turn;
    const unit = strikerFor(draft.now(), { ...call, actor: turn.value.id }, by);
    if (unit === undefined) return refuse('E_NOT_NOW', { why: say`${ref(turn.value.id)} is not on a mount` });
    const chosen = { ...order, cls, instinct: call.gm };
    const ability = plannedAbility(draft.now(), unit, chosen);
    if (ability !== undefined) {
      if (!ability.ok) return ability;
      makeCast(draft, ability.value);
      return done;
    }
    const plan = planAttack(draft.now(), unit, chosen);
    if (!plan.ok) return plan;
    makeAttack(draft, plan.value);
    return done;
  },
});
