import { z } from 'zod';
import { joined, say, type Text } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { type EventContext, hiddenPartLabel, type SumRow, step } from '../../rules/event.ts';
import { isMeleeArea } from './battlefield.ts';
import { pickIndex } from './dice.ts';
import { hasFeat } from './feats.ts';
import { isSameSkirmish } from './range.ts';
import { skirmishAround } from './relations.ts';
import { type State, type Unit, unitOrThingId } from './state.ts';
import { livingBodies, type UnitWithBody } from './units.ts';
import { canReaderSee, maskedName, visibleName } from './visibility.ts';

export const lotDrawSchema = z.strictObject({
  candidates: z.array(unitOrThingId),
  dice: z.array(z.int()),
  target: unitOrThingId,
});
export type LotDraw = z.output<typeof lotDrawSchema>;

/** Who a lot was drawn among, and the dice that drew. */
export const describeLots = (
  candidates: readonly string[],
  fallen: readonly number[],
  moment: EventContext<State>,
): Text => {
  const among = joined(candidates.map((id) => (canReaderSee(moment, id) ? visibleName(moment, id) : hiddenPartLabel)));
  return fallen.length > 0 ? say`${among}, die ${fallen.join(', ')}` : among;
};

export const lotDrawRow = ({ candidates, dice, target }: LotDraw, moment: EventContext<State>): SumRow<Text> => [
  step('SW-MISFIRE-1', say`misfire among ${describeLots(candidates, dice, moment)} → ${maskedName(moment, target)}`),
];

type Aimed = { readonly kind: 'weapon' | 'spell'; readonly shape: 'target' | 'shot' | 'line' };

/** SW-MISFIRE-3, SW-RUL-23, SW-RUL-45. Every body at a place but the dead, in roster order. */
const bodiesAt = (state: State, there: (unit: Unit) => boolean): readonly string[] =>
  state.units
    .filter((unit) => there(unit) && !unit.statuses.includes('left'))
    .flatMap(livingBodies)
    .map(({ body }) => body.id);

/**
 * SW-MISFIRE-1, SW-MISFIRE-2, SW-MISFIRE-5, SW-RUL-22, SW-RUL-68. Who may be hit instead, the intended target included;
 * empty where nothing misfires.
 */
export const misfireCandidates = (
  state: State,
  from: Unit,
  target: UnitWithBody,
  aimed: Aimed,
  feats: readonly string[],
): readonly string[] => {
  if (aimed.shape === 'target') return [];
  if (hasFeat(feats, aimed.kind === 'weapon' ? 'Precise Shot' : 'Guided Magic')) return [];
  if (state.settings.mode === 'simplified') {
    const { area } = target.unit;
    return area === undefined || area === from.area || !isMeleeArea(state, area)
      ? []
      : bodiesAt(state, (unit) => unit.area === area);
  }
  const { pos } = target.unit;
  if (pos === undefined || skirmishAround(state, target.unit) === undefined || isSameSkirmish(state, from, target.unit))
    return [];
  const there = bodiesAt(state, (unit) => unit.pos === pos);
  return there.length > 1 ? there : [];
};

/** SW-MISFIRE-1. The name of a target, and how many may be hit in its place. */
export const withMisfireNote = (named: Text, candidates: readonly string[]): Text =>
  candidates.length === 0 ? named : say`${named} · in a melee: may hit any of ${candidates.length}`;

/** SW-MISFIRE-4. The draw, before anything else is rolled. */
export const drawMisfire = (
  state: State,
  from: Unit,
  target: UnitWithBody,
  aimed: Aimed,
  feats: readonly string[],
  dice: Dice,
): LotDraw | undefined => {
  const candidates = misfireCandidates(state, from, target, aimed, feats);
  if (candidates.length === 0) return undefined;
  const { index, fallen } = pickIndex(dice, candidates.length, 'misfire');
  return { candidates: [...candidates], dice: fallen, target: candidates[index] ?? target.body.id };
};
