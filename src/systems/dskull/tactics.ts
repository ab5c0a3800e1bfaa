import { ref, say } from '../../core/message.ts';
import { rollDice } from './dice.ts';
import { inPlay, nextSeat, seatsFrom } from './seats.ts';
import { warbandLevel } from './skill-tests.ts';
import type { Draft, Part } from './state.ts';
import { phase } from './triggers.ts';

/** DS-ROUND-1. The players with warriors on the board, the holder of the token first. */
export const initiativeOrder = (draft: Draft): readonly string[] => {
  const state = draft.now();
  return seatsFrom(state, state.initiative).filter((seat) => inPlay(state, seat));
};

/** DS-TAC-3, DS-ROUND-6. Hands the token to the next player who has warriors on the board. */
export const passToken = (draft: Draft, why: 'skull' | 'cleanup' | 'eliminated'): void => {
  const state = draft.now();
  const { initiative } = state;
  if (initiative === undefined) return;
  const to = nextSeat(state, initiative, (seat) => inPlay(state, seat));
  if (to !== undefined && to !== initiative) draft.emit({ type: 'token-moved', from: initiative, to, why });
};

/** DS-TAC-1 to DS-TAC-5. Everybody tests once, in the order that holds when the step begins. */
export function* tacticsTests(draft: Draft): Part {
  for (const seat of initiativeOrder(draft))
    yield* phase(draft, 'tactics.roll', seat, (more) => tacticsTest(draft, seat, more));
}

function* tacticsTest(draft: Draft, seat: string, more: number): Part {
  const state = draft.now();
  const level = warbandLevel(state, seat, 'tactics');
  const roll = yield* rollDice(draft, {
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
  draft.emit({ type: 'tactics-tested', seat, level, roll, kept, stored, lost });
  if (lost) passToken(draft, 'skull');
}
