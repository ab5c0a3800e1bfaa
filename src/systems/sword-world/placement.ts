import { z } from 'zod';
import { joined, normalizeName, ok, ref, refuse, say, term } from '../../core/message.ts';
import type { RulesetLayout } from '../../rules/content.ts';
import { line, step } from '../../rules/event.ts';
import { type Caller, standingOrderForMove } from '../../rules/expected-action.ts';
import { createOffer, doneVerdict, oneOfParam } from '../../rules/verb.ts';
import { enemyRearguard, isInBounds, ownRearguard, placeName, placeText } from './battlefield.ts';
import { createOffers, mayDecideForSide, parsePlace, requireCombatant } from './checks.ts';
import { hasFeat } from './feats.ts';
import { attacksOf } from './natural-attacks.ts';
import { otherSide, placeOf, unitsOfSide } from './relations.ts';
import { advancePhase, startRound } from './rounds.ts';
import { type Side, sides } from './sheet.ts';
import {
  type CheckResult,
  type Draft,
  event,
  gmOrder,
  type Offers,
  order,
  type Place,
  placeShape,
  type State,
  type Unit,
  unitOrThingId,
} from './state.ts';
import { find, moveUnits, withoutUnits } from './units.ts';
import { describeVisible, visibleIds } from './visibility.ts';

export const placed = event('placed', {
  facts: { places: z.array(z.strictObject({ unit: unitOrThingId, ...placeShape })) },
  apply: (state, { places }) =>
    places.reduce(
      (next, { unit, area, pos }) => moveUnits(next, [unit], () => (area === undefined ? { pos } : { area })),
      state,
    ),
  narrate: ({ places }, { reader }) => {
    const seen = places.filter(({ unit }) => reader.canSee(unit));
    if (seen.length === 0) return undefined;
    return line(
      say`${joined(
        seen.map((each) => say`${ref(each.unit)}: ${placeText(each)}`),
        '; ',
      )}.`,
    );
  },
});

/** A side with an empty Frontline is overrun, so that its units move into the Frontline. SW-PLACE-4. */
export const unitsOverrun = event('overran', {
  facts: { side: z.enum(sides), units: z.array(unitOrThingId) },
  apply: (state, { units }) => moveUnits(state, units, () => ({ area: 'front' })),
  narrate: ({ units }, moment) => {
    const who = describeVisible(moment, units);
    if (who === undefined) return undefined;
    const text =
      visibleIds(moment, units).length > 1
        ? say`No one held the line: ${who} are overrun and move into the Frontline.`
        : say`No one held the line: ${who} is overrun and moves into the Frontline.`;
    return line(text, 'plain', [[step('SW-PLACE-4', 'moved to the Frontline')]]);
  },
});

export const placementStandingOrderKind = standingOrderForMove(
  'must choose where it starts',
  'place fighters in the Frontline, and units that fight as well from the Rearguard there',
);

type Placement = ReadonlyMap<string, Place>;

/** True if the place is on the field. */
const isPlaced = ({ area, pos }: Place): boolean => area !== undefined || pos !== undefined;

export const isSidePlaced = (state: State, side: Side): boolean => unitsOfSide(state, side).every(isPlaced);

/** Adds the mount, rider and passengers of each placed unit. The one placed last decides for all of them. */
const withMounts = (state: State, placement: Placement): Placement => {
  const all = new Map<string, Place>();
  for (const [id, place] of placement) {
    const mount = state.units.find((each) => each.rider === id || each.passengers.includes(id)) ?? find(state, id);
    for (const each of [id, mount?.id, mount?.rider, ...(mount?.passengers ?? [])])
      if (each !== undefined) all.set(each, place);
  }
  return all;
};

/** Number of units for the placement rules. A setting makes each section count as one. SW-PLACE-3, SW-RUL-13. */
export const placementCount = (state: State, units: readonly Unit[]): number =>
  state.settings.placementCountsSections ? units.reduce((sum, { bodies }) => sum + bodies.length, 0) : units.length;

/** Checks areas in the order of the rules; units left out may start anywhere. SW-PLACE-1, SW-PLACE-2, SW-PLACE-3. */
const requireSimplifiedPlacement = (
  state: State,
  side: Side,
  placement: Placement,
  isNeeded: (unit: Unit) => boolean = () => false,
): CheckResult<true> => {
  const { winner } = state;
  if (winner !== undefined && side !== winner && !isSidePlaced(state, winner))
    return refuse('E_PLACEMENT_ORDER', { winner: term(winner) });
  const units = unitsOfSide(state, side);
  const left = units.filter((unit) => !placement.has(unit.id) && !isPlaced(unit));
  const missing = left.find(isNeeded);
  if (missing) return refuse('E_PLACEMENT_MISSING', { unit: ref(missing.id) });
  const areaOf = (unit: Unit) => placement.get(unit.id)?.area ?? unit.area;
  const chosen = units.filter((unit) => !left.includes(unit));
  const stray = chosen.find((unit) => areaOf(unit) === undefined || areaOf(unit) === enemyRearguard(side));
  if (stray) return refuse('E_PLACEMENT_AREA', { unit: ref(stray.id) });
  const ahead = chosen.filter((unit) => areaOf(unit) === 'front');
  const [n, have] = [placementCount(state, units), placementCount(state, [...ahead, ...left])];
  const need = Math.ceil(n / 2);
  const isSplit = ahead.length > 0 && ahead.length < chosen.length;
  return isSplit && have < need ? refuse('E_PLACEMENT_FRONT_TOO_FEW', { need, n, have }) : ok(true);
};

/** Refuses a placement out of bounds. SW-PLACE-6, SW-PLACE-7. */
const requireStandardPlacement = (state: State, placement: Placement): CheckResult<true> => {
  const out = [...placement.values()].find(({ pos }) => pos === undefined || !isInBounds(state, pos));
  return out ? refuse('E_OUT_OF_BOUNDS', { pos: out.pos === undefined ? undefined : placeText(out) }) : ok(true);
};

/** Frontline units of the side that won initiative; they are restricted in round 1. SW-STD-5, SW-RUL-11, SW-RUL-12. */
export const restrictedUnits = (state: State, moved: readonly string[]): readonly string[] => {
  if (state.settings.mode === 'standard' || state.winner === undefined) return [];
  const { forcedAdvanceRestricts } = state.settings;
  return unitsOfSide(state, state.winner)
    .filter(({ id, area }) => area === 'front' && (forcedAdvanceRestricts || !moved.includes(id)))
    .map(({ id }) => id);
};

/** The side that must move into the Frontline it left empty. Undefined if neither must. SW-PLACE-4, SW-RUL-10. */
const overrunSide = (state: State): Side | undefined => {
  const { forcedAdvance, mode } = state.settings;
  if (mode === 'standard' || forcedAdvance === 'none') return undefined;
  const ahead = (side: Side) => unitsOfSide(state, side).some(({ area }) => area === 'front');
  const back = sides.find((side) => !ahead(side) && ahead(otherSide(side)) && unitsOfSide(state, side).length > 0);
  return forcedAdvance === 'loserOnly' && back === state.winner ? undefined : back;
};

/** Places units. Returns the units that are restricted in round 1 (SW-PLACE-5). `isNeeded`: may not be left out. */
const placeUnits = (
  draft: Draft,
  side: Side,
  wanted: Placement,
  isNeeded?: (unit: Unit) => boolean,
): CheckResult<readonly string[]> => {
  const state = draft.now();
  const placement = withMounts(state, wanted);
  const may =
    state.settings.mode === 'simplified'
      ? requireSimplifiedPlacement(state, side, placement, isNeeded)
      : requireStandardPlacement(state, placement);
  if (!may.ok) return may;
  draft.emit(placed({ places: [...placement].map(([unit, at]) => ({ unit, ...placeOf(at) })) }));
  if (!sides.every((each) => isSidePlaced(draft.now(), each))) return ok(restrictedUnits(draft.now(), []));
  const overrun = overrunSide(draft.now());
  const moved = overrun === undefined ? [] : unitsOfSide(draft.now(), overrun).map(({ id }) => id);
  if (overrun !== undefined) draft.emit(unitsOverrun({ side: overrun, units: moved }));
  return ok(restrictedUnits(draft.now(), moved));
};

/** Begins round 1 after both sides are placed. A side without able units is skipped (SW-ROUND-9). */
const beginWhenPlaced = (draft: Draft, restricted: readonly string[]): void => {
  if (!sides.every((side) => isSidePlaced(draft.now(), side))) return;
  startRound(draft, 1, restricted);
  advancePhase(draft);
};

/** True if the Rearguard suits the unit: single-target spells, or shots without misfire. SW-RANGE-5, SW-MISFIRE-1. */
const fightsFromBehind = ({ settings }: State, unit: Unit): boolean => {
  const far = (range: unknown): boolean => typeof range === 'number' && range >= settings.areaDistance;
  const { spells } = unit.sheet;
  const casts = spells.some(
    ({ range, damage, shape }) =>
      damage !== undefined && far(range) && (shape === 'target' || (shape === 'shot' && hasFeat(unit, 'Guided Magic'))),
  );
  const heals = spells.some(({ range, recovery }) => recovery !== undefined && far(range));
  const precise = hasFeat(unit, 'Precise Shot');
  const shoots =
    unit.weapons.some(
      ({ id, modes, range }) => unit.held.includes(id) && far(range) && modes.every((mode) => mode !== 'melee'),
    ) || unit.bodies.flatMap(attacksOf).some(({ range }) => far(range));
  return casts || heals || (precise && shoots);
};

/** Unplaced units that start in the Rearguard by default, if enough others are in front. SW-PLACE-3, SW-PLACE-8. */
const rearUnits = (state: State, side: Side): readonly Unit[] => {
  const units = unitsOfSide(state, side);
  const left = listUnplaced(state, side);
  const suited = left.filter(
    (unit) => unit.mountedOn === undefined && unit.rider === undefined && fightsFromBehind(state, unit),
  );
  const isLegal = (behind: readonly Unit[]): boolean => {
    const ahead = units.filter((unit) => !behind.includes(unit) && (!isPlaced(unit) || unit.area === 'front'));
    return ahead.length > 0 && placementCount(state, ahead) >= Math.ceil(placementCount(state, units) / 2);
  };
  if (state.settings.mode === 'standard') return suited;
  // If too many are in the Rearguard already, all must start there.
  return [...suited.map((_, kept) => suited.slice(0, suited.length - kept)), []].find(isLegal) ?? left;
};

/** The units hidden from a player of another unit. */
const hiddenUnits = ({ now, hiddenFrom }: Draft): readonly string[] => now().units.flatMap(({ id }) => hiddenFrom(id));

/** Rear units of a side without its hidden units, so that no visible place reveals those. SW-PLACE-8. */
const visibleRearUnits = (draft: Draft, side: Side): readonly Unit[] =>
  rearUnits(withoutUnits(draft.now(), hiddenUnits(draft)), side);

/** The default place of a unit: the Frontline or Rearguard; in Standard 10 m from the enemy, or 15. */
const usualPlace = (state: State, { id, side }: Unit, rear: readonly Unit[]): Place => {
  const behind = side !== undefined && rear.some((each) => each.id === id);
  if (state.settings.mode === 'simplified') return { area: behind ? ownRearguard(side) : 'front' };
  const [pos, back] = side === 'enemies' ? [10, 15] : [0, -5];
  return { pos: behind && isInBounds(state, back) ? back : pos };
};

/** What `usual` means as a place, for a button. */
export const usualPlacesLabel = 'Fighters in front, archers and casters in the rear';

/** A word for all unplaced units of a side, because 200 names are too long for an order. */
const unplacedWord = (side: Side): string => `unplaced ${side}`;

export const listUnplaced = (state: State, side: Side): readonly Unit[] =>
  unitsOfSide(state, side).filter((unit) => !isPlaced(unit));

/** The default placement as text: every unplaced unit at its usual place. */
export const defaultPlacement = (state: State, only?: Side): string =>
  sides
    .filter((side) => (only ?? side) === side && listUnplaced(state, side).length > 0)
    .map((side) => `${unplacedWord(side)}: usual`)
    .join('; ');

/** Matches names that the text of a placement order cannot contain. */
const unwritable = /[:=;\n]/;

/** True if the caller may place the unit: the GM, its player, or the only player of its side. SW-PLACE-9. */
const mayPlace = (state: State, call: Caller, { id, side }: Unit): boolean =>
  call.gm ||
  call.controls.includes(id) ||
  (side !== undefined &&
    mayDecideForSide(state, call, side) &&
    !unitsOfSide(state, side).some((each) => call.others?.includes(each.id)));

/** True if `all` and `unplaced allies` mean the unit, too. In areas they mean no unit of another player. SW-PLACE-9. */
const isInGroup = (state: State, call: Caller, unit: Unit): boolean =>
  mayPlace(state, call, unit) &&
  (state.settings.mode === 'standard' || unit.id === call.actor || !call.others?.includes(unit.id));

/** Offers the usual places, and these with one of the caller’s units in the other area, where legal. SW-PLACE-3. */
const offerPlaces = (state: State, call: Caller, side: Side): Offers => {
  const rear = rearUnits(state, side);
  const units = listUnplaced(state, side).filter((each) => isInGroup(state, call, each));
  const usual = units.map((each): readonly [string, Place] => [each.id, usualPlace(state, each, rear)]);
  const one = usual.flatMap(([id, { area }]) => {
    const to = area === 'front' ? 'rear' : 'front';
    const place = { area: to === 'front' ? to : ownRearguard(side) };
    const isLegal = requireSimplifiedPlacement(state, side, withMounts(state, new Map([...usual, [id, place]]))).ok;
    const value = `${unplacedWord(side)}: usual; ${id}: ${to}`;
    const label = say`${ref(id)} in the ${term(to)}`;
    return unwritable.test(id) || !isLegal
      ? []
      : [{ value, label: usual.length > 1 ? say`${label}, the others at their usual places` : label, who: id }];
  });
  const all = units.length > 1 ? createOffers(['all: front', 'all: rear']) : [];
  return [createOffer(`${unplacedWord(side)}: usual`, usualPlacesLabel), ...one, ...all];
};

/** Parses a placement: `Wolf: front; Tess: rear`, `all: front`, `Wolf: -3`. */
const placement = z
  .string()
  .min(1)
  .max(1000)
  .transform((text, context) => {
    const pairs = text
      .split(/[;\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map((each) => /^(.+?)\s*[:=]\s*(.+)$/.exec(each));
    if (pairs.length > 0 && pairs.every((pair) => pair !== null))
      return pairs.map(([, who = '', where = '']) => ({ who, where }));
    context.addIssue({ code: 'custom', message: 'write positions like Wolf: front; Tess: rear' });
    return z.NEVER;
  })
  .meta({
    description: 'Positions like Wolf: front; Tess: rear (Standard: Wolf: -3), all: front, or unplaced allies: usual',
  });

/** Finds units by name, or those of `all` and `unplaced allies` that `isIncluded` accepts. */
const requireNamedUnits = (
  state: State,
  who: string,
  side: Side | undefined,
  isIncluded: (unit: Unit) => boolean,
): CheckResult<readonly Unit[]> => {
  const word = normalizeName(who);
  if (word === 'all') return ok((side === undefined ? state.units : unitsOfSide(state, side)).filter(isIncluded));
  const group = sides.find((each) => word === unplacedWord(each));
  if (group !== undefined) return ok(listUnplaced(state, group).filter(isIncluded));
  const unit = requireCombatant(state, who);
  return unit.ok ? ok([unit.value]) : unit;
};

/** The side to place: of the named units, else the next to place, else the caller’s own. SW-PLACE-1. */
const chooseSideToPlace = (state: State, call: Caller, wanted: readonly { readonly who: string }[]): Side => {
  const called = wanted.map(({ who }) => requireCombatant(state, who));
  const theirs = new Set(called.map((unit) => (unit.ok ? unit.value.side : undefined)));
  const [only] = theirs;
  if (theirs.size === 1 && only !== undefined) return only;
  const next = nextSide(state);
  return !mayDecideForSide(state, call, next) && mayDecideForSide(state, call, otherSide(next))
    ? otherSide(next)
    : next;
};

/** Refuses others' units, the other side, and a side whose opponents have begun. SW-PLACE-1, SW-PLACE-9. */
const requireMayPlace = (state: State, call: Caller, side: Side, touched: readonly Unit[]): CheckResult<true> => {
  const unseen = call.hiddenFrom?.(call.actor) ?? [];
  const simplified = state.settings.mode === 'simplified';
  const isSeen = ({ id }: Unit) => !unseen.includes(id);
  const foreign = touched.find((unit) => isSeen(unit) && !mayPlace(state, call, unit));
  if (foreign) return refuse('E_NOT_YOURS', { unit: ref(foreign.id) });
  if (simplified && !mayDecideForSide(state, call, side)) return refuse('E_NOT_YOURS', { unit: ref(call.actor) });
  const astray = simplified ? touched.find((unit) => unit.side !== side) : undefined;
  if (astray)
    return refuse('E_NOT_NOW', { why: say`${ref(astray.id)} belongs to the other side, which is placed separately` });
  if (touched.length === 0) return refuse('E_NOT_NOW', { why: 'your units are placed; name one to place it again' });
  const follows = unitsOfSide(state, otherSide(side)).some((unit) => isPlaced(unit) && isSeen(unit));
  return simplified && follows && isSidePlaced(state, side)
    ? refuse('E_NOT_NOW', { why: 'the other side has begun to place its units' })
    : ok(true);
};

/** Places units of a side. SW-PLACE-1, SW-PLACE-2, SW-PLACE-3, SW-PLACE-4, SW-PLACE-5, SW-PLACE-6, SW-PLACE-7. */
export const place = order({
  summary: 'Place your units before the first round',
  role: 'player',
  params: z.strictObject({
    placement,
    side: oneOfParam('The side to place as a whole; default: only the named units', sides).optional(),
  }),
  // The GM approves coordinates, since the GM sets the field in Standard (SW-PLACE-6).
  needsApproval: ({ placement }) => (/[:=]\s*[-−]?\d/.test(String(placement ?? '')) ? ['placement'] : []),
  offers: {
    placement: (state, call) => {
      if (state.settings.mode === 'simplified') return offerPlaces(state, call, nextSide(state));
      const value = defaultPlacement(state);
      return value === '' ? [] : [createOffer(value, usualPlacesLabel)];
    },
  },
  resolve: (draft, call, { placement: wanted, side: named }) => {
    const state = draft.now();
    if (state.stage !== 'placement') return refuse('E_NOT_NOW', { why: 'no units are being placed now' });
    const simplified = state.settings.mode === 'simplified';
    const side = named ?? chooseSideToPlace(state, call, wanted);
    const places = new Map<string, Place>();
    const unseen = call.hiddenFrom?.(call.actor) ?? [];
    const isIncluded = (unit: Unit): boolean =>
      !unseen.includes(unit.id) && (named ? mayPlace(state, call, unit) : isInGroup(state, call, unit));
    for (const { who, where } of wanted) {
      const chosen = requireNamedUnits(state, who, simplified || named ? side : undefined, isIncluded);
      if (!chosen.ok) return chosen;
      for (const each of chosen.value) {
        const rear = each.side === undefined ? [] : visibleRearUnits(draft, each.side);
        const at = where === 'usual' ? ok(usualPlace(state, each, rear)) : parsePlace(state, where, each.side);
        if (!at.ok) return at;
        places.delete(each.id);
        places.set(each.id, at.value);
      }
    }
    const touched = state.units.filter(({ id }) => places.has(id));
    const may = requireMayPlace(state, call, side, touched);
    if (!may.ok) return may;
    // A player's order must be legal without the units that the player does not see.
    const known = simplified && !call.gm && requireSimplifiedPlacement(withoutUnits(state, unseen), side, places);
    if (known && !known.ok) return known;
    const own = simplified ? unitsOfSide(state, side) : state.units;
    const left = own.filter((each) => !isPlaced(each) && !places.has(each.id));
    const hidden = hiddenUnits(draft);
    if (left.every(({ id }) => hidden.includes(id)))
      for (const each of left) places.set(each.id, unseenPlace(state, each, places));
    const restricted = placeUnits(draft, side, places, (unit) => named !== undefined && isIncluded(unit));
    if (!restricted.ok) return restricted;
    beginWhenPlaced(draft, restricted.value);
    return doneVerdict;
  },
});

/** Places all unplaced units at their default places; the side that won initiative is first. SW-PLACE-8. */
export const deploy = gmOrder({
  summary: 'Place everyone: fighters in front, archers and casters in the rear',
  resolve: (draft) => {
    if (draft.now().stage !== 'placement')
      return refuse('E_NOT_NOW', { why: 'sides can be placed only between the initiative roll and round 1' });
    const first = draft.now().winner ?? 'allies';
    let restricted: readonly string[] = [];
    for (const side of [first, otherSide(first)]) {
      const left = listUnplaced(draft.now(), side);
      if (left.length === 0) continue;
      const rear = visibleRearUnits(draft, side);
      const places = new Map(left.map((unit) => [unit.id, usualPlace(draft.now(), unit, rear)]));
      const placedNow = placeUnits(draft, side, places);
      if (!placedNow.ok) return placedNow;
      restricted = placedNow.value;
    }
    beginWhenPlaced(draft, restricted);
    return doneVerdict;
  },
});

/** The place for a unit hidden from the caller: the Frontline if a friend is there, else a friend’s place. */
const unseenPlace = (state: State, unit: Unit, places: ReadonlyMap<string, Place>): Place => {
  const others = state.units.filter(({ side }) => side === unit.side).flatMap(({ id }) => places.get(id) ?? []);
  return others.find(({ area }) => area === 'front') ?? others[0] ?? usualPlace(state, unit, []);
};

/** The side that must place next. The side that won initiative is first. SW-PLACE-1. */
export const nextSide = (state: State): Side => {
  const first = state.winner ?? 'allies';
  return isSidePlaced(state, first) ? otherSide(first) : first;
};

/** Saves all positions, each as a correction by the GM. SW-PLACE-8. */
export const layout: RulesetLayout<State> = {
  placeField: 'place',
  places: ({ units }) =>
    units.filter(isPlaced).flatMap((unit) => {
      const place = { who: unit.id, field: 'place', value: placeName(unit) };
      return unit.altitude > 0 ? [place, { who: unit.id, field: 'altitude', value: String(unit.altitude) }] : [place];
    }),
};
