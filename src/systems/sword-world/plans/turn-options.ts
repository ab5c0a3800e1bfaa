import { say, type Text, term } from '../../../core/message.ts';
import { describeMeans, planAbilityOrder } from '../attack/attack.ts';
import { type AttackPlan, planAttack } from '../attack/plan.ts';
import { placeName } from '../battlefield.ts';
import { bodyConditions, conditionsOf, isStanding, isUnitAble } from '../conditions.ts';
import { magicPower } from '../derived-values.ts';
import { defaultGrip, findWeapon, gripOf } from '../equipment.ts';
import { accuracyAttacks, attacksOf, isResistedAttack } from '../natural-attacks.ts';
import { attackChances, type ChanceOfAtLeast, cappedMean, castChances, recoveryOdds } from '../odds.ts';
import { type Aimed, misfireCandidates } from '../range.ts';
import { areHostile, isMonster, isMount } from '../relations.ts';
import { areas, type Body, grips, type Spell, type TimedEffect } from '../sheet.ts';
import { bodiesInRadius, bodiesOnLine } from '../spells/areas.ts';
import { type CastPlan, planCast } from '../spells/plan.ts';
import type { Place, State, Unit } from '../state.ts';
import { placeWithArticle, withArticle } from '../text.ts';
import { requireMajorAction } from '../turns.ts';
import { formatBodyName, isDead, livingBodies, requireBody, type UnitWithBody } from '../units.ts';
import { createOrder, type Order, type PreparedUnit } from './readiness.ts';

/** A Major Action or minor spell of one body, with the order for it and its worth. */
export interface TurnOption extends AttackWorth {
  readonly says: () => Text;
  readonly order: Order;
  readonly target: string | undefined;
}

/** Builds an option of a body. Undefined if the option is not legal. */
type OptionBuilder = (from: PreparedUnit, body: Body) => TurnOption | undefined;

/** Bodies of foes that are not down. */
const foesOf = (state: State, unit: Unit): readonly UnitWithBody[] =>
  state.units
    .filter(
      (each) => areHostile(unit, each) && !each.statuses.includes('left') && !each.statuses.includes('surrendered'),
    )
    .flatMap((each) => each.bodies.filter(isStanding).map((body) => ({ unit: each, body })));

/** The parameter that names the acting section. Empty if the unit has only one section. */
const sectionParams = ({ bodies }: Unit, body: Body): Order['params'] =>
  bodies.length > 1 ? { section: body.id } : {};

const striking =
  (
    params: Readonly<Record<string, unknown>>,
    { unit: foe, body: at }: UnitWithBody,
    how: Text | undefined,
  ): OptionBuilder =>
  (from, body) => {
    const { state, unit } = from;
    const means = { ...params, ...sectionParams(unit, body) };
    const plan = planAttack(state, unit, { ...means, target: at.id });
    if (!plan.ok || plan.value.body.id !== body.id) return undefined;
    const name = formatBodyName(foe, at);
    return {
      ...attackWorth(state, plan.value),
      says: () => (how === undefined ? say`Attack ${name}` : say`Attack ${name} with ${how}`),
      order: createOrder('attack', { target: at.id, ...means }),
      target: at.id,
    };
  };

/** Each way to use each weapon in hand. If the hands are empty, the fists. SW-ATK-6, SW-ATK-13. */
const listWeaponUses = (unit: Unit): readonly (readonly [Order['params'], Text | undefined])[] => {
  const held = unit.held.flatMap((id) => findWeapon(unit, id) ?? []);
  if (held.length === 0) return unit.sheet.kind === 'pc' && unit.held.length === 0 ? [[{}, undefined]] : [];
  return held.flatMap((weapon, at) =>
    weapon.modes.flatMap((mode) =>
      grips
        .filter((grip) => weapon.stances[grip] !== undefined && (grip === 'throw') === (mode === 'throw'))
        .map((grip) => {
          const usual = mode === 'throw' || (gripOf(unit, weapon.id) ?? defaultGrip(unit, weapon)) === grip;
          const params = {
            ...(at > 0 && { weapon: weapon.id }),
            ...(mode !== weapon.modes[0] && { mode }),
            ...(!usual && { stance: grip }),
          };
          return [params, describeMeans(weapon.id, mode, grip)] as const;
        }),
    ),
  );
};

const abilityAt =
  (id: string, { unit: foe, body: at }: UnitWithBody): OptionBuilder =>
  (from, body) => {
    const means = { ability: id, ...sectionParams(from.unit, body) };
    const plan = planAbilityOrder(from.state, from.unit, { ...means, target: at.id });
    if (plan?.ok !== true || plan.value.body.id !== body.id) return undefined;
    return {
      ...castWorth(from.state, plan.value),
      says: () => say`Use ${withArticle(id)} on ${formatBodyName(foe, at)}`,
      order: createOrder('attack', { target: at.id, ...means }),
      target: at.id,
    };
  };

/** Returns an option builder that casts a spell at a body or place. */
const casting =
  (spell: Spell, aim: { readonly target: string } | { readonly center: Place }, where: Text): OptionBuilder =>
  (from, body) => {
    const plan = planCast(from.state, from.unit, { spell, ...aim, section: body.id });
    if (!plan.ok) return undefined;
    const at = 'target' in aim ? aim : { center: aim.center.area ?? String(aim.center.pos) };
    return {
      ...castWorth(from.state, plan.value),
      says: () => ('target' in aim ? say`Cast ${term(spell.id)} on ${where}` : say`Cast ${term(spell.id)} at ${where}`),
      order: createOrder('cast', { spell: spell.id, ...at, ...sectionParams(from.unit, body) }),
      target: 'target' in aim ? aim.target : placeName(aim.center),
    };
  };

/** Living bodies of the unit’s own side. */
const friendsOf = ({ state, unit }: PreparedUnit): readonly UnitWithBody[] =>
  state.units.filter((each) => !areHostile(unit, each) && !each.statuses.includes('left')).flatMap(livingBodies);

/** Centres to try for a spell with a radius: all areas, or the places of foes. */
const possibleSpellCenters = ({ state }: PreparedUnit, foes: readonly UnitWithBody[]): readonly Place[] =>
  state.settings.mode === 'simplified'
    ? areas.map((area) => ({ area }))
    : [...new Set(foes.flatMap(({ unit }) => unit.pos ?? []))].map((pos) => ({ pos }));

/** The targets to try for a spell: foes for damage, friends for healing, both for other spells. */
const intendedTargets = (
  { recovery, damage }: Spell,
  foes: readonly UnitWithBody[],
  friends: readonly UnitWithBody[],
): readonly UnitWithBody[] => {
  if (recovery !== undefined) return friends;
  return damage === undefined ? [...foes, ...friends] : foes;
};

/** Option builders for each spell, with each target or centre to try. SW-SPELL-1. */
const spellMeans = (from: PreparedUnit, foes: readonly UnitWithBody[]): readonly OptionBuilder[] => {
  const { unit } = from;
  const friends = friendsOf(from);
  const centers = possibleSpellCenters(from, foes);
  return unit.sheet.spells
    .filter(({ bullet }) => bullet === undefined)
    .flatMap((spell) => {
      if (typeof spell.shape === 'object')
        return centers.map((center) => casting(spell, { center }, placeWithArticle(center)));
      return intendedTargets(spell, foes, friends).map(({ unit: whose, body }) =>
        casting(spell, { target: body.id }, formatBodyName(whose, body)),
      );
    });
};

/** Option builders for all Major Actions of a body, against all targets. */
const optionBuilders = (from: PreparedUnit, body: Body): readonly OptionBuilder[] => {
  const { unit } = from;
  const foes = foesOf(from.state, from.unit);
  const own = accuracyAttacks(body);
  const strikes = own.flatMap(({ id }, at) => {
    if (id === undefined && at > 0) return [];
    const params = at === 0 || id === undefined ? {} : { ability: id };
    const how = id === undefined ? undefined : withArticle(id);
    return foes.map((each) => striking(params, each, how));
  });
  const abilities = attacksOf(body).flatMap((attack) =>
    attack.id !== undefined && isResistedAttack(attack) ? foes.map((each) => abilityAt(attack.id ?? '', each)) : [],
  );
  const ways = own.length > 0 ? [] : listWeaponUses(unit);
  return [
    ...strikes,
    ...abilities,
    ...ways.flatMap(([params, how]) => foes.map((each) => striking(params, each, how))),
    ...spellMeans(from, foes),
  ];
};

/** Legal options of a body that has a Major Action left, the best first. */
export const legalOptions = (
  from: PreparedUnit,
  body: Body,
): readonly { readonly buildOption: OptionBuilder; readonly option: TurnOption }[] => {
  if (!requireMajorAction(from.state, from.unit, body.id).ok) return [];
  return optionBuilders(from, body)
    .flatMap((buildOption) => {
      const option = buildOption(from, body);
      return option === undefined ? [] : [{ buildOption, option }];
    })
    .toSorted((a, b) => b.option.worth - a.option.worth);
};

/** The worth of an action (percent of a unit’s HP), and the chance to take down the target. */
export interface AttackWorth {
  readonly worth: number;
  readonly downChance: number;
}

/** Worth of taking down a target, added to the worth of the lost HP. */
const fallWorth = 100;
/** Factor for the worth of damage to a friend. */
const friendShare = -3;
/** Factor for the worth of damage to a mount without a rider, which does not act (SW-MOUNT-3). */
const idleShare = 0.15;
/** Worth of making a foe unable to act; then of hindering a foe, and of waking a friend. */
const helplessWorth = 70;
const hinderedWorth = 12;
const wakingWorth = 60;
/** Worth of one point of a modifier like Accuracy; then the maximum worth of one effect. */
const pointWorth = 3;
const mostOfEffect = 30;

const nothing: AttackWorth = { worth: 0, downChance: 0 };

/** The worth of damage to a body. Negative if the body is a friend. */
const damageWorth = (user: Unit, { unit, body }: UnitWithBody, atLeast: ChanceOfAtLeast): AttackWorth => {
  const left = Math.max(1, body.hp);
  const downChance = atLeast(left);
  const counts = body.hp <= 0 ? 0.1 : isMount(unit) && unit.rider === undefined && !isMonster(unit) ? idleShare : 1;
  const lost = cappedMean(atLeast, left) / Math.max(left, body.maxHp);
  const worth = counts * (lost * 100 + downChance * fallWorth);
  return areHostile(user, unit) ? { worth, downChance } : { worth: worth * friendShare, downChance: 0 };
};

const sumWorths = (all: readonly AttackWorth[], share = 1): AttackWorth => ({
  worth: all.reduce((sum, { worth }) => sum + worth * share, 0),
  downChance: all.reduce((sum, { downChance }) => sum + downChance * share, 0),
});

/** The bodies that an attack may hit: the target or, if it can misfire, all candidates. SW-MISFIRE-1. */
const possibleVictims = (state: State, unit: Unit, target: UnitWithBody, aimed: Aimed): readonly UnitWithBody[] => {
  const instead = misfireCandidates(state, unit, target, aimed);
  return instead.length === 0 ? [target] : instead.map((id) => requireBody(state, id));
};

/** The worth of an attack, averaged over all bodies that it may hit. SW-ATK-7. */
const attackWorth = (state: State, plan: AttackPlan): AttackWorth => {
  const shape = plan.reach === undefined ? 'target' : 'shot';
  const struck = possibleVictims(state, plan.unit, plan.target, { kind: 'weapon', shape });
  const worths = struck.map((target): AttackWorth => {
    const { hit, deals } = attackChances(state, { ...plan, target });
    const damage = damageWorth(plan.unit, target, (need) => hit * deals(need));
    const pool = plan.natural?.pool === 'mp' ? 0.2 : 1;
    const takesDown = target.body.id === plan.target.body.id && pool === 1;
    return { worth: damage.worth * pool, downChance: takesDown ? damage.downChance : 0 };
  });
  return sumWorths(worths, 1 / worths.length);
};

/** The bodies that a spell or ability may affect, each with its chance to be affected. */
const listAffected = (
  state: State,
  plan: CastPlan,
): readonly { readonly target: UnitWithBody; readonly share: number }[] => {
  const { unit, spell, target, center } = plan;
  const { shape } = spell;
  if (typeof shape === 'object') {
    const inside = bodiesInRadius(state, unit, shape, center ?? unit);
    const share = Math.min(1, (shape.max ?? inside.length) / Math.max(1, inside.length));
    return inside.map((each) => ({ target: each, share }));
  }
  if (target === undefined) return [];
  if (shape === 'target') return [{ target, share: 1 }];
  if (shape === 'shot' || shape === 'line') {
    const mains = possibleVictims(state, unit, target, { kind: 'spell', shape });
    const first = mains.map((each) => ({ target: each, share: 1 / mains.length }));
    if (shape === 'shot' || mains.length > 1) return first;
  }
  const way = bodiesOnLine(state, unit, { shape }, target);
  return [{ target, share: 1 }, ...way.bodies.map((each) => ({ target: each, share: 0.5 }))];
};

/** Conditions under which a unit cannot act. */
const helpless: readonly string[] = ['unconscious', 'asleep', 'paralysed', 'paralyzed', 'petrified', 'stunned'];

/** The worth of causing a condition. 0 if the target already has the condition. */
const statusWorth = (user: Unit, { unit, body }: UnitWithBody, status: string): number => {
  if (body.hp <= 0 || !isUnitAble(unit)) return 0;
  if ([...conditionsOf(unit), ...bodyConditions(unit, body)].includes(status)) return 0;
  const worth = helpless.includes(status) ? helplessWorth : hinderedWorth;
  return areHostile(user, unit) ? worth : -worth;
};

type Modifiers = NonNullable<Spell['effect']>;

const points = (effect: Modifiers): number =>
  (effect.checks ?? 0) +
  (effect.accuracy ?? 0) +
  (effect.evasion ?? 0) +
  (effect.magicPower ?? 0) +
  (effect.defense ?? 0) +
  (effect.power ?? 0) / 2 +
  ((effect.fortitude ?? 0) + (effect.willpower ?? 0)) / 2 -
  2 * (effect.cMod ?? 0) +
  (effect.increase?.value ?? 0) +
  (effect.reduction?.value ?? 0);

/** The worth of a new effect for friend or foe. 0 if the target already has the effect. */
const effectWorth = (user: Unit, { unit, body }: UnitWithBody, id: string, effect: Modifiers): number => {
  if (body.hp <= 0 || !isUnitAble(unit) || unit.effects.some((each: TimedEffect) => each.id === id)) return 0;
  const worth = Math.max(-mostOfEffect, Math.min(mostOfEffect, points(effect) * pointWorth));
  return areHostile(user, unit) ? -worth : worth;
};

/** Factor for the worth of healing, which is higher if the friend has few HP left. */
const healingNeed = (share: number): number => (share < 0.35 ? 1.6 : share < 0.6 ? 1 : 0.4);

/** The worth of restoring HP or MP. Negative if the target is a foe. SW-POWER-7, SW-HP-3. */
const healingWorth = (state: State, { unit, spell }: CastPlan, { unit: whose, body }: UnitWithBody): number => {
  const { recovery } = spell;
  if (recovery === undefined || isDead(body)) return 0;
  const extra = spell.castAs === 'minor' ? 0 : magicPower(state, unit, spell.cls);
  const [now, most] = recovery.pool === 'hp' ? [body.hp, body.maxHp] : [body.mp, body.maxMp];
  const missing = Math.max(0, most - now);
  let [given, wakes] = [0, 0];
  for (const { amount, share } of recoveryOdds(recovery.power, extra)) {
    given += share * Math.min(missing, amount);
    if (recovery.pool === 'hp' && now <= 0 && now + amount >= 1) wakes += share;
  }
  const gain = (given / Math.max(1, most)) * 100;
  const worth = recovery.pool === 'mp' ? gain * 0.2 : gain * healingNeed(now / Math.max(1, most)) + wakes * wakingWorth;
  return areHostile(unit, whose) ? -worth : worth;
};

/** The worth of a spell or ability over all its targets. SW-SPELL-9. */
const castWorth = (state: State, plan: CastPlan): AttackWorth => {
  const { unit, spell, natural } = plan;
  const worths = listAffected(state, plan).map(({ target, share }): AttackWorth => {
    const { failed, resisted, fullDamage, halvedDamage } = castChances(state, plan, target);
    const takeHoldChance = 1 - failed - resisted;
    const pool = natural?.pool === 'mp' ? 0.2 : 1;
    const struck =
      natural || spell.damage
        ? damageWorth(unit, target, (need) => takeHoldChance * fullDamage(need) + resisted * halvedDamage(need))
        : nothing;
    const appliedWorth =
      (spell.status === undefined ? 0 : statusWorth(unit, target, spell.status)) +
      (spell.effect === undefined ? 0 : effectWorth(unit, target, spell.id, spell.effect)) +
      healingWorth(state, plan, target);
    const main = plan.target === undefined || plan.target.body.id === target.body.id;
    return {
      worth: share * (struck.worth * pool + takeHoldChance * appliedWorth),
      downChance: main && pool === 1 ? share * struck.downChance : 0,
    };
  });
  const { worth, downChance } = sumWorths(worths);
  return { worth: worth - spell.mpCost / 10, downChance: Math.min(1, downChance) };
};
