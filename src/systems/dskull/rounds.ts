import { z } from 'zod';
import { maskedRef, phrase, ref, refuse, say, type Text, term } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { tickEffects } from '../../rules/effects.ts';
import { line, step } from '../../rules/event.ts';
import { standingOrderForGm } from '../../rules/expected-action.ts';
import { doneVerdict, oneOfParam } from '../../rules/verb.ts';
import { gainMp, takeAttackAction } from './activation/actions.ts';
import {
  hasFigures,
  nextSeat,
  offersForCurrentPlayer,
  requireActivation,
  requireGmWhile,
  seatsAfter,
  seatsFrom,
} from './checks.ts';
import { rollDice, rollRow, rollSchema } from './dice/roll.ts';
import { cairnPoints, decideVictory, ended, isOver, lanternPoints, scored } from './scenarios.ts';
import { dieFaces } from './settings.ts';
import { warbandSkillLevel } from './skill-tests.ts';
import {
  type Draft,
  event,
  findSeat,
  isFigure,
  order,
  type PartialRuling,
  type Scenario,
  type State,
  updateActivation,
  updateSeat,
  type Warrior,
} from './state.ts';
import { fireTriggers, runWithTriggers } from './triggers/triggers.ts';

/** Rolls initiative until one seat has the lowest. An order’s dice limit ends endless ties. DS-ROUND-2, RULING-53. */
const rollLowest = (seats: readonly string[], dice: Dice) => {
  const rolls: Record<string, number>[] = [];
  let left = seats;
  while (left.length > 1) {
    const rolled = Object.fromEntries(left.map((seat) => [seat, dice.roll(6, 'initiative')]));
    rolls.push(rolled);
    const least = Math.min(...Object.values(rolled));
    left = left.filter((seat) => rolled[seat] === least);
  }
  return { rolls, holder: left[0] ?? '' };
};

/** Chooses who holds the first initiative. `strength`: number of warriors of a seat. DS-ROUND-2. */
export const chooseFirstInitiative = (
  first: Scenario['first'],
  seats: readonly string[],
  strength: (seat: string) => number,
  dice: Dice,
) => {
  if (seats.includes(first)) return { rolls: [], holder: first };
  if (first !== 'most-warriors') return rollLowest(seats, dice);
  const most = Math.max(...seats.map(strength));
  return rollLowest(
    seats.filter((seat) => strength(seat) === most),
    dice,
  );
};

/** Players with warriors on the board in circular order, beginning with the holder of the initiative. DS-ROUND-1. */
const initiativeOrder = (draft: Draft): readonly string[] => {
  const state = draft.now();
  return seatsFrom(state, state.initiative).filter((seat) => hasFigures(state, seat));
};

/** The initiative passes to another player. DS-TAC-3, DS-ROUND-3, DS-ROUND-6. */
export const initiativePassed = event('token-moved', {
  facts: { from: z.string().optional(), to: z.string(), why: z.enum(['skull', 'cleanup', 'eliminated']) },
  apply: (state, { to }) => ({ ...state, initiative: to }),
  narrate: ({ from, to, why }) =>
    line(initiativeLines[why](from === undefined ? term('no one') : maskedRef(from), maskedRef(to)), 'quiet'),
});

const initiativeLines = {
  skull: (from: Text, to: Text) => say`The initiative passes from ${from} to ${to} because of a SKULL.`,
  cleanup: (from: Text, to: Text) => say`The initiative passes from ${from} to ${to} at the end of the round.`,
  eliminated: (from: Text, to: Text) =>
    say`The initiative passes from ${from} to ${to} because the holder has no warriors.`,
};

/** Passes the initiative to the next player with warriors on the board. DS-TAC-3, DS-ROUND-6, RULING-52. */
const passToken = (draft: Draft, why: 'skull' | 'cleanup' | 'eliminated'): void => {
  const state = draft.now();
  const { initiative } = state;
  if (initiative === undefined) return;
  const to = nextSeat(state, initiative, (seat) => hasFigures(state, seat));
  if (to !== undefined && to !== initiative) draft.emit(initiativePassed({ from: initiative, to, why }));
};

/** A player’s Tactics test and its effect. DS-TAC-1, DS-TAC-2, DS-TAC-3. */
export const tacticsTested = event('tactics-tested', {
  facts: {
    seat: z.string(),
    level: z.int().optional(),
    roll: rollSchema,
    kept: z.enum(dieFaces),
    stored: z.enum(['HIT', 'ADV']).optional(),
    lost: z.boolean(),
  },
  apply: (state, { seat, stored }) =>
    stored === undefined
      ? state
      : updateSeat(state, seat, (each) => ({
          symbols: { ...each.symbols, [stored]: each.symbols[stored] + 1 },
        })),
  narrate: ({ seat, roll, kept, stored, lost, level }) => {
    const says = stored
      ? say`Tactics of ${ref(seat)}: ${term(kept)}, stores ${term(stored)}.`
      : lost
        ? say`Tactics of ${ref(seat)}: ${term(kept)}, loses the initiative.`
        : say`Tactics of ${ref(seat)}: ${term(kept)}, no effect.`;
    const trained = step('DS-TAC-2', level === undefined ? 'untrained' : phrase`trained to level ${level}`);
    return line(says, stored ? 'good' : lost ? 'bad' : 'plain', [rollRow(term('Tactics'), roll, [trained], [])]);
  },
});

/** Runs a Tactics test for each seat, in the turn order before the tests. DS-TAC-1, DS-TAC-4, DS-TAC-5, RULING-51. */
function* runTacticsTests(draft: Draft): PartialRuling {
  for (const seat of initiativeOrder(draft))
    yield* runWithTriggers(draft, 'tactics.roll', seat, (more) => tacticsTest(draft, seat, more));
}

function* tacticsTest(draft: Draft, seat: string, more: number): PartialRuling {
  const state = draft.now();
  const level = warbandSkillLevel(state, seat, 'tactics');
  const roll = yield* rollDice(draft, {
    name: 'tactics',
    roller: seat,
    base: 1,
    step: (level ?? state.settings.test.untrained) + more,
    concern: { kind: 'other' },
    question: () => ({ roller: say`Tactics roll of ${ref(seat)}`, opponent: say`Tactics roll of ${ref(seat)}` }),
  });
  const kept = roll.kept[0] ?? 'BLK';
  const lost = kept === 'SKL' && state.initiative === seat;
  const stored = kept === 'HIT' || kept === 'ADV' ? kept : undefined;
  draft.emit(tacticsTested({ seat, level, roll, kept, stored, lost }));
  if (lost) passToken(draft, 'skull');
}

/** A player spends a stored symbol. DS-TAC-6, DS-TAC-7, DS-TAC-8. */
export const symbolSpent = event('symbol-spent', {
  facts: { seat: z.string(), warrior: z.string(), symbol: z.enum(['HIT', 'ADV']) },
  apply: (state, { seat, symbol: spent }) =>
    updateActivation(
      updateSeat(state, seat, (each) => ({
        symbols: { ...each.symbols, [spent]: Math.max(0, each.symbols[spent] - 1) },
      })),
      () => ({ symbolSpent: true, started: true }),
    ),
  narrate: ({ seat, warrior, symbol: spent }) =>
    line(say`${maskedRef(seat)} spends ${term(spent)} on ${ref(warrior)}.`),
});

/** Spends a stored Tactics symbol. DS-CMD-11, DS-TAC-6, DS-TAC-7, DS-TAC-8. */
export const spendSymbol = order({
  summary: 'Spend a stored Tactics symbol: ADV for movement, HIT for a free Attack action',
  command: 'spend-symbol',
  role: 'player',
  params: z.strictObject({ symbol: oneOfParam('Which symbol', ['ADV', 'HIT']) }),
  offers: {
    symbol: offersForCurrentPlayer((state) => {
      const stored = findSeat(state, state.current)?.symbols;
      return (['ADV', 'HIT'] as const)
        .filter((each) => stored !== undefined && stored[each] > 0 && state.activation?.symbolSpent === false)
        .map((each) => ({ value: each, label: each === 'ADV' ? 'ADV: movement points' : 'HIT: a free Attack action' }));
    }),
  },
  requires: requireActivation,
  resolve: function* (draft, _call, params, { activation, warrior }) {
    const state = draft.now();
    if (activation.symbolSpent) return refuse('E_SYMBOL_ALREADY_SPENT');
    if ((findSeat(state, activation.seat)?.symbols[params.symbol] ?? 0) === 0)
      return refuse('E_NO_SYMBOL', { symbol: term(params.symbol) });
    draft.emit(symbolSpent({ seat: activation.seat, warrior: warrior.id, symbol: params.symbol }));
    if (params.symbol === 'ADV') yield* gainMp(draft, warrior.id, 'tacticsAdv');
    else yield* takeAttackAction(draft, true);
    return doneVerdict;
  },
});

/** Another player becomes the current one. DS-ROUND-4, DS-ROUND-5. */
export const currentPlayerSet = event('current-player-set', {
  facts: { seat: z.string().optional() },
  apply: (state, { seat }) => ({ ...state, current: seat }),
});

/** A round begins with all warriors on the board ready. DS-ROUND-3. */
export const roundBegan = event('round-began', {
  facts: { round: z.int() },
  apply: (state, { round }) => ({
    ...state,
    phase: 'preparation',
    round,
    current: undefined,
    warriors: state.warriors.map((each) => ({ ...each, ready: isFigure(each) })),
  }),
  narrate: ({ round }) => line(phrase`Round ${round} begins.`),
  beginsRound: true,
});

/** The resolution phase begins. DS-ROUND-4. */
export const resolutionBegan = event('resolution-began', {
  facts: { current: z.string().optional() },
  apply: (state, { current }) => ({ ...state, phase: 'resolution', current }),
});

/** The cleanup phase begins. DS-ROUND-6. */
export const cleanupBegan = event('cleanup-began', {
  facts: { round: z.int() },
  apply: (state) => ({ ...state, phase: 'cleanup', current: undefined }),
});

/** A round ends, and players lose their stored symbols. DS-TAC-5, DS-ROUND-6, RULING-50. */
export const roundEnded = event('round-ended', {
  facts: { round: z.int() },
  apply: (state) => ({
    ...state,
    seats: state.seats.map((seat) => ({ ...seat, symbols: { HIT: 0, ADV: 0 } })),
    strokes: [],
  }),
});

/** True if the seat has a ready warrior on the board. DS-GLO-1. */
export const hasReadyWarriors = (state: State, seat: string): boolean =>
  state.warriors.some((warrior) => warrior.owner === seat && warrior.ready && isFigure(warrior));

/** Body of a phase in which only effects happen. */
function* nothingElse(): PartialRuling {}

/** Begins a round. If Tactics tests are automatic, it also begins the resolution. DS-ROUND-3. */
export function* beginRound(draft: Draft): PartialRuling {
  draft.emit(roundBegan({ round: draft.now().round + 1 }));
  const { initiative } = draft.now();
  if (initiative !== undefined && !hasFigures(draft.now(), initiative)) passToken(draft, 'eliminated');
  tickEffects(draft, 'start');
  yield* runWithTriggers(draft, 'round.start', undefined, nothingElse);
  if (draft.now().settings.round.tactics === 'auto') yield* runTactics(draft);
}

/** Runs the Tactics tests, then begins the resolution phase. DS-CMD-4, DS-ROUND-4. */
function* runTactics(draft: Draft): PartialRuling {
  yield* runTacticsTests(draft);
  const state = draft.now();
  const seats = seatsFrom(state, state.initiative);
  const current = seats.find((seat) => hasReadyWarriors(state, seat));
  draft.emit(resolutionBegan({ current }));
  yield* startTurn(draft, seats, current);
}

/** Runs the Tactics tests, if the setting `round.tactics` is `command`. DS-CMD-4. */
export const runTacticsOrder = order({
  summary: 'Make the Tactics tests of the round',
  role: 'gm',
  requires: requireGmWhile('preparation'),
  resolve: function* (draft) {
    yield* runTactics(draft);
    return doneVerdict;
  },
});

/** Makes the first seat with a ready warrior current, or ends the round. `known`: the current seat. DS-ROUND-5. */
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
  // If effects stop every turn, the first player takes it anyway. RULING-81.
  const first = seats.find((seat) => hasReadyWarriors(draft.now(), seat));
  if (first === undefined) return yield* cleanUp(draft);
  begin(first);
}

/** Passes the turn to the next player with a ready warrior, or ends the round. DS-ROUND-4, DS-ROUND-5. */
export function* passTurn(draft: Draft): PartialRuling {
  const state = draft.now();
  if (state.phase !== 'resolution') return;
  const from = state.current;
  if (from !== undefined && !(yield* endTurn(draft, from))) return;
  yield* startTurn(draft, seatsAfter(state, from ?? state.initiative ?? ''));
}

/** Ends a turn. False if effects prevent it, so that the player continues with another warrior. DS-TRIG-7. */
function* endTurn(draft: Draft, seat: string): PartialRuling<boolean> {
  const before = yield* fireTriggers(draft, 'before', 'turn.end', seat);
  if (before.cancelled) return !hasReadyWarriors(draft.now(), seat);
  yield* fireTriggers(draft, 'during', 'turn.end', seat);
  yield* fireTriggers(draft, 'after', 'turn.end', seat);
  return true;
}

/** True if a correction has left the current player with nothing to do. */
export const isCurrentPlayerStuck = (state: State): boolean =>
  (state.phase === 'resolution' &&
    state.activation === undefined &&
    (state.current === undefined || !hasReadyWarriors(state, state.current))) ||
  (state.phase === 'deploy' && !hasUnplacedWarriors(state, state.current));

/** A seat’s warriors that are still to be placed. */
export const unplacedWarriors = (state: State, seat: string | undefined): readonly Warrior[] =>
  state.warriors.filter(({ owner, at, removed }) => owner === seat && at === undefined && removed === undefined);

export const hasUnplacedWarriors = (state: State, seat: string | undefined): boolean =>
  unplacedWarriors(state, seat).length > 0;

/** Ends a round: scores, checks for the end of the game, then begins the next round. DS-ROUND-6, DS-ROUND-7. */
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

/** Scores cairns and lanterns, and runs effects of the round’s end. DS-ROUND-6 (1), (2). */
function* endOfRoundEffects(draft: Draft): PartialRuling {
  for (const { seat, vp, cairn } of cairnPoints(draft.now())) draft.emit(scored({ seat, vp, why: cairn }));
  for (const { seat, vp, object } of lanternPoints(draft.now())) draft.emit(scored({ seat, vp, why: object }));
  yield* fireTriggers(draft, 'during', 'round.end');
  yield* fireTriggers(draft, 'after', 'round.end');
}

export const tacticsStandingOrderKind = standingOrderForGm('must run the Tactics tests', 'run them');
