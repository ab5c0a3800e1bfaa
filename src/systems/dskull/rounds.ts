import type { Dice } from '../../dice/dice.ts';
import { ticked } from '../../rules/effects.ts';
import { cairnPoints, lanternPoints } from './scenario-points.ts';
import { figuresOf, inPlay, isFigure, seatOf, seatsAfter, seatsFrom } from './seats.ts';
import type { Draft, Part, Scenario, State } from './state.ts';
import { passToken, tacticsTests } from './tactics.ts';
import { fire, phase } from './triggers.ts';

/** DS-ROUND-2, RULING-53. What fell for the first initiative, and who holds it. */
export interface FirstHolder {
  readonly rolls: Record<string, number>[];
  readonly holder: string;
}

/** Each pass rolls, so the ceiling on an order's dice ends a row of ties at the latest. */
const lowest = (seats: readonly string[], dice: Dice): FirstHolder => {
  const rolls: Record<string, number>[] = [];
  let left = seats;
  while (left.length > 1) {
    const fell = Object.fromEntries(left.map((seat) => [seat, dice.roll(6, 'initiative')]));
    rolls.push(fell);
    const least = Math.min(...Object.values(fell));
    left = left.filter((seat) => fell[seat] === least);
  }
  return { rolls, holder: left[0] ?? '' };
};

/** DS-ROUND-2. `strength`: how many warriors each seat has. */
export const firstHolder = (
  first: Scenario['first'],
  seats: readonly string[],
  strength: (seat: string) => number,
  dice: Dice,
): FirstHolder => {
  if (seats.includes(first)) return { rolls: [], holder: first };
  if (first !== 'most-warriors') return lowest(seats, dice);
  const most = Math.max(...seats.map(strength));
  return lowest(
    seats.filter((seat) => strength(seat) === most),
    dice,
  );
};

/** DS-GLO-1. */
export const readyOf = (state: State, seat: string): boolean =>
  state.warriors.some((warrior) => warrior.owner === seat && warrior.ready && isFigure(warrior));

export const tick = (draft: Draft, at: 'start' | 'end', of?: string): void => {
  const { effects } = draft.now();
  if (effects.length === 0) return;
  const { left, ended } = ticked(effects, at, of);
  for (const { who, name } of ended) draft.emit({ type: 'effect-lifted', who, name, ended: true });
  const lasting = draft.now().effects;
  if (left.some((effect, index) => effect.remaining !== lasting[index]?.remaining))
    draft.emit({ type: 'effects-ticked', left: [...left] });
};

/** A phase that is nothing but its effects. */
function* nothingElse(): Part {}

/** DS-ROUND-3. Preparation, and with tactics rolled at once the beginning of resolution. */
export function* beginRound(draft: Draft): Part {
  draft.emit({ type: 'round-began', round: draft.now().round + 1 });
  const { initiative } = draft.now();
  if (initiative !== undefined && !inPlay(draft.now(), initiative)) passToken(draft, 'eliminated');
  tick(draft, 'start');
  yield* phase(draft, 'round.start', undefined, nothingElse);
  if (draft.now().settings.round.tactics === 'auto') yield* tactics(draft);
}

/** DS-CMD-4. The Tactics tests, then resolution (DS-ROUND-4). */
export function* tactics(draft: Draft): Part {
  yield* tacticsTests(draft);
  const state = draft.now();
  const seats = seatsFrom(state, state.initiative);
  const current = seats.find((seat) => readyOf(state, seat));
  draft.emit({ type: 'resolution-began', current });
  yield* startTurn(draft, seats, current);
}

/** DS-ROUND-4, DS-ROUND-5. The first of these with a ready warrior becomes current, or the round ends. `known`: who is current already. */
function* startTurn(draft: Draft, seats: readonly string[], known?: string): Part {
  const begin = (seat: string) => {
    if (seat !== known) draft.emit({ type: 'current-set', seat });
  };
  for (const seat of seats) {
    if (!readyOf(draft.now(), seat)) continue;
    const before = yield* fire(draft, 'before', 'turn.start', seat);
    if (before.cancelled || !readyOf(draft.now(), seat)) continue;
    begin(seat);
    yield* fire(draft, 'during', 'turn.start', seat);
    yield* fire(draft, 'after', 'turn.start', seat);
    return;
  }
  // RULING-81. Somebody must: where effects have stopped everybody's turn, the first has it all the same.
  const first = seats.find((seat) => readyOf(draft.now(), seat));
  if (first === undefined) return yield* cleanUp(draft);
  begin(first);
}

/** DS-ROUND-4, DS-ROUND-5. The next player with a ready warrior, or the end of the round. */
export function* passTurn(draft: Draft): Part {
  const state = draft.now();
  if (state.phase !== 'resolution') return;
  const from = state.current;
  if (from !== undefined && !(yield* endTurn(draft, from))) return;
  yield* startTurn(draft, seatsAfter(state, from ?? state.initiative ?? ''));
}

/** DS-TRIG-7. Where effects stop the end of a turn, the player goes on with another ready warrior, if there is one. */
function* endTurn(draft: Draft, seat: string): Part<boolean> {
  const before = yield* fire(draft, 'before', 'turn.end', seat);
  if (before.cancelled) return !readyOf(draft.now(), seat);
  yield* fire(draft, 'during', 'turn.end', seat);
  yield* fire(draft, 'after', 'turn.end', seat);
  return true;
}

/** Did the GM's hand leave the battle where nobody has anything to do? Then it goes on, by itself or by `next`. */
export const isStuck = (state: State): boolean =>
  (state.phase === 'resolution' &&
    state.activation === undefined &&
    (state.current === undefined || !readyOf(state, state.current))) ||
  (state.phase === 'deploy' && !unplaced(state, state.current));

/** Has a player still warriors to place? */
export const unplaced = (state: State, seat: string | undefined): boolean =>
  state.warriors.some(({ owner, at, removed }) => owner === seat && at === undefined && removed === undefined);

/** DS-ROUND-6, DS-ROUND-7. */
function* cleanUp(draft: Draft): Part {
  draft.emit({ type: 'cleanup-began', round: draft.now().round });
  const before = yield* fire(draft, 'before', 'round.end');
  if (!before.cancelled) yield* endOfRoundEffects(draft);
  tick(draft, 'end');
  draft.emit({ type: 'round-ended', round: draft.now().round });
  if (isOver(draft.now())) {
    draft.emit({ type: 'game-over', ...winners(draft.now()) });
    return;
  }
  passToken(draft, 'cleanup');
  yield* beginRound(draft);
}

/** DS-ROUND-6 (1), (2). */
function* endOfRoundEffects(draft: Draft): Part {
  for (const { seat, vp, cairn } of cairnPoints(draft.now())) draft.emit({ type: 'scored', seat, vp, why: cairn });
  for (const { seat, vp, thing } of lanternPoints(draft.now())) draft.emit({ type: 'scored', seat, vp, why: thing });
  yield* fire(draft, 'during', 'round.end');
  yield* fire(draft, 'after', 'round.end');
}

const teamsInPlay = (state: State): number =>
  new Set(figuresOf(state).map(({ owner }) => seatOf(state, owner)?.team)).size;

const isOver = (state: State): boolean =>
  state.ending ||
  (state.scenario.rounds !== undefined && state.round >= state.scenario.rounds) ||
  teamsInPlay(state) < 2;

/** DS-SCEN-2. The seats of the team that wins: most points, then most points' worth of warriors left, else nobody. */
export const winners = (state: State): { readonly winners: string[]; readonly says: string } => {
  const teams = [...new Set(state.seats.map(({ team }) => team))].map((team) => {
    const seats = state.seats.filter((seat) => seat.team === team);
    const ids = seats.map(({ id }) => id);
    return {
      ids,
      vp: seats.reduce((sum, { vp }) => sum + vp, 0),
      worth: figuresOf(state)
        .filter(({ owner }) => ids.includes(owner))
        .reduce((sum, { cost }) => sum + cost, 0),
    };
  });
  const [first, second] = teams.toSorted((a, b) => b.vp - a.vp || b.worth - a.worth);
  if (first === undefined || (second && second.vp === first.vp && second.worth === first.worth))
    return { winners: [], says: 'draw' };
  return { winners: first.ids, says: second?.vp === first.vp ? 'warriors left' : 'points' };
};
