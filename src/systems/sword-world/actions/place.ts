import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { nameKey } from '../../../core/text.ts';
import { oneOf } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { type Checked, called, placeCalled, speaksFor } from '../checks.ts';
import type { Place, State, Unit } from '../model.ts';
import {
  beginWhenPlaced,
  isPlaced,
  place as placeUnits,
  sidePlaced,
  unplaced,
  unplacedWord,
  usualPlacement,
  usualPos,
} from '../placement.ts';
import { sides } from '../sheet.ts';
import { ofSide, otherSide } from '../units.ts';

/** `Wolf: front; Tess: rear`, `all: front`, `Wolf: -3`. */
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
    context.addIssue({ code: 'custom', message: 'places are written like Wolf: front; Tess: rear' });
    return z.NEVER;
  })
  .meta({ description: 'Wolf: front; Tess: rear (Standard: Wolf: -3), or all: front, or unplaced allies: front' });

/**
 * Those who are called so: one unit, `all` (of that side, where one is placed), or those of a side who stand nowhere yet. Whom the
 * giver must not know of is meant by no word for many.
 */
const meant = (
  state: State,
  who: string,
  side: Side | undefined,
  unseen: readonly string[],
): Checked<readonly Unit[]> => {
  const seen = (units: readonly Unit[]) => ok(units.filter(({ id }) => !unseen.includes(id)));
  const word = nameKey(who);
  if (word === 'all') return seen(side === undefined ? state.units : ofSide(state, side));
  const group = sides.find((each) => word === unplacedWord(each));
  if (group !== undefined) return seen(unplaced(state, group));
  const unit = called(state, who);
  return unit.ok ? ok([unit.value]) : unit;
};

/** SW-PLACE-1..7. */
export const place = order({
  summary: 'Place the units of a side before the first round',
  role: 'player',
  params: z.strictObject({ placement, side: oneOf('The side that is placed', sides).optional() }),
  // SW-PLACE-6: the GM fixes the coordinates of the Standard line.
  granted: ({ placement }) => (/[:=]\s*[-−]?\d/.test(String(placement ?? '')) ? ['placement'] : []),
  offers: {
    placement: (state) => {
      const side = nextSide(state.winner, (each) => sidePlaced(state, each));
      const usual = usualPlacement(state, state.settings.mode === 'simplified' ? side : undefined);
      return [usual, ...(state.settings.mode === 'simplified' ? ['all: front', 'all: rear'] : [])]
        .filter((each) => each !== '')
        .map((value) => ({ value, label: value }));
    },
  },
  resolve: (draft, call, { placement: wanted, side: named }) => {
    const state = draft.now();
    if (state.stage !== 'placement') return refuse('E_NOT_NOW', { why: 'nobody is being placed' });
    const simplified = state.settings.mode === 'simplified';
    const side = named ?? nextSide(state.winner, (each) => sidePlaced(state, each));
    const places = new Map<string, Place>();
    const unseen = call.unseenBy?.(call.actor) ?? [];
    for (const { who, where } of wanted) {
      const chosen = meant(state, who, simplified || named ? side : undefined, unseen);
      if (!chosen.ok) return chosen;
      for (const each of chosen.value) {
        const at = placeCalled(state, where, each.side);
        if (!at.ok) return at;
        places.set(each.id, at.value);
      }
    }
    const own = simplified ? ofSide(state, side) : state.units;
    const left = own.filter((each) => !isPlaced(each) && !places.has(each.id));
    if (left.every(({ id }) => unseen.includes(id)))
      for (const each of left) places.set(each.id, unseenPlace(state, each, places));
    const touched = state.units.filter(({ id }) => places.has(id));
    const seen = touched.filter(({ id }) => !unseen.includes(id));
    const foreign = seen.find((unit) => unit.side === undefined || !speaksFor(state, call, unit.side));
    if (foreign) return refuse('E_NOT_YOURS', { unit: ref(foreign.id) });
    if (simplified && !speaksFor(state, call, side)) return refuse('E_NOT_YOURS', { unit: ref(call.actor) });
    const astray = simplified ? touched.find((unit) => unit.side !== side) : undefined;
    if (astray)
      return refuse('E_NOT_NOW', { why: say`${ref(astray.id)} belongs to the other side, which is placed separately` });
    const restricted = placeUnits(draft, side, places);
    if (!restricted.ok) return restricted;
    beginWhenPlaced(draft, restricted.value);
    return done;
  },
});

type Side = (typeof sides)[number];

/** Whom the giver must not know of stands where it goes by itself: in front where anybody does, else with the others. */
const unseenPlace = (state: State, unit: Unit, places: ReadonlyMap<string, Place>): Place => {
  const others = state.units.filter(({ side }) => side === unit.side).flatMap(({ id }) => places.get(id) ?? []);
  const usual: Place = state.settings.mode === 'simplified' ? { area: 'front' } : { pos: usualPos(unit.side) };
  return others.find(({ area }) => area === 'front') ?? others[0] ?? usual;
};
/** SW-PLACE-1. The winner first. */
export const nextSide = (winner: Side | undefined, placed: (side: Side) => boolean): Side => {
  const first = winner ?? 'allies';
  return placed(first) ? otherSide(first) : first;
};
