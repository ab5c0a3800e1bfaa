import { areSeatsHostile, isInPlay, nextSeat } from '../players.ts';
import type { State } from '../state.ts';

/** Whom a roll concerns: one player's warrior or object, several figures, or nobody in particular. */
export type RollSubject =
  | { readonly kind: 'player'; readonly player: string }
  | { readonly kind: 'affects'; readonly figures: Readonly<Record<string, number>> }
  | { readonly kind: 'other' };

/** DS-DICE-13, DS-DICE-15, RULING-9. Who removes dice on a negative step; nobody where no hostile player remains. */
export const findOpponent = (state: State, roller: string, concern: RollSubject): string | undefined =>
  concernedPlayer(state, roller, concern) ??
  nextSeat(state, roller, (seat) => areSeatsHostile(state, roller, seat) && isInPlay(state, seat));

/** DS-DICE-13 (a to c), DS-DICE-14. The hostile player the roll itself concerns. */
const concernedPlayer = (state: State, roller: string, concern: RollSubject): string | undefined => {
  if (concern.kind === 'other') return undefined;
  if (concern.kind === 'player') return areSeatsHostile(state, roller, concern.player) ? concern.player : undefined;
  const { figures } = concern;
  const most = Math.max(
    ...Object.entries(figures).map(([seat, count]) => (areSeatsHostile(state, roller, seat) ? count : 0)),
  );
  return most > 0
    ? nextSeat(state, roller, (seat) => areSeatsHostile(state, roller, seat) && figures[seat] === most)
    : undefined;
};
