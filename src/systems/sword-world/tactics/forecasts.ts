import { type BoundedCache, createBoundedCache, memoizeByObject } from '../../../core/memoize.ts';
import { attackChances, type ChanceOfAtLeast, cappedMean, castChances } from '../attack/chances.ts';
import type { AttackPlan } from '../attack/plan.ts';
import { attacksOf } from '../natural-attacks.ts';
import type { Body, Sheet, TimedEffect, Weapon } from '../sheet.ts';
import type { CastPlan } from '../spells/plan.ts';
import {
  areHostile,
  conditionsOf,
  isBodyAble,
  isUnitAble,
  type State,
  type Unit,
  type UnitWithBody,
} from '../state.ts';

/** What somebody loses who has so much life left: the mean, and the chance of all of it. */
interface Loss {
  readonly meanLoss: number;
  readonly downChance: number;
}

/** What comes of an attack or a spell on one body, however much life that has left. */
export interface AttackForecast {
  /** The chance that a spell takes hold of one who might resist it; of an attack 1. */
  readonly takeHoldChance: number;
  readonly lossFrom: (left: number) => Loss;
}

/** So much life is told apart by a list; of more a loss is reckoned each time. */
const maxListedLife = 1000;

const prospectOf = (takes: number, atLeast: ChanceOfAtLeast): AttackForecast => {
  const known: Loss[] = [];
  return {
    takeHoldChance: takes,
    lossFrom: (left) => {
      const before = known[left];
      if (before !== undefined) return before;
      const loss = { meanLoss: cappedMean(atLeast, left), downChance: atLeast(left) };
      if (left < maxListedLife) known[left] = loss;
      return loss;
    },
  };
};

/** The numbers of a body that stay as they are while it fights. */
type Stats = Pick<Body, 'defense' | 'accuracy' | 'evasion' | 'fortitude' | 'willpower' | 'attack' | 'attacks'>;

const statsOf = ({ defense, accuracy, evasion, fortitude, willpower, attack, attacks }: Body): Stats => ({
  ...{ defense, accuracy, evasion, fortitude, willpower, attack, attacks },
});

const isSame = (a: Stats, b: Body): boolean =>
  a.evasion === b.evasion &&
  a.defense === b.defense &&
  a.accuracy === b.accuracy &&
  a.attack === b.attack &&
  a.attacks === b.attacks &&
  a.fortitude === b.fortitude &&
  a.willpower === b.willpower;

/** Somebody as far as chances depend on it, and what was reckoned of its ways: by the way, and by whom it is on. */
export interface FighterForecasts {
  readonly id: number;
  readonly ways: Map<string, BoundedCache<number, AttackForecast>>;
}

/** On so many of those whom somebody fought lately their ways are remembered. */
const maxTargets = 200;

/** Numbers nobody had before. */
let numbers = 0;
const nextNumber = (): number => {
  numbers += 1;
  return numbers;
};

/** Those who fought lately, by all that chances depend on. */
const fighters = createBoundedCache<string, FighterForecasts>(300);

const fighterBy = (key: string): FighterForecasts =>
  fighters.get(key) ?? fighters.put(key, { id: nextNumber(), ways: new Map() });

/** Sheets met lately with the numbers of their bodies, by a number. */
const kinds = createBoundedCache<string, number>(300);

/** A sheet with the numbers of its bodies, and those who have it and are under nothing. */
interface Kind {
  readonly stats: readonly Stats[];
  readonly id: number;
  readonly plain: (FighterForecasts | undefined)[];
}

const lastKind = memoizeByObject((_: Sheet): { kind: Kind | undefined } => ({ kind: undefined }));

const kindOf = ({ sheet, bodies }: Unit): Kind => {
  const last = lastKind(sheet);
  const { kind } = last;
  if (
    kind !== undefined &&
    kind.stats.length === bodies.length &&
    bodies.every((body, at) => isSame(kind.stats[at] ?? body, body))
  )
    return kind;
  const stats = bodies.map(statsOf);
  const text = JSON.stringify([sheet, stats]);
  const made = { stats, id: kinds.get(text) ?? kinds.put(text, nextNumber()), plain: [] };
  last.kind = made;
  return made;
};

const effectsText = memoizeByObject((effects: readonly TimedEffect[]): string =>
  JSON.stringify(effects.map(({ remaining: _, caster: __, ...effect }) => effect)),
);

/** Somebody as it stands now. */
export const findFighterForecasts = ({ settings }: State, unit: Unit): FighterForecasts => {
  const { sheet, effects, statuses, turn, held } = unit;
  const kind = kindOf(unit);
  const flags = (unit.useFixed ? 1 : 0) + (unit.weaknessKnown ? 2 : 0);
  const declared = turn?.feats ?? [];
  const wears = sheet.shields !== undefined || sheet.defenses !== undefined;
  if (effects.length === 0 && statuses.length === 0 && declared.length === 0 && turn?.stoodUp !== true && !wears) {
    const plain = kind.plain[flags] ?? fighterBy(`${kind.id} ${flags}`);
    kind.plain[flags] = plain;
    return plain;
  }
  const hindered = conditionsOf(unit).includes('prone') || turn?.stoodUp === true ? settings.prone.checks : 0;
  const under = effects.length === 0 ? '' : effectsText(effects);
  return fighterBy(`${kind.id} ${flags} ${hindered} ${under} ${declared.join('/')} ${wears ? held.join('/') : ''}`);
};

/** Do chances depend on nothing else than who fights whom, and how? Not in water, nor under what the GM has hung on somebody. */
export const isForecastCacheable = ({ effects, field }: State): boolean => effects.length === 0 && field.env === 'land';

/** On whom, as one number: who that is, which of its bodies, and whether it is helpless, or a friend. */
export const targetKey = (state: State, user: Unit, { unit, body }: UnitWithBody): number => {
  const at = unit.bodies.length === 1 ? 0 : unit.bodies.findIndex(({ id }) => id === body.id);
  const helpless = !isBodyAble(unit, body) || !isUnitAble(unit);
  return (
    ((findFighterForecasts(state, unit).id * 1000 + at) * 2 + (helpless ? 1 : 0)) * 2 + (areHostile(user, unit) ? 1 : 0)
  );
};

/** What is remembered of a way of this one, by the target. */
export const cachedForecasts = ({ ways }: FighterForecasts, way: string): BoundedCache<number, AttackForecast> => {
  const before = ways.get(way);
  if (before !== undefined) return before;
  const known = createBoundedCache<number, AttackForecast>(maxTargets);
  ways.set(way, known);
  return known;
};

/** What is remembered of a way of this one on that target, or else is reckoned now. */
const prospectBy = (
  from: FighterForecasts,
  way: string,
  target: number,
  reckon: () => AttackForecast,
): AttackForecast => {
  const known = cachedForecasts(from, way);
  return known.get(target) ?? known.put(target, reckon());
};

const weaponText = memoizeByObject(({ ammo: _, ...weapon }: Weapon): string => JSON.stringify(weapon));

const bodyAt = ({ bodies }: Unit, body: Body): number => bodies.findIndex(({ id }) => id === body.id);

/** How a body strikes, in words. */
export const attackWayKey = ({ unit, body, aim, natural }: Omit<AttackPlan, 'target'>): string =>
  natural === undefined
    ? `${bodyAt(unit, body)} ${aim.mode} ${aim.grip} ${aim.cls} ${aim.weapon === undefined ? '' : weaponText(aim.weapon)}`
    : `${bodyAt(unit, body)} ${attacksOf(body).indexOf(natural)}`;

/** The same of a spell or an ability that is resisted. */
export const castWayKey = ({
  unit,
  body,
  spell,
  natural,
}: Pick<CastPlan, 'unit' | 'body' | 'spell' | 'natural'>): string =>
  natural === undefined
    ? `${bodyAt(unit, body)} cast ${unit.sheet.spells.indexOf(spell)}`
    : `${bodyAt(unit, body)} ${attacksOf(body).indexOf(natural)}`;

/** SW-ATK-7. What an attack does to whom it strikes, remembered nowhere. */
export const calculateAttackForecast = (state: State, plan: AttackPlan, target: UnitWithBody): AttackForecast => {
  const { hit, deals } = attackChances(state, { ...plan, target });
  return prospectOf(1, (need) => hit * deals(need));
};

/** SW-ATK-7. What an attack does to whom it strikes. */
export const attackForecast = (state: State, plan: AttackPlan, target: UnitWithBody): AttackForecast =>
  isForecastCacheable(state)
    ? prospectBy(findFighterForecasts(state, plan.unit), attackWayKey(plan), targetKey(state, plan.unit, target), () =>
        calculateAttackForecast(state, plan, target),
      )
    : calculateAttackForecast(state, plan, target);

const calculateCastForecast = (state: State, plan: CastPlan, target: UnitWithBody): AttackForecast => {
  const { failed, resisted, fullDamage, halvedDamage } = castChances(state, plan, target);
  const takes = 1 - failed - resisted;
  return prospectOf(takes, (need) => takes * fullDamage(need) + resisted * halvedDamage(need));
};

/** SW-SPELL-9. What a spell or an ability does to each whom it affects. */
export const castForecasts = (
  state: State,
  plan: CastPlan,
  keyOf = (target: UnitWithBody): number => targetKey(state, plan.unit, target),
): ((target: UnitWithBody) => AttackForecast) => {
  if (!isForecastCacheable(state)) return (target) => calculateCastForecast(state, plan, target);
  const known = cachedForecasts(findFighterForecasts(state, plan.unit), castWayKey(plan));
  return (target) => {
    const key = keyOf(target);
    return known.get(key) ?? known.put(key, calculateCastForecast(state, plan, target));
  };
};
