import { z } from 'zod';
import { maskedRef, say } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { line } from '../../rules/event.ts';
import { isInPlay, nextSeat, seatsFrom } from './players.ts';
import { type Draft, event, type Scenario, warriorOrSeatId } from './state.ts';

/** DS-ROUND-2, RULING-53. What fell for the first initiative, and who holds it. */
interface FirstHolder {
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
export const chooseFirstTokenHolder = (
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

/** DS-ROUND-1. The players with warriors on the board, the holder of the token first. */
export const initiativeOrder = (draft: Draft): readonly string[] => {
  const state = draft.now();
  return seatsFrom(state, state.initiative).filter((seat) => isInPlay(state, seat));
};

/** DS-TAC-3, DS-ROUND-3, DS-ROUND-6. */
export const tokenMoved = event(
  'token-moved',
  { from: warriorOrSeatId.optional(), to: warriorOrSeatId, why: z.enum(['skull', 'cleanup', 'eliminated']) },
  {
    apply: (state, { to }) => ({ ...state, initiative: to }),
    narrate: ({ from, to, why }) =>
      line(
        say`The initiative passes from ${from === undefined ? 'no one' : maskedRef(from)} to ${maskedRef(to)} ${reasons[why]}.`,
        'quiet',
      ),
  },
);

const reasons = {
  skull: 'because of a SKULL',
  cleanup: 'at the end of the round',
  eliminated: 'because the holder has no warriors',
};

/** DS-TAC-3, DS-ROUND-6, RULING-52. Hands the token to the next player who has warriors on the board. */
export const passToken = (draft: Draft, why: 'skull' | 'cleanup' | 'eliminated'): void => {
  const state = draft.now();
  const { initiative } = state;
  if (initiative === undefined) return;
  const to = nextSeat(state, initiative, (seat) => isInPlay(state, seat));
  if (to !== undefined && to !== initiative) draft.emit(tokenMoved({ from: initiative, to, why }));
};
