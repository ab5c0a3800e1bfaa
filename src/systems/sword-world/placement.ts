import { z } from 'zod';
import { joined, normalizeName, ok, phrase, ref, refuse, say } from '../../core/message.ts';
import type { RulesetLayout } from '../../rules/content.ts';
import { line, step } from '../../rules/event.ts';
import { type Caller, standingOrderForMove } from '../../rules/expected-action.ts';
import { doneVerdict, oneOfParam } from '../../rules/verb.ts';
import { areaNames, enemyRearguard, isInBounds, placeName } from './battlefield.ts';
import { mayDecideForSide, parsePlace, requireCombatant } from './checks.ts';
import { otherSide, placeOf, unitsOfSide } from './relations.ts';
import { advancePhase, startRound } from './rounds.ts';
import { type Side, sides } from './sheet.ts';
import {
  type CheckResult,
  type Draft,
  event,
  gmOrder,
  order,
  type Place,
  placeShape,
  query,
  type State,
  type Unit,
  unitOrThingId,
} from './state.ts';
import { capitalize, sideWithArticle } from './text.ts';
import { find, moveUnits } from './units.ts';
import { describeVisible, visibleIds } from './visibility.ts';

export const placed = event(
  'placed',
  { places: z.array(z.strictObject({ unit: unitOrThingId, ...placeShape })) },
  {
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
          seen.map((each) => say`${ref(each.unit)}: ${placeName(each)}`),
          '; ',
        )}.`,
      );
    },
  },
);

/** A side with an empty Frontline is overrun, so that its units move into the Frontline. SW-PLACE-4. */
export const unitsOverrun = event(
  'overran',
  { side: z.enum(sides), units: z.array(unitOrThingId) },
  {
    apply: (state, { units }) => moveUnits(state, units, () => ({ area: 'front' })),
    narrate: ({ units }, moment) => {
      const who = describeVisible(moment, units);
      if (who === undefined) return undefined;
      const are = visibleIds(moment, units).length > 1 ? 'are' : 'is';
      return line(say`No one held the line: ${who} ${are} overrun and moved into the ${areaNames.front}.`, 'plain', [
        [step('SW-PLACE-4', 'moved to the Frontline')],
      ]);
    },
  },
);

export const placementStandingOrderKind = standingOrderForMove(
  'must place the units of its side',
  'place everyone in the Frontline, except units that fight just as well from the Rearguard',
);

type Placement = ReadonlyMap<string, Place>;

/** True if the place is on the field. */
const isPlaced = ({ area, pos }: Place): boolean => area !== undefined || pos !== undefined;

export const isSidePlaced = (state: State, side: Side): boolean => unitsOfSide(state, side).every(isPlaced);

/** Adds the mount, rider and passengers of each placed unit. */
const withMounts = (state: State, placement: Placement): Placement => {
  const all = new Map(placement);
  for (const [id, place] of placement) {
    const unit = find(state, id);
    for (const other of [unit?.mountedOn, unit?.rider])
      if (other !== undefined && !placement.has(other)) all.set(other, place);
    for (const passenger of unit?.passengers ?? []) all.set(passenger, place);
  }
  return all;
};

/** Number of units for the placement rules. A setting makes each section count as one. SW-PLACE-3, SW-RUL-13. */
export const placementCount = (state: State, units: readonly Unit[]): number =>
  state.settings.placementCountsSections ? units.reduce((sum, { bodies }) => sum + bodies.length, 0) : units.length;

/** Checks a placement in areas, in the order of the rules. SW-PLACE-1, SW-PLACE-2, SW-PLACE-3. */
const requireSimplifiedPlacement = (state: State, side: Side, placement: Placement): CheckResult<true> => {
  const { winner } = state;
  if (winner !== undefined && side !== winner && !isSidePlaced(state, winner))
    return refuse('E_PLACEMENT_ORDER', { winner: capitalize(sideWithArticle(state, winner)) });
  const units = unitsOfSide(state, side);
  const missing = units.find((unit) => !placement.has(unit.id) && !isPlaced(unit));
  if (missing) return refuse('E_PLACEMENT_MISSING', { unit: ref(missing.id) });
  const areaOf = (unit: Unit) => placement.get(unit.id)?.area ?? unit.area;
  const stray = units.find((unit) => areaOf(unit) === undefined || areaOf(unit) === enemyRearguard(side));
  if (stray) return refuse('E_PLACEMENT_AREA', { unit: ref(stray.id) });
  const ahead = units.filter((unit) => areaOf(unit) === 'front');
  const [n, have] = [placementCount(state, units), placementCount(state, ahead)];
  const need = Math.ceil(n / 2);
  const isSplit = ahead.length > 0 && ahead.length < units.length;
  return isSplit && have < need ? refuse('E_PLACEMENT_FRONT_TOO_FEW', { need, n, have }) : ok(true);
};

/** Refuses a placement out of bounds. SW-PLACE-6, SW-PLACE-7. */
const requireStandardPlacement = (state: State, placement: Placement): CheckResult<true> => {
  const out = [...placement.values()].find(({ pos }) => pos === undefined || !isInBounds(state, pos));
  return out ? refuse('E_OUT_OF_BOUNDS', { pos: out.pos === undefined ? undefined : placeName(out) }) : ok(true);
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

/** Places units. Returns the units that are restricted in round 1 (SW-PLACE-5). */
const placeUnits = (draft: Draft, side: Side | undefined, wanted: Placement): CheckResult<readonly string[]> => {
  const state = draft.now();
  const placement = withMounts(state, wanted);
  const may =
    state.settings.mode === 'simplified'
      ? requireSimplifiedPlacement(state, side ?? 'allies', placement)
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

/** Usual distances between the sides, by situation. SW-PLACE-6. */
const openingAdvice = [
  { situation: 'Enclosed space', metres: '5 m' },
  { situation: 'Relatively large space', metres: '10 m' },
  { situation: 'Crowded space, forest', metres: '10 m' },
  { situation: 'Open space, plains', metres: '20 m' },
  { situation: 'Moving, mounted', metres: '+10 to +20 m' },
  { situation: 'Fighting a large monster', metres: '+5 to +10 m' },
] as const;

/** The default place of a side: the Frontline, or in Standard 10 m from the other side. */
const usualPlace = ({ settings }: State, side: Side | undefined): Place =>
  settings.mode === 'simplified' ? { area: 'front' } : { pos: side === 'enemies' ? 10 : 0 };

/** A word for all unplaced units of a side, because 200 names are too long for an order. */
const unplacedWord = (side: Side): string => `unplaced ${side}`;

const listUnplaced = (state: State, side: Side): readonly Unit[] =>
  unitsOfSide(state, side).filter((unit) => !isPlaced(unit));

/** The default placement as text: everyone in the Frontline, or in Standard 10 m apart. */
export const defaultPlacement = (state: State, side: Side | undefined): string =>
  sides
    .filter((each) => (side === undefined || each === side) && listUnplaced(state, each).length > 0)
    .map((each) => phrase`${unplacedWord(each)}: ${usualPlace(state, each).area ?? usualPlace(state, each).pos}`)
    .join('; ');

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
    description: 'Positions like Wolf: front; Tess: rear (Standard: Wolf: -3), all: front, or unplaced allies: front',
  });

/** Finds units by name, `all` or `unplaced allies`. Groups do not include units hidden from the caller. */
const requireNamedUnits = (
  state: State,
  who: string,
  side: Side | undefined,
  unseen: readonly string[],
): CheckResult<readonly Unit[]> => {
  const seen = (units: readonly Unit[]) => ok(units.filter(({ id }) => !unseen.includes(id)));
  const word = normalizeName(who);
  if (word === 'all') return seen(side === undefined ? state.units : unitsOfSide(state, side));
  const group = sides.find((each) => word === unplacedWord(each));
  if (group !== undefined) return seen(listUnplaced(state, group));
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

/** Places units of a side. SW-PLACE-1, SW-PLACE-2, SW-PLACE-3, SW-PLACE-4, SW-PLACE-5, SW-PLACE-6, SW-PLACE-7. */
export const place = order({
  summary: 'Place the units of a side before the first round',
  role: 'player',
  params: z.strictObject({ placement, side: oneOfParam('The side to place', sides).optional() }),
  // The GM approves coordinates, since the GM sets the field in Standard (SW-PLACE-6).
  needsApproval: ({ placement }) => (/[:=]\s*[-−]?\d/.test(String(placement ?? '')) ? ['placement'] : []),
  offers: {
    placement: (state) => {
      const side = nextSide(state);
      const usual = defaultPlacement(state, state.settings.mode === 'simplified' ? side : undefined);
      return [usual, ...(state.settings.mode === 'simplified' ? ['all: front', 'all: rear'] : [])]
        .filter((each) => each !== '')
        .map((value) => ({ value, label: value }));
    },
  },
  resolve: (draft, call, { placement: wanted, side: named }) => {
    const state = draft.now();
    if (state.stage !== 'placement') return refuse('E_NOT_NOW', { why: 'no units are being placed now' });
    const simplified = state.settings.mode === 'simplified';
    const side = named ?? chooseSideToPlace(state, call, wanted);
    const places = new Map<string, Place>();
    const unseen = call.hiddenFrom?.(call.actor) ?? [];
    for (const { who, where } of wanted) {
      const chosen = requireNamedUnits(state, who, simplified || named ? side : undefined, unseen);
      if (!chosen.ok) return chosen;
      for (const each of chosen.value) {
        const at = parsePlace(state, where, each.side);
        if (!at.ok) return at;
        places.set(each.id, at.value);
      }
    }
    const own = simplified ? unitsOfSide(state, side) : state.units;
    const left = own.filter((each) => !isPlaced(each) && !places.has(each.id));
    if (left.every(({ id }) => unseen.includes(id)))
      for (const each of left) places.set(each.id, unseenPlace(state, each, places));
    const touched = state.units.filter(({ id }) => places.has(id));
    const seen = touched.filter(({ id }) => !unseen.includes(id));
    const foreign = seen.find((unit) => unit.side === undefined || !mayDecideForSide(state, call, unit.side));
    if (foreign) return refuse('E_NOT_YOURS', { unit: ref(foreign.id) });
    if (simplified && !mayDecideForSide(state, call, side)) return refuse('E_NOT_YOURS', { unit: ref(call.actor) });
    const astray = simplified ? touched.find((unit) => unit.side !== side) : undefined;
    if (astray)
      return refuse('E_NOT_NOW', { why: say`${ref(astray.id)} belongs to the other side, which is placed separately` });
    const restricted = placeUnits(draft, side, places);
    if (!restricted.ok) return restricted;
    beginWhenPlaced(draft, restricted.value);
    return doneVerdict;
  },
});

/** Places all unplaced units at their default places; the side that won initiative is first. SW-PLACE-8. */
export const deploy = gmOrder({
  summary: 'Place both sides for the players: everyone in the Frontline, or 10 m apart in Standard combat',
  params: z.strictObject({}),
  resolve: (draft) => {
    if (draft.now().stage !== 'placement')
      return refuse('E_NOT_NOW', { why: 'sides can be placed only between the initiative roll and round 1' });
    const first = draft.now().winner ?? 'allies';
    let restricted: readonly string[] = [];
    for (const side of [first, otherSide(first)]) {
      const left = listUnplaced(draft.now(), side);
      if (left.length === 0) continue;
      const placedNow = placeUnits(draft, side, new Map(left.map(({ id }) => [id, usualPlace(draft.now(), side)])));
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
  return others.find(({ area }) => area === 'front') ?? others[0] ?? usualPlace(state, unit.side);
};

/** The side that must place next. The side that won initiative is first. SW-PLACE-1. */
export const nextSide = (state: State): Side => {
  const first = state.winner ?? 'allies';
  return isSidePlaced(state, first) ? otherSide(first) : first;
};

/** Shows usual distances between the sides, as advice only. SW-PLACE-6. */
export const openingDistanceQuery = query({
  summary: 'Show how far apart the parties usually start in Standard combat',
  params: z.strictObject({}),
  answer: () =>
    ok({
      title: 'Opening distance',
      lines: [
        ...openingAdvice.map(({ situation, metres }) =>
          line(say`${situation}: ${metres}.`, 'plain', [[step('SW-PLACE-6', metres)]]),
        ),
        line('Vanguards start 1–2 m from the enemy, the others 3–5 m behind the front.'),
      ],
    }),
});

/** Saves all positions, each as a correction by the GM. SW-PLACE-8. */
export const layout: RulesetLayout<State> = {
  placeField: 'place',
  places: ({ units }) =>
    units.flatMap(({ id, area, pos, altitude }) =>
      area === undefined && pos === undefined
        ? []
        : [
            { who: id, field: 'place', value: placeName({ area, pos } as Place) },
            ...(altitude > 0 ? [{ who: id, field: 'altitude', value: String(altitude) }] : []),
          ],
    ),
};
