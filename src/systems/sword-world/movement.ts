import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { counting } from '../../rules/bounds.ts';
import type { Draft } from './action.ts';
import { areaNames, areasApart, farRear, hostilesIn, inBounds, isTrapped, ownRear, placeName } from './field.ts';
import { lapseOffers } from './handling.ts';
import type { MoveType, Place, Skirmish, State, Unit } from './model.ts';
import { isMount, ridden, riderOf } from './mounts.ts';
import type { Code } from './refusals.ts';
import type { Area } from './sheet.ts';
import { join, joinable } from './skirmish.ts';
import { company, meleeOf, placeOf, samePlace, theUnit, unitAble, unitOf, whyUnable } from './units.ts';
import { speedOf } from './values.ts';
import { underwater, wading } from './water.ts';

/** What is asked of a movement. */
export interface MoveOrder {
  readonly type: MoveType;
  /** Left out: on the spot. */
  readonly to?: Place | undefined;
  /** SW-SKIRM-7. The skirmish to join, or whichever has its centre there. */
  readonly join?: string | true | undefined;
  readonly altitude?: number | undefined;
}

/** A movement that may be made, if nobody stops it. */
export interface Movement {
  readonly unit: Unit;
  readonly type: MoveType;
  readonly from: Place;
  readonly to: Place;
  /** SW-RUL-60. Coordinates in order, the start excluded. */
  readonly path: readonly number[];
  readonly joins?: Skirmish | undefined;
  /** The skirmish it retreats from. */
  readonly retreating?: string | undefined;
  readonly altitude?: number | undefined;
}

/** SW-MOUNT-1. The one whose speed counts. */
const mover = (state: State, unit: Unit): Unit => unitOf(state, unit.mountedOn ?? '') ?? unit;

/** SW-MOVE-9, SW-WATER-1. Metres of each type of movement. */
export const moveReach = (state: State, unit: Unit, type: MoveType): number => {
  const moving = mover(state, unit);
  const speed = speedOf(state, moving);
  if (underwater(state, moving)) {
    if (type === 'limited') return Math.min(1, speed);
    return wading(type === 'full' ? 3 * speed : speed);
  }
  return { limited: Math.min(3, speed), normal: speed, full: 3 * speed }[type];
};

export const pathOf = (from: number | undefined, to: number | undefined): readonly number[] => {
  if (from === undefined || to === undefined) return [];
  const step = Math.sign(to - from);
  const count = counting('steps');
  const path: number[] = [];
  for (let n = 1; n <= Math.abs(to - from); n++) {
    count('metres of the way', 1000);
    path.push(from + step * n);
  }
  return path;
};

/** SW-MOVE-8, SW-MOVE-11 as far as both modes go. */
const mayMoveAtAll = (state: State, unit: Unit, type: MoveType): Result<true, Refusal<Code>> => {
  const command = ridden(state, unit);
  if (!command.ok) return command;
  const all = company(state, unit);
  const turns = all.flatMap(({ turn }) => turn ?? []);
  const unable = [mover(state, unit), riderOf(state, unit) ?? unit].find((each) => !unitAble(each));
  if (unable) return refuse('E_CANNOT_ACT', { unit: ref(unable.id), reason: whyUnable(unable) });
  if (turns.some(({ movementDone }) => movementDone)) return refuse('E_MOVE_ALREADY_TAKEN', { unit: ref(unit.id) });
  const sameTurn = state.settings.retreatTiming === 'sameTurn' && unit.retreat === 'ready';
  if (!sameTurn && turns.some(({ majors }) => majors.length > 0)) return refuse('E_MOVE_AFTER_MAJOR');
  const prone = all.find(({ statuses }) => statuses.includes('prone'));
  if (prone && state.settings.prone.noMove) return refuse('E_PRONE', { unit: ref(prone.id) });
  return type !== 'limited' && turns.some(({ lockLimited }) => lockLimited)
    ? refuse('E_TYPE_LOCKED_LIMITED')
    : ok(true);
};

const isImmobilised = (state: State, unit: Unit): boolean =>
  company(state, unit).some(({ statuses }) => statuses.includes('immobilised'));

/** SW-RETREAT-5, SW-RETREAT-6. Where a retreat may lead, and by what movement. */
const retreatWays = (unit: Unit): readonly { readonly area: Area; readonly types: readonly MoveType[] }[] => {
  if (unit.side === undefined) return [];
  const area = ownRear(unit.side);
  if (unit.area === 'front') return [{ area, types: ['normal', 'full'] }];
  if (unit.area !== farRear(unit.side)) return [];
  return [
    { area: 'front', types: ['normal'] },
    { area, types: ['full'] },
  ];
};
const wayText = ({ area, types }: ReturnType<typeof retreatWays>[number]): string =>
  `to the ${areaNames[area]} by a ${types.map((type) => typeNames[type]).join(' or ')} Move`;

/** SW-MOVE-3..8. */
const planSimplified = (state: State, unit: Unit, order: MoveOrder): Result<Movement, Refusal<Code>> => {
  const { type } = order;
  const from = unit.area;
  const to = order.to?.area ?? from;
  if (from === undefined || to === undefined) return refuse('E_NO_PLACE', { place: 'nowhere' });
  const changes = from !== to;
  if (isImmobilised(state, unit) && (changes || type !== 'limited'))
    return refuse('E_IMMOBILISED', { unit: ref(unit.id), reason: 'immobilised' });
  if (changes && isTrapped(state, unit)) return refuse('E_NO_RETREAT', { unit: ref(unit.id) });
  const held = hostilesIn(state, from, unit).length > 0;
  if (held && unit.retreat !== 'ready' && (changes || type !== 'limited'))
    return refuse('E_RESTRICTED_MOVE', { unit: ref(unit.id) });
  if (changes) {
    const ways = retreatWays(unit);
    if (held && !ways.some(({ area, types }) => area === to && types.includes(type)))
      return refuse('E_RETREAT_DIRECTION', { allowed: ways.map(wayText).join(', or ') });
    const apart = areasApart(from, to);
    const most = { limited: 0, normal: 1, full: 2 }[type];
    if (apart > most)
      return refuse('E_TOO_FAR', {
        type: typeNames[type],
        max: most === 0 ? 'no other area' : `${most} area${most > 1 ? 's' : ''}`,
        wanted: areaNames[to],
      });
    if (apart === 2 && hostilesIn(state, 'front', unit).length > 0) return refuse('E_PATH_HELD');
  }
  return ok({ unit, type, from: { area: from }, to: { area: to }, path: [], altitude: order.altitude });
};

export const typeNames: Readonly<Record<MoveType, string>> = { limited: 'Limited', normal: 'Normal', full: 'Full' };

/** SW-MOVE-9..11, SW-RETREAT-7, SW-SKIRM-7. */
const planStandard = (state: State, unit: Unit, order: MoveOrder): Result<Movement, Refusal<Code>> => {
  const { type } = order;
  const from = unit.pos;
  const to = order.to?.pos ?? from;
  if (from === undefined || to === undefined) return refuse('E_NO_PLACE', { place: 'nowhere' });
  const melee = meleeOf(state, unit.id);
  const displaced = from !== to;
  const stirs = displaced || type !== 'limited';
  if (stirs && isImmobilised(state, unit))
    return refuse('E_IMMOBILISED', { unit: ref(unit.id), reason: 'immobilised' });
  if (stirs && melee && unit.retreat !== 'ready') return refuse('E_RESTRICTED_MOVE', { unit: ref(unit.id) });
  if (displaced) {
    if (!inBounds(state, to)) return refuse('E_OUT_OF_BOUNDS', { pos: placeName({ pos: to }) });
    const most = moveReach(state, unit, type);
    const distance = Math.abs(to - from);
    if (distance > most)
      return refuse('E_TOO_FAR', { type: typeNames[type], max: `${most} m`, wanted: `${distance} m` });
    if (melee && Math.abs(to - melee.center) <= melee.radius)
      return refuse('E_RETREAT_TOO_SHORT', { distance, radius: melee.radius });
  }
  const wanted = order.join;
  const joins =
    wanted === undefined
      ? ok(undefined)
      : joinable(
          state,
          state.skirmishes.find(({ id, center }) => (wanted === true ? center === to : id === wanted)),
          company(state, unit),
          to,
        );
  if (!joins.ok) return joins;
  return ok({
    unit,
    type,
    from: { pos: from },
    to: { pos: to },
    path: pathOf(from, to),
    joins: joins.value,
    retreating: displaced ? melee?.id : undefined,
    altitude: order.altitude,
  });
};

/** The checks of `move` in the rulebook's order; what it gives may still be blocked in Standard. */
export const planMove = (state: State, unit: Unit, order: MoveOrder): Result<Movement, Refusal<Code>> => {
  const may = mayMoveAtAll(state, unit, order.type);
  if (!may.ok) return may;
  return state.settings.mode === 'simplified' ? planSimplified(state, unit, order) : planStandard(state, unit, order);
};

/** How a movement ends early: at a point, or in a skirmish. */
export interface Stopped {
  readonly by: readonly string[];
  readonly at: number;
  readonly skirmish?: string | undefined;
}

/** SW-MOVE-1, SW-MOVE-2, SW-BLOCK-3, -4. The movement as it is made. */
export const makeMove = (draft: Draft, movement: Movement, stopped?: Stopped): void => {
  const { unit, type, from } = movement;
  const to = stopped ? { pos: stopped.at } : movement.to;
  const units = company(draft.now(), unit);
  const riding = isMount(unit) ? unit : unitOf(draft.now(), unit.mountedOn ?? '');
  draft.emit({
    type: 'moved',
    unit: unit.id,
    units: units.map(({ id }) => id),
    moveType: type,
    from,
    to,
    ...(from.pos !== undefined && to.pos !== undefined && { distance: Math.abs(to.pos - from.pos) }),
    ...(movement.altitude !== undefined && { altitude: movement.altitude }),
    blockedBy: [...(stopped?.by ?? [])],
    retreated: unit.retreat === 'ready' && !samePlace(from, to),
  });
  const passengers = [...units, ...(riding ? [riding] : [])]
    .flatMap((each) => each.passengers)
    .filter((id, n, all) => all.indexOf(id) === n && unitOf(draft.now(), id));
  if (passengers.length > 0 && !samePlace(from, to))
    draft.emit({
      type: 'relocated',
      why: 'together',
      places: passengers.map((id) => ({ unit: id, ...placeOf(to) })),
    });
  if (stopped?.skirmish !== undefined) join(draft, stopped.skirmish, [theUnit(draft.now(), unit.id)], 'blocked');
  else if (movement.joins && !stopped) join(draft, movement.joins.id, [theUnit(draft.now(), unit.id)], 'declared');
  lapseOffers(draft);
};
