import { ref, say } from '../../core/message.ts';
import type { Course, Part } from './course.ts';
import { rollDice } from './dice.ts';
import { inPlay, nextSeat, seatsFrom } from './seats.ts';
import { warbandLevel } from './skill-tests.ts';
import { phase } from './triggers.ts';

/** DS-ROUND-1. The players with warriors on the board, the holder of the token first. */
export const initiativeOrder = (course: Course): readonly string[] => {
  const state = course.now();
  return seatsFrom(state, state.initiative).filter((seat) => inPlay(state, seat));
};

/** DS-TAC-3, DS-ROUND-6. Hands the token to the next player who has warriors on the board. */
export const passToken = (course: Course, why: 'skull' | 'cleanup' | 'eliminated'): void => {
  const state = course.now();
  const { initiative } = state;
  if (initiative === undefined) return;
  const to = nextSeat(state, initiative, (seat) => inPlay(state, seat));
  if (to !== undefined && to !== initiative) course.happen({ type: 'token-moved', from: initiative, to, why });
};

/** DS-TAC-1 to DS-TAC-5. Everybody tests once, in the order that holds when the step begins. */
export function* tacticsTests(course: Course): Part {
  for (const seat of initiativeOrder(course))
    yield* phase(course, 'tactics.roll', seat, (more) => tacticsTest(course, seat, more));
}

function* tacticsTest(course: Course, seat: string, more: number): Part {
  const state = course.now();
  const level = warbandLevel(state, seat, 'tactics');
  const roll = yield* rollDice(course, {
    name: 'tactics',
    roller: seat,
    base: 1,
    step: (level ?? state.settings.test.untrained) + more,
    concern: { kind: 'other' },
    says: { roller: say`Tactics roll of ${ref(seat)}`, opponent: say`Tactics roll of ${ref(seat)}` },
  });
  const kept = roll.kept[0] ?? 'BLK';
  const lost = kept === 'SKL' && state.initiative === seat;
  const stored = kept === 'HIT' || kept === 'ADV' ? kept : undefined;
  course.happen({ type: 'tactics-tested', seat, level, roll, kept, stored, lost });
  if (lost) passToken(course, 'skull');
}
