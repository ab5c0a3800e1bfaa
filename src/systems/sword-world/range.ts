import { z } from 'zod';
import {
  capitalize,
  joined,
  ok,
  phrase,
  present,
  ref,
  refuse,
  say,
  sentences,
  type Text,
  term,
} from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { hiddenPartLabel, line, type SumRow, step } from '../../rules/event.ts';
import { combatantParam } from '../../rules/verb.ts';
import { areasApart, findHostilesInArea, isMeleeArea, placeText } from './battlefield.ts';
import { offerAllBodies, refuseTarget, requireCommandedUnit } from './checks.ts';
import { isUnitAble } from './conditions.ts';
import { pickIndex } from './dice.ts';
import { hasFeat } from './feats.ts';
import { areHostile, findSkirmish, findSkirmishAround, findSkirmishAt, isSamePlace, placeOf } from './relations.ts';
import { type CheckResult, type Moment, type Place, query, type State, type Unit, unitOrThingId } from './state.ts';
import { withArticle } from './text.ts';
import { findBody, findByName, formatBodyName, livingBodies, type UnitWithBody } from './units.ts';
import { isVisible, maskedName, visibleName } from './visibility.ts';

/** The reach of an attack or spell (metres), or `touch`. */
type Reach = number | 'touch';

type PlaceInAir = Place & { readonly altitude?: number | undefined };

/** Difference in height that melee and touch bridge (metres). SW-RUL-94. */
const touchHeight = ({ settings: { mode, areaDistance } }: State): number =>
  mode === 'simplified' ? 2 * areaDistance : 3;

/** Difference in height between two places (metres). 0 if one of them has no height. SW-RUL-94. */
const heightApart = (a: PlaceInAir, b: PlaceInAir): number =>
  Math.abs((a.altitude ?? 0) - (b.altitude ?? a.altitude ?? 0));

/** True if melee and touch bridge the difference in height. SW-RUL-94. */
export const isTouchHeight = (state: State, a: PlaceInAir, b: PlaceInAir): boolean =>
  heightApart(a, b) <= touchHeight(state);

/** True if the target is within arm’s length. SW-STD-4, SW-RANGE-1, SW-FIELD-4, SW-RUL-94. */
export const isInTouch = (state: State, user: Unit, target: PlaceInAir): boolean => {
  if (!isTouchHeight(state, user, target)) return false;
  if (state.settings.mode === 'simplified') return user.area !== undefined && user.area === target.area;
  if (user.pos === undefined || target.pos === undefined) return false;
  if (isSamePlace({ pos: user.pos }, { pos: target.pos })) return true;
  const own = findSkirmish(state, user.id);
  return own !== undefined && Math.abs(target.pos - own.center) <= own.radius;
};

/**
 * Refuses a target out of reach or line of sight, or past a held Frontline without Hawk Eye. SW-RANGE-1, SW-RANGE-2,
 * SW-RANGE-3, SW-RANGE-4, SW-RANGE-5, SW-STD-2, SW-SHIELD-1, SW-RUL-94.
 */
export const requireReach = (state: State, user: Unit, target: PlaceTarget, reach: Reach): CheckResult<true> => {
  const height = heightApart(user, target);
  const isTooHigh = height > Math.max(reach === 'touch' ? 0 : reach, touchHeight(state));
  const far = (): CheckResult<never> =>
    refuse('E_OUT_OF_RANGE', {
      target: target.name,
      range: reach === 'touch' ? term("arm's reach") : say`${reach} m`,
      ...(isTooHigh && { height }),
    });
  if (reach === 'touch') return isInTouch(state, user, target) ? ok(true) : far();
  if (isTooHigh) return far();
  if (state.settings.mode === 'simplified') {
    if (user.area === undefined || target.area === undefined) return far();
    const apart = areasApart(user.area, target.area);
    if (reach < apart * state.settings.areaDistance) return far();
    return apart === 2 && findHostilesInArea(state, 'front', user).length > 0 && !hasFeat(user, 'Hawk Eye')
      ? refuse('E_NEEDS_HAWK_EYE')
      : ok(true);
  }
  if (user.pos === undefined || target.pos === undefined || Math.abs(user.pos - target.pos) > reach) return far();
  return requireSight(state, user, target.pos, target.name);
};

/** Refuses a coordinate that the unit cannot see, unless it has Hawk Eye. SW-SHIELD-1. */
export const requireSight = (state: State, user: Unit, to: number, name: Text): CheckResult<true> => {
  const shield = hasFeat(user, 'Hawk Eye') ? undefined : findShield(state, user, to);
  return shield === undefined ? ok(true) : refuse('E_SHIELDED', { shield: withArticle(shield), target: name });
};

/** Makes a place a target, with a name for refusals. */
export const toPlaceTarget = (place: PlaceInAir, name: Text = placeText(place)) => ({
  ...placeOf(place),
  altitude: place.altitude,
  name,
});

type PlaceTarget = ReturnType<typeof toPlaceTarget>;

/** True if both units are in the same skirmish, as participants or bystanders. */
const isSameSkirmish = (state: State, a: Unit, b: Unit): boolean => {
  const around = findSkirmishAround(state, a)?.id;
  return around !== undefined && around === findSkirmishAround(state, b)?.id;
};

/** True if the stretch from `low` to `high` is at least partly between `a` and `b`. */
const liesBetween = (low: number, high: number, a: number, b: number): boolean =>
  low < Math.max(a, b) && high > Math.min(a, b);

const covers = (low: number, high: number, x: number): boolean => x >= low && x <= high;

/**
 * The obstacle, skirmish or enemy that hides a coordinate from a unit in Standard. Undefined if it is visible. Ignores
 * Hawk Eye. SW-SHIELD-1, SW-SHIELD-2, SW-SHIELD-3, SW-SHIELD-4, SW-SHIELD-5, SW-SHIELD-6.
 */
export const findShield = (state: State, from: Unit, to: number): string | undefined => {
  if (from.pos === undefined || from.pos === to) return undefined;
  const start = from.pos;
  const wall = state.field.obstacles.find((each) => liesBetween(each.from, each.to, start, to));
  if (wall) return wall.label ?? 'obstacle in the way';
  const melee = state.skirmishes.some(({ center, radius }) => {
    const [low, high] = [center - radius, center + radius];
    return liesBetween(low, high, start, to) && !covers(low, high, start) && !covers(low, high, to);
  });
  if (melee) return 'skirmish in the way';
  const shared = [findSkirmishAround(state, from)?.id, findSkirmishAt(state, to)?.id];
  const foe = state.units.some(
    (unit) =>
      unit.pos !== undefined &&
      areHostile(from, unit) &&
      isUnitAble(unit) &&
      liesBetween(unit.pos, unit.pos, start, to) &&
      !isOneOf(findSkirmishAround(state, unit)?.id, shared),
  );
  // Does not name the enemy, which may be hidden from the unit.
  return foe ? 'enemy in the way' : undefined;
};

/** True if a skirmish includes the user or the target, so that its participants hide no one. SW-RUL-65. */
const isOneOf = (skirmish: string | undefined, shared: readonly (string | undefined)[]): boolean =>
  skirmish !== undefined && shared.includes(skirmish);

export const lotDrawSchema = z.strictObject({
  candidates: z.array(unitOrThingId),
  dice: z.array(z.int()),
  target: unitOrThingId,
});
export type LotDraw = z.output<typeof lotDrawSchema>;

/** Describes a random draw: the candidates and the dice. */
export const describeLots = (candidates: readonly string[], fallen: readonly number[], moment: Moment): Text => {
  const among = joined(
    candidates.map((id) => (isVisible(moment, id) ? visibleName(moment, id) : term(hiddenPartLabel))),
  );
  return fallen.length > 0 ? say`${among} (die ${joined(fallen.map((each) => `${each}`))})` : among;
};

export const describeLotDraw = ({ candidates, dice, target }: LotDraw, moment: Moment): SumRow<Text> => [
  step('SW-MISFIRE-1', say`misfire among ${describeLots(candidates, dice, moment)} → ${maskedName(moment, target)}`),
];

export type Aimed = { readonly kind: 'weapon' | 'spell'; readonly shape: 'target' | 'shot' | 'line' };

/** Ids of the living bodies at a place, in roster order. SW-MISFIRE-3, SW-RUL-23, SW-RUL-45. */
const bodiesAt = (state: State, there: (unit: Unit) => boolean): readonly string[] =>
  state.units
    .filter((unit) => there(unit) && !unit.statuses.includes('left'))
    .flatMap(livingBodies)
    .map(({ body }) => body.id);

/** Bodies a misfire may hit, the target too. Empty if it cannot. SW-MISFIRE-2, SW-MISFIRE-5, SW-RUL-22, SW-RUL-68. */
export const misfireCandidates = (state: State, from: Unit, target: UnitWithBody, aimed: Aimed): readonly string[] => {
  if (aimed.shape === 'target') return [];
  if (hasFeat(from, aimed.kind === 'weapon' ? 'Precise Shot' : 'Guided Magic')) return [];
  if (state.settings.mode === 'simplified') {
    const { area } = target.unit;
    return area === undefined || area === from.area || !isMeleeArea(state, area)
      ? []
      : bodiesAt(state, (unit) => unit.area === area);
  }
  const { pos } = target.unit;
  if (pos === undefined || !findSkirmishAround(state, target.unit) || isSameSkirmish(state, from, target.unit))
    return [];
  const there = bodiesAt(state, (unit) => unit.pos === pos);
  return there.length > 1 ? there : [];
};

/** The target’s name, with the number of bodies that a misfire may hit. SW-MISFIRE-1. */
export const withMisfireNote = (named: Text, candidates: readonly string[]): Text =>
  candidates.length === 0 ? named : say`${named} · in a melee: may hit any of ${candidates.length}`;

/** Draws the body that a misfire hits. Undefined if the shot cannot misfire. SW-MISFIRE-4. */
export const drawMisfire = (
  state: State,
  from: Unit,
  target: UnitWithBody,
  aimed: Aimed,
  dice: Dice,
): LotDraw | undefined => {
  const candidates = misfireCandidates(state, from, target, aimed);
  if (candidates.length === 0) return undefined;
  const { index, fallen } = pickIndex(dice, candidates.length, 'misfire');
  return { candidates: [...candidates], dice: fallen, target: candidates[index] ?? target.body.id };
};

/** Shows the distance to a target, and what hides it. SW-RANGE-2, SW-SHIELD-1, SW-MISFIRE-1. */
export const sightQuery = query({
  summary: 'Show how far away a target is, and what hides it',
  params: z.strictObject({ target: combatantParam('The target') }),
  offers: { target: offerAllBodies },
  answer: (state, call, { target }, reader) => {
    const unit = requireCommandedUnit(state, call);
    if (!unit.ok) return unit;
    const whole = findByName(state, target);
    const [core] = whole?.bodies ?? [];
    const found = findBody(state, target) ?? (whole && core && { unit: whole, body: core });
    if (found === undefined || !reader.canSee(found.unit.id)) return refuseTarget(state, target, reader.canSee);
    const from = unit.value;
    const { area, pos } = found.unit;
    const title = say.of(
      'a line of sight',
    )`${ref(from.id)} to ${whole === undefined ? formatBodyName(found.unit, found.body) : ref(whole.id)}`;
    const risky = misfireCandidates(state, from, found, { kind: 'weapon', shape: 'shot' }).length > 0;
    const misfire =
      risky &&
      line('A shot there misfires: it may hit anyone in the melee.', 'bad', [
        [step('SW-MISFIRE-1', 'target at random')],
      ]);
    if (area !== undefined && from.area !== undefined) {
      const need = areasApart(from.area, area) * state.settings.areaDistance;
      const says = need === 0 ? 'In the same area.' : say`Needs a range of ${need} m.`;
      const distance = line(says, 'plain', [[step('SW-RANGE-2', phrase`${need} m`)]]);
      return ok({ title, lines: present([distance, misfire]) });
    }
    if (pos === undefined || from.pos === undefined)
      return refuse('E_NO_PLACE', { unit: ref((from.pos === undefined ? from : found.unit).id) });
    const shield = findShield(state, from, pos);
    const text = shield ? say`${capitalize(withArticle(shield))} hides the target.` : term('In plain sight.');
    const exception = shield && hasFeat(from, 'Hawk Eye') && term('Hawk Eye still sees it.');
    const distance = say`${Math.abs(pos - from.pos)} m.`;
    const sight = line(sentences(distance, text, exception), 'plain', [[step('SW-SHIELD-1', 'line of sight')]]);
    return ok({ title, lines: present([sight, misfire]) });
  },
});
