import { z } from 'zod';
import { ref, refuse, say } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import { standingOrderForMove } from '../../rules/expected-action.ts';
import { formatSquare, type Square, squareParam, squareSchema, squaresInRectangle } from '../../rules/grid/square.ts';
import { combatantParam, doneVerdict, type FindParamOffers } from '../../rules/verb.ts';
import { edgeGridOf, isOnBoard, isSameSquare, isSealed } from './board/board.ts';
import {
  byGm,
  combatantOffer,
  createOffer,
  offersForCurrentPlayer,
  requireOwnTurn,
  requireOwnWarrior,
  seatsAfter,
  seatsFrom,
} from './checks.ts';
import { beginRound, currentPlayerSet, hasUnplacedWarriors, unplacedWarriors } from './rounds.ts';
import {
  type Draft,
  event,
  figuresOf,
  order,
  type PartialRuling,
  type State,
  update,
  warriorOrSeatId,
} from './state.ts';

/** DS-SCEN-3. */
export const deployed = event(
  'deployed',
  { warrior: warriorOrSeatId, at: squareSchema },
  {
    apply: (state, { warrior, at }) => update(state, warrior, (each) => ({ ...each, at })),
    narrate: ({ warrior, at }) => line(say`${ref(warrior)} is placed on ${formatSquare(at)}.`),
  },
);

/** DS-SCEN-3. The spaces where a player may still place a warrior: its zone, or anywhere for one who came late. */
export const freeSpaces = (state: State, seat: string): readonly Square[] => {
  const { board } = state;
  if (board === undefined) return [];
  const ground = edgeGridOf(board);
  const figures = figuresOf(state);
  return (state.zones[seat] ?? squaresInRectangle(0, 0, board.w - 1, board.h - 1)).filter(
    (space) =>
      isOnBoard(board, space) && !isSealed(ground, space) && !figures.some(({ at }) => isSameSquare(at, space)),
  );
};

/** The current player's warriors that still stand off the board. */
const unplaced: FindParamOffers<State> = offersForCurrentPlayer((state) =>
  unplacedWarriors(state, state.current).map(combatantOffer),
);

/** DS-CMD-3, DS-SCEN-3. */
export const deploy = order({
  summary: 'Place one of your warriors in your deployment zone',
  role: 'player',
  params: z.strictObject({
    warrior: combatantParam('Which of your warriors'),
    to: squareParam('A free space of your deployment zone'),
  }),
  offers: {
    warrior: unplaced,
    to: offersForCurrentPlayer((state) =>
      freeSpaces(state, state.current ?? '').map((space) => createOffer(formatSquare(space))),
    ),
  },
  resolve: function* (draft, call, { warrior: name, to }) {
    const state = draft.now();
    const seat = requireOwnTurn(state, call, 'deploy');
    if (!seat.ok) return seat;
    const own = requireOwnWarrior(state, seat.value, name);
    if (!own.ok) return own;
    const { id, at } = own.value;
    if (at !== undefined || own.value.removed !== undefined) return refuse('E_ALREADY_DEPLOYED', { warrior: ref(id) });
    const space = formatSquare(to);
    if (state.board === undefined || !isOnBoard(state.board, to)) return refuse('E_OUT_OF_BOARD', { space });
    const zone = state.zones[seat.value.id];
    if (zone !== undefined && !zone.some((each) => isSameSquare(each, to))) return refuse('E_NOT_IN_ZONE', { space });
    if (figuresOf(state).some((figure) => isSameSquare(figure.at, to))) return refuse('E_SPACE_OCCUPIED', { space });
    if (isSealed(edgeGridOf(state.board), to)) return refuse('E_END_SEALED', { space });
    draft.emit(deployed({ warrior: id, at: to }));
    yield* deployNext(draft, seat.value.id);
    return doneVerdict;
  },
});

/** DS-SCEN-3. The next player who has a warrior to place; after the last, round 1 begins. */
export function* deployNext(draft: Draft, after: string | undefined): PartialRuling {
  const state = draft.now();
  const seats = after === undefined ? seatsFrom(state, state.initiative) : seatsAfter(state, after);
  const next = seats.find((seat) => hasUnplacedWarriors(state, seat));
  if (next === undefined) return yield* beginRound(draft);
  if (next !== state.current) draft.emit(currentPlayerSet({ seat: next }));
}

/** The free spaces of a player, those nearest the middle of the board first. */
const foremostSpaces = (state: State, seat: string): readonly Square[] => {
  const { w = 0, h = 0 } = state.board ?? {};
  const fromMiddle = ({ x, y }: Square) => Math.max(Math.abs(2 * x - w + 1), Math.abs(2 * y - h + 1));
  return freeSpaces(state, seat).toSorted((a, b) => fromMiddle(a) - fromMiddle(b));
};

/** Whoever has a warrior to place, from this player on. */
const seatsToPlace = (state: State): readonly string[] =>
  seatsFrom(state, state.current).filter((seat) => hasUnplacedWarriors(state, seat));

/** DS-SCEN-3. Everybody who still waits is placed in turn, as far forward as the zone allows; then round 1 begins. */
export const deployRest = order({
  summary: 'Place all remaining warriors, as far forward as the zones allow',
  role: 'gm',
  params: z.strictObject({}),
  resolve: byGm(['deploy'], function* (draft, _input, before) {
    const seats = seatsToPlace(before);
    for (let turn = 0; turn < before.warriors.length; turn++)
      for (const seat of seats) {
        const [warrior] = unplacedWarriors(draft.now(), seat);
        const [at] = foremostSpaces(draft.now(), seat);
        if (warrior !== undefined && at !== undefined) draft.emit(deployed({ warrior: warrior.id, at }));
      }
    const [stuck] = seatsToPlace(draft.now());
    if (stuck !== undefined && draft.events.length === 0)
      return refuse('E_ZONE_TOO_SMALL', { seat: ref(stuck), spaces: 0, warriors: 1 });
    yield* deployNext(draft, undefined);
    return doneVerdict;
  }),
});

export const placementStandingOrderKind = standingOrderForMove(
  'must place a warrior',
  'place the next warrior on the best space',
);
