import { z } from 'zod';
import { phrase } from '../../core/message.ts';
import { tickEffects } from '../../rules/effects.ts';
import { line } from '../../rules/event.ts';
import { standingOrderForGm } from '../../rules/expected-action.ts';
import { doneVerdict } from '../../rules/verb.ts';
import { byGm, isInPlay, seatsAfter, seatsFrom } from './checks.ts';
import { passToken, runTacticsTests } from './initiative.ts';
import { cairnPoints, decideVictory, ended, isOver, lanternPoints, scored } from './scenarios.ts';
import {
  type Draft,
  event,
  isFigure,
  order,
  type PartialRuling,
  type State,
  type Warrior,
  warriorOrSeatId,
} from './state.ts';
import { fireTriggers, runPhase } from './triggers/triggers.ts';

/** DS-ROUND-4, DS-ROUND-5. */
export const currentPlayerSet = event(
  'current-set',
  { seat: warriorOrSeatId.optional() },
  { apply: (state, { seat }) => ({ ...state, current: seat }), narrate: () => undefined },
);

/** DS-ROUND-3. */
export const roundBegan = event(
  'round-began',
  { round: z.int() },
  {
    apply: (state, { round }) => ({
      ...state,
      phase: 'preparation',
      round,
      current: undefined,
      warriors: state.warriors.map((each) => ({ ...each, ready: isFigure(each) })),
    }),
    narrate: ({ round }) => line(phrase`Round ${round} begins.`),
    beginsRound: true,
  },
);

/** DS-ROUND-4. */
export const resolutionBegan = event(
  'resolution-began',
  { current: warriorOrSeatId.optional() },
  { apply: (state, { current }) => ({ ...state, phase: 'resolution', current }), narrate: () => undefined },
);

/** DS-ROUND-6. */
export const cleanupBegan = event(
  'cleanup-began',
  { round: z.int() },
  { apply: (state) => ({ ...state, phase: 'cleanup', current: undefined }), narrate: () => undefined },
);

/** DS-TAC-5, DS-ROUND-6, RULING-50. What is stored is lost. */
export const roundEnded = event(
  'round-ended',
  { round: z.int() },
  {
    apply: (state) => ({
      ...state,
      seats: state.seats.map((seat) => ({ ...seat, symbols: { HIT: 0, ADV: 0 } })),
      strokes: [],
    }),
    narrate: () => undefined,
  },
);

/** DS-GLO-1. */
export const hasReadyWarriors = (state: State, seat: string): boolean =>
  state.warriors.some((warrior) => warrior.owner === seat && warrior.ready && isFigure(warrior));

/** A phase that is nothing but its effects. */
function* nothingElse(): PartialRuling {}

/** DS-ROUND-3. Preparation, and with tactics rolled at once the beginning of resolution. */
export function* beginRound(draft: Draft): PartialRuling {
  draft.emit(roundBegan({ round: draft.now().round + 1 }));
  const { initiative } = draft.now();
  if (initiative !== undefined && !isInPlay(draft.now(), initiative)) passToken(draft, 'eliminated');
  tickEffects(draft, 'start');
  yield* runPhase(draft, 'round.start', undefined, nothingElse);
  if (draft.now().settings.round.tactics === 'auto') yield* runTactics(draft);
}

/** DS-CMD-4. The Tactics tests, then resolution (DS-ROUND-4). */
function* runTactics(draft: Draft): PartialRuling {
  yield* runTacticsTests(draft);
  const state = draft.now();
  const seats = seatsFrom(state, state.initiative);
  const current = seats.find((seat) => hasReadyWarriors(state, seat));
  draft.emit(resolutionBegan({ current }));
  yield* startTurn(draft, seats, current);
}

/** DS-CMD-4. Only needed where Tactics tests wait for the GM (`round.tactics` = `command`). */
export const runTacticsOrder = order({
  summary: 'Make the Tactics tests of the round',
  role: 'gm',
  params: z.strictObject({}),
  resolve: byGm(['preparation'], function* (draft) {
    yield* runTactics(draft);
    return doneVerdict;
  }),
});

/** DS-ROUND-4, DS-ROUND-5. The first of these with a ready warrior becomes current, or the round ends. `known`: who is current already. */
function* startTurn(draft: Draft, seats: readonly string[], known?: string): PartialRuling {
  const begin = (seat: string) => {
    if (seat !== known) draft.emit(currentPlayerSet({ seat }));
  };
  for (const seat of seats) {
    if (!hasReadyWarriors(draft.now(), seat)) continue;
    const before = yield* fireTriggers(draft, 'before', 'turn.start', seat);
    if (before.cancelled || !hasReadyWarriors(draft.now(), seat)) continue;
    begin(seat);
    yield* fireTriggers(draft, 'during', 'turn.start', seat);
    yield* fireTriggers(draft, 'after', 'turn.start', seat);
    return;
  }
  // RULING-81. Somebody must: where effects have stopped everybody's turn, the first has it all the same.
  const first = seats.find((seat) => hasReadyWarriors(draft.now(), seat));
  if (first === undefined) return yield* cleanUp(draft);
  begin(first);
}

/** DS-ROUND-4, DS-ROUND-5. The next player with a ready warrior, or the end of the round. */
export function* passTurn(draft: Draft): PartialRuling {
  const state = draft.now();
  if (state.phase !== 'resolution') return;
  const from = state.current;
  if (from !== undefined && !(yield* endTurn(draft, from))) return;
  yield* startTurn(draft, seatsAfter(state, from ?? state.initiative ?? ''));
}

/** DS-TRIG-7. Where effects stop the end of a turn, the player goes on with another ready warrior, if there is one. */
function* endTurn(draft: Draft, seat: string): PartialRuling<boolean> {
  const before = yield* fireTriggers(draft, 'before', 'turn.end', seat);
  if (before.cancelled) return !hasReadyWarriors(draft.now(), seat);
  yield* fireTriggers(draft, 'during', 'turn.end', seat);
  yield* fireTriggers(draft, 'after', 'turn.end', seat);
  return true;
}

/** Did the GM's hand leave the battle where nobody has anything to do? Then it goes on, by itself or by `next`. */
export const isStuck = (state: State): boolean =>
  (state.phase === 'resolution' &&
    state.activation === undefined &&
    (state.current === undefined || !hasReadyWarriors(state, state.current))) ||
  (state.phase === 'deploy' && !hasUnplacedWarriors(state, state.current));

/** The warriors that a player has still to place. */
export const unplacedWarriors = (state: State, seat: string | undefined): readonly Warrior[] =>
  state.warriors.filter(({ owner, at, removed }) => owner === seat && at === undefined && removed === undefined);

export const hasUnplacedWarriors = (state: State, seat: string | undefined): boolean =>
  unplacedWarriors(state, seat).length > 0;

/** DS-ROUND-6, DS-ROUND-7. */
function* cleanUp(draft: Draft): PartialRuling {
  draft.emit(cleanupBegan({ round: draft.now().round }));
  const before = yield* fireTriggers(draft, 'before', 'round.end');
  if (!before.cancelled) yield* endOfRoundEffects(draft);
  tickEffects(draft, 'end');
  draft.emit(roundEnded({ round: draft.now().round }));
  if (isOver(draft.now())) {
    draft.emit(ended(decideVictory(draft.now())));
    return;
  }
  passToken(draft, 'cleanup');
  yield* beginRound(draft);
}

/** DS-ROUND-6 (1), (2). */
function* endOfRoundEffects(draft: Draft): PartialRuling {
  for (const { seat, vp, cairn } of cairnPoints(draft.now())) draft.emit(scored({ seat, vp, why: cairn }));
  for (const { seat, vp, thing } of lanternPoints(draft.now())) draft.emit(scored({ seat, vp, why: thing }));
  yield* fireTriggers(draft, 'during', 'round.end');
  yield* fireTriggers(draft, 'after', 'round.end');
}

export const tacticsStandingOrderKind = standingOrderForGm('must run the Tactics tests', 'run them');
