import { z } from 'zod';
import { count, listing, ok, phrase, ref, refuse, say, sentences, type Text, term } from '../../../core/message.ts';
import { line, step } from '../../../rules/event.ts';
import { createLimitCounter } from '../../../rules/order-limits.ts';
import {
  areaNames,
  areasApart,
  enemyRearguard,
  findHostilesInArea,
  isInBounds,
  isTrapped,
  isUnderwater,
  ownRearguard,
  placeText,
  wadingDistance,
} from '../battlefield.ts';
import { conditionsOf, isUnitAble, refuseUnable, withStatuses } from '../conditions.ts';
import { speedOf } from '../derived-values.ts';
import { lapseOffers } from '../equipment.ts';
import { requireRider } from '../mounts.ts';
import { findShield } from '../range.ts';
import { areHostile, findMountOfPassenger, findSkirmish, isSamePlace, riderAndMountOf } from '../relations.ts';
import type { Area } from '../sheet.ts';
import { joinMelee, requireJoinable } from '../skirmishes.ts';
import {
  type CheckResult,
  type Draft,
  event,
  type MoveType,
  moveTypes,
  type Place,
  placeShape,
  type Skirmish,
  type State,
  type Unit,
  unitOrThingId,
} from '../state.ts';
import { placeWithArticle } from '../text.ts';
import { restrictionFacts } from '../turns.ts';
import { find, moveUnits, requireUnit, updateUnits, withoutMelee } from '../units.ts';
import { describeVisible, visibleIds } from '../visibility.ts';

/** True if an enemy can see the place that a unit moves to. Always true between areas. SW-SHIELD-1. */
const isSeen = (state: State, id: string, from: Place, to: Place): boolean => {
  const unit = find(state, id);
  const { pos } = to;
  if (pos === undefined) return from.area !== to.area;
  if (unit === undefined || pos === from.pos) return false;
  return state.units.some(
    (each) => areHostile(unit, each) && isUnitAble(each) && findShield(state, each, pos) === undefined,
  );
};

const placeSchema = z.strictObject(placeShape);

const flying = ['flying'] as const;

const describeRetreat = (who: Text, many: boolean, to: string): Text =>
  many ? say`${who} retreat to ${to}.` : say`${who} retreats to ${to}.`;

const describeMove = (who: Text, many: boolean, moveType: MoveType, to: string | undefined): Text => {
  const type = moveTypeNames[moveType];
  if (to === undefined)
    return many ? say`${who} take a ${type} Move on the spot.` : say`${who} takes a ${type} Move on the spot.`;
  return many ? say`${who} take a ${type} Move to ${to}.` : say`${who} takes a ${type} Move to ${to}.`;
};

/** A unit moves, with its mount or rider and passengers. SW-MOVE-1, SW-MOVE-2, SW-MOUNT-18. */
export const moved = event('moved', {
  facts: {
    who: unitOrThingId,
    units: z.array(unitOrThingId),
    moveType: z.enum(moveTypes),
    from: placeSchema,
    to: placeSchema,
    distance: z.int().optional(),
    altitude: z.int().optional(),
    blockedBy: z.array(unitOrThingId),
    retreated: z.boolean(),
  },
  apply: (state, { units, moveType, from, to, altitude: height }) => {
    const left = isSamePlace(from, to) ? state : withoutMelee(state, units);
    const afterMove = ({ effects }: Unit): Partial<Unit> => ({
      ...(moveType === 'full' && {
        effects: [...effects.filter(({ id }) => id !== 'fullMove'), { id: 'fullMove', evasion: -4, until: 'nextTurn' }],
      }),
    });
    const carried = left.units.flatMap(({ id, passengers }) => (units.includes(id) ? passengers : []));
    const taken = updateUnits(left, carried, (unit) => ({ ...afterMove(unit), carried: moveType }));
    return moveUnits(taken, units, (unit) => ({
      ...to,
      ...(unit.turn && { turn: { ...unit.turn, moveType, movementDone: true } }),
      ...afterMove(unit),
      ...(height !== undefined && {
        altitude: height,
        statuses: withStatuses(unit.statuses, height > 0 ? flying : [], height > 0 ? [] : flying),
      }),
      retreat: 'none',
    }));
  },
  narrate: ({ who, units, moveType, from, to, distance, altitude, blockedBy, retreated }, moment) => {
    const seen = describeVisible(moment, units) ?? describeVisible(moment, [who]);
    if (seen === undefined) return undefined;
    const many = visibleIds(moment, units).length > 1;
    const where = isSamePlace(from, to) ? undefined : placeWithArticle(to);
    const move = retreated && where ? describeRetreat(seen, many, where) : describeMove(seen, many, moveType, where);
    const blockers = describeVisible(moment, blockedBy);
    const by = blockers && say`Blocked by ${blockers}.`;
    const landing = altitude === 0 && term(many ? 'They land.' : 'It lands.');
    const text = sentences(move, altitude ? say`Height: ${altitude} m.` : landing, by);
    const rows = [
      ...(distance ? [[step('SW-MOVE-9', phrase`moved ${distance} m`)]] : []),
      ...(moveType === 'full' ? [[step('SW-MOVE-2', '−4 Evasion until the next turn')]] : []),
    ];
    return line(text, 'plain', rows);
  },
  actors: ({ who, units, from, to }, _, after) => (isSeen(after, who, from, to) ? units : []),
});

/** A movement as it was ordered, not yet checked. */
interface MoveOrder {
  readonly type: MoveType;
  /** The destination. Default: the unit’s own place. */
  readonly to?: Place | undefined;
  /** The id of the skirmish to join, or true for the skirmish at the destination. SW-SKIRM-7. */
  readonly join?: string | true | undefined;
  readonly altitude?: number | undefined;
  /** True if the GM moves a mount that has no rider. SW-MOUNT-17. */
  readonly instinct?: boolean | undefined;
}

/** A legal movement. Enemies may still block it. */
export interface Movement {
  readonly unit: Unit;
  readonly type: MoveType;
  readonly from: Place;
  readonly to: Place;
  /** Coordinates on the way, in order, without the start. SW-RUL-60. */
  readonly path: readonly number[];
  readonly joins?: Skirmish | undefined;
  /** The id of the skirmish that the unit retreats from. Undefined if it does not retreat. */
  readonly retreating?: string | undefined;
  readonly altitude?: number | undefined;
}

/** The unit whose speed counts: the mount of a rider, else the unit itself. SW-MOUNT-1. */
const unitThatMoves = (state: State, unit: Unit): Unit => find(state, unit.mountedOn) ?? unit;

/** Distance of one type of movement (metres). SW-MOVE-9, SW-WATER-1, SW-AIR-1. */
export const moveReach = (state: State, unit: Unit, type: MoveType): number => {
  const moving = unitThatMoves(state, unit);
  const speed = speedOf(state, moving);
  if (isUnderwater(state, moving)) {
    if (type === 'limited') return Math.min(1, speed);
    return wadingDistance(type === 'full' ? 3 * speed : speed);
  }
  return { limited: Math.min(3, speed), normal: speed, full: 3 * speed }[type];
};

export const listPathPositions = (from: number | undefined, to: number | undefined): readonly number[] => {
  if (from === undefined || to === undefined) return [];
  const step = Math.sign(to - from);
  const countStep = createLimitCounter('steps');
  return Array.from({ length: Math.abs(to - from) }, (_, n) => {
    countStep('metres of the path', 1000);
    return from + step * (n + 1);
  });
};

/** Refuses a movement for reasons that hold in both modes. SW-MOVE-8, SW-MOVE-11. */
const requireCanMove = (state: State, unit: Unit, { type, instinct }: MoveOrder): CheckResult<true> => {
  const command = requireRider(state, unit, instinct);
  if (!command.ok) return command;
  const all = riderAndMountOf(state, unit);
  const turns = all.flatMap(({ turn }) => turn ?? []);
  const unable = [unitThatMoves(state, unit), find(state, unit.rider) ?? unit].find((each) => !isUnitAble(each));
  if (unable) return refuseUnable(unable);
  if (findMountOfPassenger(state, unit.id))
    return refuse('E_NOT_NOW', { why: say`${ref(unit.id)} rides along and moves with the mount; dismount first` });
  if (turns.some(({ movementDone }) => movementDone))
    return refuse('E_MOVE_ALREADY_TAKEN', { unit: ref(unit.id), ...restrictionFacts(state, unit) });
  const sameTurn = state.settings.retreatTiming === 'sameTurn' && unit.retreat === 'ready';
  if (!sameTurn && turns.some(({ majors }) => majors.length > 0)) return refuse('E_MOVE_AFTER_MAJOR');
  const prone = all.find((each) => conditionsOf(each).includes('prone'));
  if (prone && state.settings.prone.noMove) return refuse('E_PRONE', { unit: ref(prone.id) });
  return type !== 'limited' && turns.some(({ lockLimited }) => lockLimited)
    ? refuse('E_TYPE_LOCKED_LIMITED')
    : ok(true);
};

const isImmobilised = (state: State, unit: Unit): boolean =>
  riderAndMountOf(state, unit).some((each) => conditionsOf(each).includes('immobilised'));

/** The areas to which a unit may retreat, with the types of movement for each area. SW-RETREAT-5, SW-RETREAT-6. */
const retreatWays = (unit: Unit): readonly { readonly area: Area; readonly types: readonly MoveType[] }[] => {
  if (unit.side === undefined) return [];
  const area = ownRearguard(unit.side);
  if (unit.area === 'front') return [{ area, types: ['normal', 'full'] }];
  if (unit.area !== enemyRearguard(unit.side)) return [];
  return [
    { area: 'front', types: ['normal'] },
    { area, types: ['full'] },
  ];
};

const wayText = ({ area, types }: ReturnType<typeof retreatWays>[number]): Text => {
  const names = types.map((type) => moveTypeNames[type]);
  return say`to the ${term(areaNames[area])} by a ${listing(names, 'or')} Move`;
};

/** Plans a movement between areas. SW-MOVE-4, SW-MOVE-5, SW-MOVE-6, SW-BREAK-1, SW-BREAK-3, SW-BREAK-5, SW-RUL-14. */
const planSimplified = (state: State, unit: Unit, order: MoveOrder): CheckResult<Movement> => {
  const { type } = order;
  const from = unit.area;
  const to = order.to?.area ?? from;
  if (from === undefined || to === undefined) return refuse('E_NO_PLACE', { unit: ref(unit.id) });
  const changes = from !== to;
  if (isImmobilised(state, unit) && (changes || type !== 'limited'))
    return refuse('E_IMMOBILISED', { unit: ref(unit.id), reason: 'immobilised' });
  if (changes && isTrapped(state, unit)) return refuse('E_NO_RETREAT', { unit: ref(unit.id) });
  const held = findHostilesInArea(state, from, unit).length > 0;
  if (held && unit.retreat !== 'ready' && (changes || type !== 'limited'))
    return refuse('E_RESTRICTED_MOVE', { unit: ref(unit.id) });
  if (changes) {
    const ways = retreatWays(unit);
    if (held && !ways.some(({ area, types }) => area === to && types.includes(type)))
      return refuse('E_RETREAT_DIRECTION', { allowed: listing(ways.map(wayText), 'or') });
    const apart = areasApart(from, to);
    const most = { limited: 0, normal: 1, full: 2 }[type];
    if (apart > most)
      return refuse('E_TOO_FAR', {
        type: moveTypeNames[type],
        max: most === 0 ? term('no other area') : count(most, 'area'),
        wanted: phrase`the ${term(areaNames[to])}`,
      });
    if (apart === 2 && findHostilesInArea(state, 'front', unit).length > 0) return refuse('E_PATH_HELD');
  }
  return ok({ unit, type, from: { area: from }, to: { area: to }, path: [], altitude: order.altitude });
};

export const moveTypeNames = {
  limited: term('Limited', 'movement'),
  normal: term('Normal', 'movement'),
  full: term('Full', 'movement'),
};

/** Plans a movement in metres. SW-MOVE-7, SW-MOVE-10, SW-RETREAT-7, SW-SKIRM-13, SW-RUL-56, SW-RUL-57, SW-RUL-58. */
const planStandard = (state: State, unit: Unit, order: MoveOrder): CheckResult<Movement> => {
  const { type } = order;
  const from = unit.pos;
  const to = order.to?.pos ?? from;
  if (from === undefined || to === undefined) return refuse('E_NO_PLACE', { unit: ref(unit.id) });
  const melee = findSkirmish(state, unit.id);
  const displaced = from !== to;
  const stirs = displaced || type !== 'limited';
  const tooFarBound = type !== 'limited' || Math.abs(to - from) > moveReach(state, unit, 'limited');
  if (tooFarBound && isImmobilised(state, unit))
    return refuse('E_IMMOBILISED', { unit: ref(unit.id), reason: 'immobilised' });
  if (stirs && melee && unit.retreat !== 'ready') return refuse('E_RESTRICTED_MOVE', { unit: ref(unit.id) });
  if (displaced) {
    if (!isInBounds(state, to)) return refuse('E_OUT_OF_BOUNDS', { pos: placeText({ pos: to }) });
    const most = moveReach(state, unit, type);
    const distance = Math.abs(to - from);
    if (distance > most)
      return refuse('E_TOO_FAR', { type: moveTypeNames[type], max: say`${most} m`, wanted: say`${distance} m` });
    if (melee && Math.abs(to - melee.center) <= melee.radius)
      return refuse('E_RETREAT_TOO_SHORT', { distance, radius: melee.radius });
  }
  const wanted = order.join;
  const joins =
    wanted === undefined
      ? ok(undefined)
      : requireJoinable(
          state,
          state.skirmishes.find(({ id, center }) => (wanted === true ? center === to : id === wanted)),
          riderAndMountOf(state, unit),
          to,
        );
  if (!joins.ok) return joins;
  return ok({
    unit,
    type,
    from: { pos: from },
    to: { pos: to },
    path: listPathPositions(from, to),
    joins: joins.value,
    retreating: displaced ? melee?.id : undefined,
    altitude: order.altitude,
  });
};

/** Plans a movement, checked in the rulebook’s order. In Standard enemies may block it later. */
export const planMove = (state: State, unit: Unit, order: MoveOrder): CheckResult<Movement> => {
  const may = requireCanMove(state, unit, order);
  if (!may.ok) return may;
  return state.settings.mode === 'simplified' ? planSimplified(state, unit, order) : planStandard(state, unit, order);
};

/** Where a blocked movement ends: the blockers and the point, or the skirmish. */
export interface EarlyStop {
  readonly by: readonly string[];
  readonly at: number;
  readonly skirmish?: string | undefined;
}

/** Moves a unit along its path, up to where it is blocked. SW-MOVE-1, SW-MOVE-2, SW-BLOCK-3, SW-BLOCK-4, SW-MULTI-1. */
export const makeMove = (draft: Draft, movement: Movement, stopped?: EarlyStop): void => {
  const { unit, type, from } = movement;
  const to = stopped ? { pos: stopped.at } : movement.to;
  const units = riderAndMountOf(draft.now(), unit);
  draft.emit(
    moved({
      who: unit.id,
      units: units.map(({ id }) => id),
      moveType: type,
      from,
      to,
      ...(from.pos !== undefined && to.pos !== undefined && { distance: Math.abs(to.pos - from.pos) }),
      ...(movement.altitude !== undefined && { altitude: movement.altitude }),
      blockedBy: [...(stopped?.by ?? [])],
      retreated: unit.retreat === 'ready' && !isSamePlace(from, to),
    }),
  );
  if (stopped?.skirmish !== undefined)
    joinMelee(draft, stopped.skirmish, [requireUnit(draft.now(), unit.id)], 'blocked');
  else if (movement.joins && !stopped)
    joinMelee(draft, movement.joins.id, [requireUnit(draft.now(), unit.id)], 'declared');
  lapseOffers(draft);
};
