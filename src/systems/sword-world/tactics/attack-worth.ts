import { attackChances, type ChanceOfAtLeast, cappedMean, castChances, recoveryOdds } from '../attack/chances.ts';
import type { AttackPlan } from '../attack/plan.ts';
import { magicPower } from '../derived-values.ts';
import { featNames } from '../feats.ts';
import { misfireCandidates } from '../misfire.ts';
import type { Spell, TimedEffect } from '../sheet.ts';
import { bodiesInRadius, bodiesOnLine } from '../spells/areas.ts';
import type { CastPlan } from '../spells/plan.ts';
import {
  areHostile,
  bodyConditions,
  conditionsOf,
  isDead,
  isMount,
  isUnitAble,
  requireBody,
  type State,
  type Unit,
  type UnitWithBody,
} from '../state.ts';

/** What something is worth, in percent of somebody's HP, and the chance that it fells its target. */
export interface AttackWorth {
  readonly worth: number;
  readonly downChance: number;
}

/** What a fall is worth beside the loss of all HP. */
const fallWorth = 100;
/** What harm to a friend counts beside harm to a foe. */
const friendShare = -3;
/** What harm to a mount that nobody rides counts: it does nothing by itself (SW-MOUNT-3). */
const idleShare = 0.15;
/** What it is worth that a foe can do nothing for some rounds, that it is hindered, or that a friend stands up again. */
const helplessWorth = 70;
const hinderedWorth = 12;
const wakingWorth = 60;
/** What a point of Accuracy, Evasion and their kin is worth, and what an effect is worth at the most. */
const pointWorth = 3;
const mostOfEffect = 30;

const nothing: AttackWorth = { worth: 0, downChance: 0 };

/** Worth of damage to a body; damage to a friend counts as a loss. */
const damageWorth = (user: Unit, { unit, body }: UnitWithBody, atLeast: ChanceOfAtLeast): AttackWorth => {
  const left = Math.max(1, body.hp);
  const downChance = atLeast(left);
  const counts = body.hp <= 0 ? 0.1 : isMount(unit) && unit.rider === undefined ? idleShare : 1;
  const lost = cappedMean(atLeast, left) / Math.max(left, body.maxHp);
  const worth = counts * (lost * 100 + downChance * fallWorth);
  return areHostile(user, unit) ? { worth, downChance } : { worth: worth * friendShare, downChance: 0 };
};

const sumOf = (harms: readonly AttackWorth[], share = 1): AttackWorth =>
  harms.reduce(
    (sum, { worth, downChance: fells }) => ({
      worth: sum.worth + worth * share,
      downChance: sum.downChance + fells * share,
    }),
    nothing,
  );

/** SW-MISFIRE-1. The target, or whoever may be struck in its place. */
const possibleVictims = (
  state: State,
  unit: Unit,
  target: UnitWithBody,
  aimed: Parameters<typeof misfireCandidates>[3],
): readonly UnitWithBody[] => {
  const instead = misfireCandidates(state, unit, target, aimed, featNames(unit));
  return instead.length === 0 ? [target] : instead.map((id) => requireBody(state, id));
};

/** SW-ATK-7. What an attack is worth, misfires counted. */
export const attackWorth = (state: State, plan: AttackPlan): AttackWorth => {
  const shape = plan.reach === undefined ? 'target' : 'shot';
  const struck = possibleVictims(state, plan.unit, plan.target, { kind: 'weapon', shape });
  const harms = struck.map((target): AttackWorth => {
    const { hit, deals } = attackChances(state, { ...plan, target });
    const harm = damageWorth(plan.unit, target, (need) => hit * deals(need));
    const pool = plan.natural?.pool === 'mp' ? 0.2 : 1;
    return target.body.id === plan.target.body.id
      ? { worth: harm.worth * pool, downChance: pool < 1 ? 0 : harm.downChance }
      : { worth: harm.worth * pool, downChance: 0 };
  });
  return sumOf(harms, 1 / harms.length);
};

/** Whom a spell or an ability affects, and how likely. */
const affected = (
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

/** Conditions under which nobody acts. */
const helpless: readonly string[] = ['unconscious', 'asleep', 'paralysed', 'paralyzed', 'petrified', 'stunned'];

/** What the condition is worth that a spell lays, where it lies on nobody yet. */
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

/** What an effect is worth on one who is not under it yet: good on friends, bad on foes. */
const effectWorth = (user: Unit, { unit, body }: UnitWithBody, id: string, effect: Modifiers): number => {
  if (body.hp <= 0 || !isUnitAble(unit) || unit.effects.some((each: TimedEffect) => each.id === id)) return 0;
  const worth = Math.max(-mostOfEffect, Math.min(mostOfEffect, points(effect) * pointWorth));
  return areHostile(user, unit) ? -worth : worth;
};

/** How much more a friend needs HP who has few of them: one blow may fell whoever is below this share. */
const needOf = (share: number): number => (share < 0.35 ? 1.6 : share < 0.6 ? 1 : 0.4);

/** SW-POWER-7, SW-HP-3. What it is worth to give HP or MP back; to foes it is a loss. */
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
  const worth = recovery.pool === 'mp' ? gain * 0.2 : gain * needOf(now / Math.max(1, most)) + wakes * wakingWorth;
  return areHostile(unit, whose) ? -worth : worth;
};

/** SW-SPELL-9. What a spell or an ability is worth to its side, for all whom it affects. */
export const castWorth = (state: State, plan: CastPlan): AttackWorth => {
  const { unit, spell, natural } = plan;
  const harms = affected(state, plan).map(({ target, share }): AttackWorth => {
    const { failed, resisted, fullDamage, halvedDamage } = castChances(state, plan, target);
    const takeHoldChance = 1 - failed - resisted;
    const pool = natural?.pool === 'mp' ? 0.2 : 1;
    const struck =
      natural || spell.damage
        ? damageWorth(unit, target, (need) => takeHoldChance * fullDamage(need) + resisted * halvedDamage(need))
        : nothing;
    const laid =
      (spell.status === undefined ? 0 : statusWorth(unit, target, spell.status)) +
      (spell.effect === undefined ? 0 : effectWorth(unit, target, spell.id, spell.effect)) +
      healingWorth(state, plan, target);
    const main = plan.target === undefined || plan.target.body.id === target.body.id;
    return {
      worth: share * (struck.worth * pool + takeHoldChance * laid),
      downChance: main && pool === 1 ? share * struck.downChance : 0,
    };
  });
  const { worth, downChance: fells } = sumOf(harms);
  return { worth: worth - spell.mpCost / 10, downChance: Math.min(1, fells) };
};
