import { z } from 'zod';
import { count, ref, refuse, say, type Text, term } from '../../../core/message.ts';
import { line, step } from '../../../rules/event.ts';
import { gmActor, gmCaller } from '../../../rules/expected-action.ts';
import { doneVerdict, oneOfParam } from '../../../rules/verb.ts';
import { compassDirections } from '../../../rules/view.ts';
import { altitudeDifference } from '../board.ts';
import { offersForPlacedActor, orderInTurn, requireTurningAllowed } from '../checks.ts';
import { endBrokenGuards } from '../defending-ally.ts';
import { moveRatingOf } from '../sheet.ts';
import { endLostAims } from '../stances.ts';
import {
  altitudes,
  type Combatant,
  combatantId,
  event,
  facingSchema,
  find,
  findPlaced,
  isAbleToAct,
  type PlacedCombatant,
  type State,
  update,
  updateTurn,
} from '../state.ts';
import { enterSquares, isAnySquareSeenByEnemy, offerPaths, pathParam, requirePath } from './movement.ts';
import { movementPointsLeft } from './paths.ts';

/** A combatant turns, before or after moving. A turn to its old facing does not count. SK-TURNING-2, SK-TURNING-7. */
export const turned = event('turned', {
  facts: { who: combatantId, from: facingSchema, to: facingSchema, when: z.enum(['before', 'after']) },
  apply: (state, { who, from, to, when }) =>
    updateTurn(
      update(state, who, () => ({ facing: to })),
      (scratch) =>
        when === 'after'
          ? { ...scratch, postTurned: true }
          : { ...scratch, preTurned: scratch.preTurned || from !== to },
    ),
  narrate: ({ who, to }) => line(say`${ref(who)} turns to face ${term(to)}.`, 'quiet'),
});

const facings = offersForPlacedActor((state, me) => {
  const { turn: scratch } = state;
  if (scratch?.who !== me.id) return [];
  return compassDirections
    .filter((to) => requireTurningAllowed(me, scratch, to).ok)
    .map((to) => ({ value: to, label: to }));
});

/** Turns on the spot, which provokes no attacks. SK-TURNING-1, SK-AOO-10. */
export const turn = orderInTurn({
  summary: 'Turn on the spot, before your action',
  params: z.strictObject({ facing: oneOfParam('The direction to face', compassDirections) }),
  offers: { facing: facings },
  resolve: (draft, { me, turn: scratch }, { facing }) => {
    const when = requireTurningAllowed(me, scratch, facing);
    if (!when.ok) return when;
    draft.emit(turned({ who: me.id, from: me.facing, to: facing, when: when.value }));
    endLostAims(draft, me.id);
    endBrokenGuards(draft, me.id, false);
    return doneVerdict;
  },
});

type Altitude = Combatant['altitude'];

const levelOf = (altitude: Altitude): number => altitudes.indexOf(altitude);

const describeHeightChange = (who: Text, from: Altitude, to: Altitude): Text => {
  if (to === 'ground') return say`${who} lands.`;
  if (from === 'ground') return say`${who} takes off to ${term(to)} height.`;
  return levelOf(to) > levelOf(from)
    ? say`${who} rises to ${term(to)} height.`
    : say`${who} comes down to ${term(to)} height.`;
};

/** A flyer changes height as part of its move. SK-FLY-1, SK-RUL-74. */
export const heightChanged = event('height-changed', {
  facts: { who: combatantId, from: z.enum(altitudes), to: z.enum(altitudes), cost: z.int() },
  apply: (state, { who, to, cost }) =>
    updateTurn(
      update(state, who, () => ({ altitude: to })),
      (turn) => ({
        ...turn,
        pointsSpent: turn.pointsSpent + cost,
        moved: true,
        moveFacing: turn.moveFacing ?? find(state, who)?.facing,
      }),
    ),
  narrate: ({ who, from, to, cost }) =>
    line(describeHeightChange(ref(who), from, to), 'quiet', [[step('SK-FLY-1', count(cost, 'point'))]]),
  actors: ({ who }, before) => {
    const at = find(before, who)?.at;
    return at !== undefined && isAnySquareSeenByEnemy(before, who, [at]) ? [who] : [];
  },
});

const pointsFor = ({ settings }: State, from: Altitude, to: Altitude): number =>
  altitudeDifference(from, to) * settings['fly.heightCost'];

const heights = offersForPlacedActor((state, me) =>
  state.turn?.who === me.id && !state.turn.postTurned && moveRatingOf(me.sheet).type === 'Flying'
    ? altitudes
        .filter((each) => each !== me.altitude && pointsFor(state, me.altitude, each) <= movementPointsLeft(state, me))
        .map((each) => ({ value: each, label: describeHeightChange(ref(me.id), me.altitude, each) }))
    : [],
);

/** True if the combatant can change its height now. */
export const canChangeHeight = (state: State, me: PlacedCombatant): boolean =>
  heights(state, gmCaller(gmActor, me.id), {}).length > 0;

/** Changes height and moves: rises before the move, or comes down after it. SK-FLY-1. */
export const fly = orderInTurn({
  summary: 'Take off, land or change height, and move if you like, before your action',
  visibility: 'in-sight',
  params: z.strictObject({
    altitude: oneOfParam('The height you fly to', altitudes),
    path: pathParam.optional(),
  }),
  offers: { altitude: heights, path: offerPaths },
  resolve: (draft, { me, turn }, { altitude: to, path = '' }) => {
    const facts = { actor: ref(me.id) };
    if (moveRatingOf(me.sheet).type !== 'Flying') return refuse('CANNOT_FLY', { ...facts, move: me.sheet.move });
    if (turn.postTurned) return refuse('MOVE_AFTER_TURN', facts);
    const from = me.altitude;
    if (from === to) return refuse('SAME_HEIGHT', facts);
    const rises = levelOf(to) > levelOf(from);
    const [left, up] = [movementPointsLeft(draft.now(), me), pointsFor(draft.now(), from, to)];
    const walking =
      path.trim() === '' ? undefined : requirePath(draft.now(), rises ? { ...me, altitude: to } : me, path);
    if (walking?.ok === false) return walking;
    const { path: squares, cost } = walking?.value ?? { path: [], cost: 0 };
    if (cost + up > left) return refuse('NOT_ENOUGH_MOVEMENT', { cost: cost + up, left });
    const change = () => draft.emit(heightChanged({ who: me.id, from, to, cost: up }));
    if (rises) change();
    enterSquares(draft, me.id, squares);
    if (!rises && isAbleToAct(findPlaced(draft.now(), me.id))) change();
    return doneVerdict;
  },
});
