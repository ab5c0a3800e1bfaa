import { z } from 'zod';
import { listing, ok, ref, refuse, say } from '../../../core/message.ts';
import { line, step } from '../../../rules/event.ts';
import {
  combatantsParam,
  doneVerdict,
  type FindParamOffers,
  flagParam,
  oneOfParam,
  wholeNumberParam,
} from '../../../rules/verb.ts';
import { makeBlock } from '../blocking/blocking.ts';
import { askBlocks } from '../blocking/questions.ts';
import { offerAllUnits, parsePlaceOrUnit, placeOffer, requireCombatants, requireCommandedUnit } from '../checks.ts';
import { canFly } from '../falling.ts';
import { areHostile, riderAndMountOf } from '../relations.ts';
import { areas } from '../sheet.ts';
import { moveTypes, query, type State } from '../state.ts';
import { placeWithArticle } from '../text.ts';
import { findCommandedInTurn, freshTurn, turnOrder } from '../turns.ts';
import { makeMove, moveReach, moveTypeNames, planMove } from './movement.ts';

/** Offers the areas or coordinates that a move of the chosen type reaches. */
const destinations: FindParamOffers<State> = (state, call, soFar) => {
  const unit = findCommandedInTurn(state, call);
  const type = moveTypes.find((each) => each === soFar.type) ?? 'normal';
  if (unit === undefined) return [];
  const instinct = call.gm;
  if (state.settings.mode === 'simplified')
    return areas
      .filter((area) => planMove(state, unit, { type, to: { area }, instinct }).ok)
      .map((area) => placeOffer({ area }));
  const here = unit.pos ?? 0;
  const metres = Array.from({ length: 121 }, (_, n) => here - 60 + n).filter(
    (pos) => pos !== here && planMove(state, unit, { type, to: { pos }, instinct }).ok,
  );
  const marks = state.units.flatMap(({ pos }) => (pos !== undefined && metres.includes(pos) ? [pos] : []));
  return [...new Set([...marks, ...metres])].map((pos) => placeOffer({ pos }));
};

/** Moves a unit. In Standard the other side may block the movement. SW-MOVE-1, SW-RETREAT-2, SW-BLOCK-1. */
export const move = turnOrder({
  summary: 'Take a Limited, Normal or Full Move',
  visibility: 'in-sight',
  params: z.strictObject({
    type: oneOfParam('The kind of move: Limited, Normal or Full', moveTypes).default('normal'),
    to: z
      .string()
      .max(40)
      .meta({ description: 'Where to move: an area, metres, or to a unit by name; default: stay in place' })
      .optional(),
    join: flagParam('Join the skirmish whose centre is at the end of the move').optional(),
    companions: combatantsParam('Friends who will move the same way this round').optional(),
    altitude: wholeNumberParam('For flyers: metres above the ground', 0, 999).optional(),
  }),
  // The GM approves heights, for which the rulebook has no rule. Landing needs no approval.
  needsApproval: ({ altitude }) => (altitude === undefined || altitude === 0 ? [] : ['altitude']),
  offers: { to: destinations, companions: offerAllUnits },
  promptFor: () => ['type', 'to'],
  *act(draft, unit, { type, to, join, companions = [], altitude }, call) {
    const goal = to === undefined ? undefined : parsePlaceOrUnit(draft.now(), call, to, unit.side);
    if (goal && !goal.ok) return goal;
    if (altitude !== undefined && !riderAndMountOf(draft.now(), unit).some(canFly))
      return refuse('E_NOT_NOW', { why: say`${ref(unit.id)} cannot fly` });
    const wanted = { type, to: goal?.value, join: join || undefined, altitude, instinct: call.gm };
    const movement = planMove(draft.now(), unit, wanted);
    if (!movement.ok) return movement;
    const friends = requireCombatants(draft.now(), companions);
    if (!friends.ok) return friends;
    const late = friends.value.find((friend) => areHostile(friend, unit) || friend.acted);
    if (late) return refuse('E_ALREADY_ACTED', { unit: ref(late.id) });
    const stopped = yield* askBlocks(draft.now(), { ...movement.value, companions: friends.value }, call);
    if (stopped) makeBlock(draft, unit, stopped);
    makeMove(draft, movement.value, stopped);
    return doneVerdict;
  },
});

const lengths = { limited: '3 m at most', normal: 'the Move Speed', full: 'three times the Move Speed' } as const;

const spans = { limited: 'stays in its area', normal: 'one area', full: 'two areas' } as const;

const simplifiedRules = { limited: 'SW-MOVE-3', normal: 'SW-MOVE-4', full: 'SW-MOVE-5' } as const;

/** Shows the distance of each type of movement. SW-MOVE-3, SW-MOVE-4, SW-MOVE-5, SW-MOVE-9. */
export const reachQuery = query({
  summary: 'Show how far each movement goes',
  params: z.strictObject({}),
  answer: (state, call) => {
    const unit = requireCommandedUnit(state, call);
    if (!unit.ok) return unit;
    const own = { ...unit.value, turn: unit.value.turn ?? freshTurn(state, unit.value) };
    const lines = moveTypes.map((type) => {
      if (state.settings.mode === 'standard')
        return line(say`${moveTypeNames[type]} Move: up to ${moveReach(state, own, type)} m.`, 'plain', [
          [step('SW-MOVE-9', lengths[type])],
        ]);
      const open = areas.filter((area) => area !== own.area && planMove(state, own, { type, to: { area } }).ok);
      const places = open.map((area) => placeWithArticle({ area }));
      const text =
        open.length > 0
          ? say`${moveTypeNames[type]} Move: to ${listing(places, 'or')}.`
          : say`${moveTypeNames[type]} Move: to no other area.`;
      return line(text, 'plain', [[step(simplifiedRules[type], spans[type])]]);
    });
    return ok({ title: say`Movement of ${ref(own.id)}`, lines });
  },
});
