import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Draft } from './action.ts';
import { farRear, inBounds, placeName } from './field.ts';
import type { Place, State, Unit } from './model.ts';
import type { Code } from './refusals.ts';
import { advance, startRound } from './rounds.ts';
import { type Side, sides } from './sheet.ts';
import { ofSide, otherSide, placeOf, unitOf } from './units.ts';
import { capital, theSide } from './wording.ts';

export type Placement = ReadonlyMap<string, Place>;

/** Has it a place on the field? */
export const isPlaced = ({ area, pos }: Place): boolean => area !== undefined || pos !== undefined;
export const sidePlaced = (state: State, side: Side): boolean => ofSide(state, side).every(isPlaced);

/** A rider's mount and passengers are where the rider is, without being named. */
const withMounts = (state: State, placement: Placement): Placement => {
  const all = new Map(placement);
  for (const [id, place] of placement) {
    const unit = unitOf(state, id);
    for (const other of [unit?.mountedOn, unit?.rider, ...(unit?.passengers ?? [])])
      if (other !== undefined && !placement.has(other)) all.set(other, place);
  }
  return all;
};

/** SW-PLACE-3, SW-RUL-13. How many a unit counts for when a side is placed. */
const countOf = (state: State, units: readonly Unit[]): number =>
  state.settings.placementCountsSections ? units.reduce((sum, { bodies }) => sum + bodies.length, 0) : units.length;

/** SW-PLACE-1..3, in order. */
const maySimplified = (state: State, side: Side, placement: Placement): Result<true, Refusal<Code>> => {
  const { winner } = state;
  if (winner !== undefined && side !== winner && !sidePlaced(state, winner))
    return refuse('E_PLACEMENT_ORDER', { winner: capital(theSide(state, winner)) });
  const units = ofSide(state, side);
  const missing = units.find((unit) => !placement.has(unit.id) && !isPlaced(unit));
  if (missing) return refuse('E_PLACEMENT_MISSING', { unit: ref(missing.id) });
  const areaOf = (unit: Unit) => placement.get(unit.id)?.area ?? unit.area;
  const stray = units.find((unit) => areaOf(unit) === undefined || areaOf(unit) === farRear(side));
  if (stray) return refuse('E_PLACEMENT_AREA', { unit: ref(stray.id) });
  const ahead = units.filter((unit) => areaOf(unit) === 'front');
  const [n, have] = [countOf(state, units), countOf(state, ahead)];
  const need = Math.ceil(n / 2);
  const isSplit = ahead.length > 0 && ahead.length < units.length;
  return isSplit && have < need ? refuse('E_PLACEMENT_FRONT_TOO_FEW', { need, n, have }) : ok(true);
};

/** SW-PLACE-6, SW-PLACE-7. */
const mayStandard = (state: State, placement: Placement): Result<true, Refusal<Code>> => {
  const out = [...placement.values()].find(({ pos }) => pos === undefined || !inBounds(state, pos));
  return out ? refuse('E_OUT_OF_BOUNDS', { pos: out.pos === undefined ? 'That' : placeName(out) }) : ok(true);
};

/** SW-PLACE-5. Winners in the Frontline. */
export const restrictedUnits = (state: State, moved: readonly string[]): readonly string[] => {
  if (state.settings.mode === 'standard' || state.winner === undefined) return [];
  const { forcedAdvanceRestricts } = state.settings;
  return ofSide(state, state.winner)
    .filter(({ id, area }) => area === 'front' && (forcedAdvanceRestricts || !moved.includes(id)))
    .map(({ id }) => id);
};

/** SW-PLACE-4, SW-RUL-10. The side that is overrun, if one is. */
const overrunSide = (state: State): Side | undefined => {
  const { forcedAdvance, mode } = state.settings;
  if (mode === 'standard' || forcedAdvance === 'none') return undefined;
  const ahead = (side: Side) => ofSide(state, side).some(({ area }) => area === 'front');
  const back = sides.find((side) => !ahead(side) && ahead(otherSide(side)) && ofSide(state, side).length > 0);
  return forcedAdvance === 'loserOnly' && back === state.winner ? undefined : back;
};

/** Places units of a side (in Standard of any); once both sides stand, gives those who are under SW-PLACE-5. */
export const place = (
  draft: Draft,
  side: Side | undefined,
  wanted: Placement,
): Result<readonly string[], Refusal<Code>> => {
  const state = draft.now();
  const placement = withMounts(state, wanted);
  const may =
    state.settings.mode === 'simplified'
      ? maySimplified(state, side ?? 'allies', placement)
      : mayStandard(state, placement);
  if (!may.ok) return may;
  draft.emit({
    type: 'placed',
    places: [...placement].map(([unit, at]) => ({ unit, ...placeOf(at) })),
  });
  if (!sides.every((each) => sidePlaced(draft.now(), each))) return ok(restrictedUnits(draft.now(), []));
  const overrun = overrunSide(draft.now());
  const moved = overrun === undefined ? [] : ofSide(draft.now(), overrun).map(({ id }) => id);
  if (overrun !== undefined) draft.emit({ type: 'overran', side: overrun, units: moved });
  return ok(restrictedUnits(draft.now(), moved));
};

/** Round 1 begins when everybody stands somewhere; SW-ROUND-9: a side of which nobody can be ordered is passed over. */
export const beginWhenPlaced = (draft: Draft, restricted: readonly string[]): void => {
  if (!sides.every((side) => sidePlaced(draft.now(), side))) return;
  startRound(draft, 1, restricted);
  advance(draft);
};

/** SW-PLACE-6. Metres between the parties, as the rulebook advises. */
export const openingAdvice = [
  { situation: 'Enclosed space', metres: '5 m' },
  { situation: 'Relatively large space', metres: '10 m' },
  { situation: 'Crowded space, forest', metres: '10 m' },
  { situation: 'Open space, plains', metres: '20 m' },
  { situation: 'Moving, mounted', metres: '+10 to +20 m' },
  { situation: 'Fighting a large monster', metres: '+5 to +10 m' },
] as const;
const usualDistance = 10;

/** Where the absent of a side would stand on the line, in metres. */
export const usualPos = (side: Side | undefined): number => (side === 'enemies' ? usualDistance : 0);

/** Those of a side who stand nowhere yet, in one phrase: with two hundred of them a list would be longer than an order may be. */
export const unplacedWord = (side: Side): string => `unplaced ${side}`;

export const unplaced = (state: State, side: Side): readonly Unit[] =>
  ofSide(state, side).filter((unit) => !isPlaced(unit));

/** What the absent would do: everyone to the Frontline; in Standard the vanguards an open space apart. */
export const usualPlacement = (state: State, side: Side | undefined): string =>
  sides
    .filter((each) => (side === undefined || each === side) && unplaced(state, each).length > 0)
    .map((each) => `${unplacedWord(each)}: ${state.settings.mode === 'simplified' ? 'front' : usualPos(each)}`)
    .join('; ');
