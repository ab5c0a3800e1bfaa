import { type BoundedCache, memoizeByObject } from '../../../core/memoize.ts';
import type { Text } from '../../../core/message.ts';
import type { Plan, Tactics } from '../../../rules/tactics.ts';
import { planAbilityOrder } from '../attack/attack.ts';
import { type AttackPlan, buildNaturalAttackMeans, planAttack, resolveAttackMeans } from '../attack/plan.ts';
import { areasApart, placeName } from '../battlefield.ts';
import { accuracyAttacks, attacksOf, isResistedAttack, requireAffordableAttack } from '../natural-attacks.ts';
import { isInTouch } from '../range.ts';
import type { Attack, Body, Spell } from '../sheet.ts';
import { abilitySpell, type CastPlan, planCast } from '../spells/plan.ts';
import {
  areHostile,
  find,
  isMount,
  isUnitAble,
  type Place,
  type State,
  type Unit,
  type UnitWithBody,
} from '../state.ts';
import { actingSide } from '../turns.ts';
import { type AttackWorth, castWorth, possibleVictims, type QuickWorthOptions, worthOnTarget } from './attack-worth.ts';
import { averageHp } from './beliefs.ts';
import {
  type AttackForecast,
  attackForecast,
  attackWayKey,
  cachedForecasts,
  calculateAttackForecast,
  findFighterForecasts,
  isForecastCacheable,
  targetKey,
} from './forecasts.ts';
import { planPlacements } from './placements.ts';
import {
  createOrder,
  type Order,
  type PreparedUnit,
  withBullets,
  withDrawnWeapon,
  withFeats,
  withStandUp,
} from './readiness.ts';
import {
  ableFoes,
  approachPlans,
  bodiesWithMajorAction,
  endTurnOrder,
  idlePlan,
  positionCost,
  possibleMoves,
  withOpenTurn,
} from './tactics.ts';
import {
  foesOf,
  friendsOf,
  intendedTargets,
  listWeaponUses,
  possibleSpellCenters,
  sectionParams,
} from './turn-options.ts';

/** What a body strikes with, and how it is ordered. */
interface Strike {
  readonly means: Pick<AttackPlan, 'aim' | 'natural' | 'reach'>;
  readonly way: string;
  readonly params: Order['params'];
}

/** Something to do with a Major Action, which has not been held against the rules. */
interface Option extends AttackWorth {
  /** Whom it is meant for. */
  readonly target: string | undefined;
  /** How it is ordered, where it may be. */
  readonly ordered: () => Order | undefined;
}

/** A foe who may be aimed at, as what its chances are remembered. */
interface Mark extends UnitWithBody {
  readonly key: number;
}

/** Whom somebody sees from one stand. */
interface Sight extends QuickWorthOptions {
  readonly foes: readonly Mark[];
}

const strikeWith = (unit: Unit, body: Body, params: Order['params']): readonly Strike[] => {
  const means = resolveAttackMeans(unit, body, { ...params, target: '' });
  return means.ok ? [{ means: means.value, way: attackWayKey({ unit, body, ...means.value }), params }] : [];
};

interface Armed {
  readonly body: string;
  readonly mountedOn: string | undefined;
  readonly held: Unit['held'];
  readonly grips: Unit['grips'];
  readonly strikes: readonly Strike[];
}

/** What somebody with these weapons last struck with. */
const lastArmed = memoizeByObject((_: Unit['weapons']): { as: Armed | undefined } => ({ as: undefined }));

const armedStrikes = (unit: Unit, body: Body): readonly Strike[] => {
  const { held, grips, weapons, mountedOn } = unit;
  const last = lastArmed(weapons);
  const { as } = last;
  if (as?.held === held && as.grips === grips && as.body === body.id && as.mountedOn === mountedOn) return as.strikes;
  const strikes = listWeaponUses(unit).flatMap(([params]) => strikeWith(unit, body, params));
  last.as = { body: body.id, mountedOn, held, grips, strikes };
  return strikes;
};

interface Own {
  readonly at: number;
  readonly more: Body['attacks'];
  readonly strikes: readonly Strike[];
}

/** What a body did by itself, by the first of its attacks. */
const lastOwn = memoizeByObject((_: Attack): { as: Own | undefined } => ({ as: undefined }));

const ownStrikes = (unit: Unit, body: Body): readonly Strike[] => {
  const first = body.attack ?? body.attacks?.[0];
  if (first === undefined) return [];
  const last = lastOwn(first);
  const at = unit.bodies.indexOf(body);
  if (last.as?.at === at && last.as.more === body.attacks) return last.as.strikes;
  const strikes = accuracyAttacks(body).flatMap((natural, nth): readonly Strike[] => {
    const { id } = natural;
    if (nth > 0 && id === undefined) return [];
    const means = buildNaturalAttackMeans(natural);
    return [
      {
        means,
        way: attackWayKey({ unit, body, ...means }),
        params: nth === 0 || id === undefined ? {} : { ability: id },
      },
    ];
  });
  last.as = { at, more: body.attacks, strikes };
  return strikes;
};

/** May an effect of this reach go there, as far as the way is measured? */
const isInRange = (state: State, unit: Unit, { area, pos }: Place, range: Spell['range']): boolean => {
  if (range === 'self') return area === unit.area && pos === unit.pos;
  if (range === 'touch') return isInTouch(state, unit, { area, pos });
  if (state.settings.mode === 'simplified')
    return (
      unit.area !== undefined &&
      area !== undefined &&
      areasApart(unit.area, area) * state.settings.areaDistance <= range
    );
  return unit.pos !== undefined && pos !== undefined && Math.abs(unit.pos - pos) <= range;
};

/** SW-MISFIRE-1. What a strike is worth, misfires counted. */
const strikeHarm = (
  state: State,
  plan: AttackPlan,
  mark: Mark,
  known: BoundedCache<number, AttackForecast> | undefined,
  foesLife: number,
): AttackWorth => {
  const { unit, reach } = plan;
  const pool = plan.natural?.pool === 'mp' ? 0.2 : 1;
  const struck =
    reach === undefined ? undefined : possibleVictims(state, unit, mark, { kind: 'weapon', shape: 'shot' });
  if (struck === undefined || struck.length === 1) {
    const reckon = () => calculateAttackForecast(state, plan, mark);
    const prospect = known === undefined ? reckon() : (known.get(mark.key) ?? known.put(mark.key, reckon()));
    const { worth, downChance } = worthOnTarget(unit, mark, prospect, foesLife);
    return { worth: worth * pool, downChance: pool < 1 ? 0 : downChance };
  }
  let [worth, fells] = [0, 0];
  for (const each of struck) {
    const harm = worthOnTarget(unit, each, attackForecast(state, plan, each), foesLife);
    worth += (harm.worth * pool) / struck.length;
    if (each.body.id === mark.body.id && pool === 1) fells += harm.downChance / struck.length;
  }
  return { worth, downChance: fells };
};

const strikeOptions = (from: PreparedUnit, body: Body, { foes, foesLife }: Sight): readonly Option[] => {
  const { state, unit } = from;
  const own = ownStrikes(unit, body);
  const strikes = own.length > 0 ? own : armedStrikes(unit, body);
  const fighter = isForecastCacheable(state) ? findFighterForecasts(state, unit) : undefined;
  const options: Option[] = [];
  for (const { means, way, params } of strikes) {
    if (means.natural !== undefined && !requireAffordableAttack(body, means.natural).ok) continue;
    const known = fighter && cachedForecasts(fighter, way);
    for (const mark of foes) {
      if (!isInRange(state, unit, mark.unit, means.reach ?? 'touch')) continue;
      const target = mark.body.id;
      options.push({
        ...strikeHarm(state, { unit, body, target: mark, ...means }, mark, known, foesLife),
        target,
        ordered: () => {
          const given = { ...params, target, ...sectionParams(unit, body) };
          const plan = planAttack(state, unit, given);
          return plan.ok && plan.value.body.id === body.id ? createOrder('attack', given) : undefined;
        },
      });
    }
  }
  return options;
};

/** SW-ATK-11. Its own abilities that are resisted, on everybody in reach. */
const abilityOptions = ({ state, unit }: PreparedUnit, body: Body, sight: Sight): readonly Option[] =>
  attacksOf(body).flatMap((natural) => {
    const { id } = natural;
    if (id === undefined || !isResistedAttack(natural) || !requireAffordableAttack(body, natural).ok) return [];
    const spell = abilitySpell(natural);
    return sight.foes.flatMap((mark): readonly Option[] => {
      const own = spell.range === 'self';
      if (!own && !isInRange(state, unit, mark.unit, spell.range)) return [];
      const target = mark.body.id;
      const plan: CastPlan = {
        ...{ unit, body, spell, natural, withSelf: false },
        target: own ? undefined : mark,
        center: own ? unit : mark.unit,
      };
      const ordered = (): Order | undefined => {
        const given = { ability: id, target, ...sectionParams(unit, body) };
        const planned = planAbilityOrder(state, unit, given);
        return planned?.ok === true && planned.value.body.id === body.id ? createOrder('attack', given) : undefined;
      };
      return [{ ...castWorth(state, plan, sight), target, ordered }];
    });
  });

const castOption = (
  { state, unit }: PreparedUnit,
  body: Body,
  spell: Spell,
  aim: { readonly target: UnitWithBody } | { readonly target: undefined; readonly center: Place },
  sight: Sight,
): Option => {
  const { target } = aim;
  const center = target === undefined ? aim.center : target.unit;
  const named = target === undefined ? placeName(center) : target.body.id;
  return {
    ...castWorth(state, { unit, body, spell, target, center, withSelf: false }, sight),
    target: named,
    ordered: () => {
      const cast = { spell, section: body.id, ...(target === undefined ? { center } : { target: named }) };
      if (!planCast(state, unit, cast).ok) return undefined;
      const place = center.area ?? String(center.pos);
      const given = target === undefined ? { center: place } : { target: named };
      return createOrder('cast', { spell: spell.id, ...given, ...sectionParams(unit, body) });
    },
  };
};

/** Does it nothing but give back what this one has all of? */
const isWasted = ({ recovery, status, effect, damage }: Spell, { body }: UnitWithBody): boolean =>
  recovery !== undefined &&
  status === undefined &&
  effect === undefined &&
  damage === undefined &&
  (recovery.pool === 'hp' ? body.hp >= body.maxHp : body.mp >= body.maxMp);

const castOptions = (from: PreparedUnit, body: Body, sight: Sight): readonly Option[] => {
  const { foes } = sight;
  const { state, unit } = from;
  const spells = unit.sheet.spells.filter(({ bullet, mpCost }) => bullet === undefined && mpCost <= body.mp);
  if (spells.length === 0) return [];
  const friends = friendsOf(from);
  return spells.flatMap((spell) =>
    typeof spell.shape === 'object'
      ? possibleSpellCenters(from, foes)
          .filter((center) => isInRange(state, unit, center, spell.range))
          .map((center) => castOption(from, body, spell, { target: undefined, center }, sight))
      : intendedTargets(spell, foes, friends)
          .filter((target) => isInRange(state, unit, target.unit, spell.range) && !isWasted(spell, target))
          .map((target) => castOption(from, body, spell, { target }, sight)),
  );
};

const optionsOf = (from: PreparedUnit, body: Body, sight: Sight): readonly Option[] => [
  ...strikeOptions(from, body, sight),
  ...abilityOptions(from, body, sight),
  ...castOptions(from, body, sight),
];

/** One that may be ordered. */
interface Chosen extends AttackWorth {
  readonly target: string | undefined;
  readonly order: Order;
}

/** The best that may be ordered; what would fall on one who is very likely down is worth less. */
const bestOf = (options: readonly Option[], before?: Chosen): Chosen | undefined => {
  const left = new Set(options);
  const worthOf = ({ worth, target }: Option): number =>
    before !== undefined && target === before.target ? worth * (1 - before.downChance) : worth;
  while (left.size > 0) {
    let best: Option | undefined;
    for (const each of left) if (best === undefined || worthOf(each) > worthOf(best)) best = each;
    if (best === undefined) return undefined;
    const order = best.ordered();
    if (order !== undefined) return { worth: worthOf(best), downChance: best.downChance, target: best.target, order };
    left.delete(best);
  }
  return undefined;
};

/** The bodies of the other side that still stand; a foe is thought to have as much life as one's own on the average. */
const sightOf = (state: State, unit: Unit): Sight => {
  const keys = new Map<Body, number>();
  const keyOf = (target: UnitWithBody): number => {
    const known = keys.get(target.body);
    if (known !== undefined) return known;
    const key = targetKey(state, unit, target);
    keys.set(target.body, key);
    return key;
  };
  const foes = foesOf(state, unit).map((foe): Mark => ({ ...foe, key: keyOf(foe) }));
  return { foes, keyOf, foesLife: averageHp(state.units.filter((each) => !areHostile(unit, each))) };
};

type Found = Pick<Plan<Text>, 'worth' | 'orders'>;

/** The best that can be done from one stand: of the first body that can do anything, with a feat or a bullet where that is better, then of the others. */
const bestAt = (from: PreparedUnit, start: PreparedUnit): Found | undefined => {
  const { state, unit } = from;
  const sight = sightOf(state, unit);
  const bodies = bodiesWithMajorAction(from);
  let lead: Chosen | undefined;
  let [cost, orders] = [0, from.orders];
  const more: Chosen[] = [];
  for (const body of bodies) {
    const options = optionsOf(from, body, sight);
    if (lead !== undefined) {
      const next = bestOf(options, lead);
      if (next !== undefined && next.worth > 0) more.push(next);
      continue;
    }
    lead = bestOf(options);
    if (lead === undefined) continue;
    cost = positionCost(from, start);
    const mark = lead.order.verb === 'attack' && sight.foes.find((each) => each.body.id === lead?.target);
    if (!mark) continue;
    for (const better of [...withFeats(from), ...withBullets(from)]) {
      const raised = bestOf(optionsOf(better, body, { ...sight, foes: [mark] }));
      const risk = positionCost(better, start);
      if (raised === undefined || raised.worth - risk <= lead.worth - cost) continue;
      [lead, cost, orders] = [raised, risk, better.orders];
    }
  }
  if (lead === undefined) return undefined;
  return {
    worth: lead.worth + more.reduce((sum, { worth }) => sum + worth, 0) - cost,
    orders: [...orders, lead.order, ...more.map((each) => each.order), endTurnOrder],
  };
};

/** Whoever can strike from where it stands does, another moves; nobody thinks of retreat. */
const quickPlan = (state: State, me: Unit): Found => {
  const begun: PreparedUnit = { state, unit: withOpenTurn(state, me), orders: [], says: [], evasion: 0 };
  const start = withDrawnWeapon(withStandUp(begun));
  const foes = ableFoes(state, me);
  if (foes.length === 0) return idlePlan(begun, start);
  const here = bestAt(start, start);
  if (here !== undefined && here.worth > 0) return here;
  const { steps, walks, runs } = possibleMoves(start, foes);
  const there = [...steps, ...walks].flatMap((stand) => bestAt(stand, start) ?? []);
  let best: Found = idlePlan(begun, start);
  for (const each of [
    ...(here === undefined ? [] : [here]),
    ...there,
    ...approachPlans([...steps, ...walks, ...runs], start),
  ])
    if (each.worth > best.worth) best = each;
  return best;
};

/** Does the battle wait for this one to act? */
const acts = (state: State, me: Unit): boolean =>
  state.open === undefined ? me.side === actingSide(state) && !me.acted && !isMount(me) : state.open === me.id;

/** Much the same as the usual tactics in less time, as things stand in truth: one plan, which nobody reads. */
export const quickTactics: Tactics<State> = (state, actor) => {
  const me = find(state, actor);
  if (me === undefined) return [];
  if (state.stage === 'placement') return planPlacements(state, me);
  return state.stage === 'combat' && isUnitAble(me) && acts(state, me) ? [{ label: '', ...quickPlan(state, me) }] : [];
};
