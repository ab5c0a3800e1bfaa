import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { oneOf } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { called, placeCalled, speaksFor } from '../checks.ts';
import type { Place, State, Unit } from '../model.ts';
import { beginWhenPlaced, isPlaced, place as placeUnits, sidePlaced, usualPlacement, usualPos } from '../placement.ts';
import { sides } from '../sheet.ts';
import { decided, unfolding } from '../unfolding.ts';
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
  .meta({ description: 'Who stands where: Wolf: front; Tess: rear (Standard: Wolf: -3); all: front' });

/** SW-PLACE-1..7. */
export const place = action({
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
  resolve: (state, call, { placement: wanted, side: named }, dice) => {
    if (state.stage !== 'placement') return refuse('E_NOT_NOW', { why: 'nobody is being placed' });
    const simplified = state.settings.mode === 'simplified';
    const side = named ?? nextSide(state.winner, (each) => sidePlaced(state, each));
    const places = new Map<string, Place>();
    for (const { who, where } of wanted) {
      const all = who.toLowerCase() === 'all';
      const unit = all ? undefined : called(state, who);
      if (unit && !unit.ok) return unit;
      const chosen = unit ? [unit.value] : simplified || named ? ofSide(state, side) : state.units;
      for (const each of chosen) {
        const at = placeCalled(state, where, each.side);
        if (!at.ok) return at;
        places.set(each.id, at.value);
      }
    }
    const unseen = call.unseenBy?.(call.actor) ?? [];
    for (const each of unseen.length === 0 ? [] : ofSide(state, side))
      if (unseen.includes(each.id) && !isPlaced(each)) places.set(each.id, unseenPlace(state, each, places));
    const touched = state.units.filter(({ id }) => places.has(id));
    const foreign = touched.find((unit) => unit.side === undefined || !speaksFor(state, call, unit.side));
    if (foreign) return refuse('E_NOT_YOURS', { unit: ref(foreign.id) });
    if (simplified && !speaksFor(state, call, side)) return refuse('E_NOT_YOURS', { unit: ref(call.actor) });
    const astray = simplified ? touched.find((unit) => unit.side !== side) : undefined;
    if (astray)
      return refuse('E_NOT_NOW', { why: say`${ref(astray.id)} belongs to the other side, which is placed separately` });
    const course = unfolding(state);
    const restricted = placeUnits(course, side, places);
    if (!restricted.ok) return restricted;
    beginWhenPlaced(course, restricted.value, dice);
    return decided(course);
  },
});

type Side = (typeof sides)[number];

/** Whom the giver must not know of stands where it goes by itself: in front where anybody does, else with the others. */
const unseenPlace = (state: State, unit: Unit, places: ReadonlyMap<string, Place>): Place => {
  const others = state.units.filter(({ side }) => side === unit.side).flatMap(({ id }) => places.get(id) ?? []);
  const usual: Place = state.settings.mode === 'simplified' ? { area: 'front' } : { pos: usualPos(unit) };
  return others.find(({ area }) => area === 'front') ?? others[0] ?? usual;
};
/** SW-PLACE-1. The winner first. */
export const nextSide = (winner: Side | undefined, placed: (side: Side) => boolean): Side => {
  const first = winner ?? 'allies';
  return placed(first) ? otherSide(first) : first;
};
