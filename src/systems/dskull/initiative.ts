import { z } from 'zod';
import { maskedRef, phrase, ref, say } from '../../core/message.ts';
import { refuse } from '../../core/result.ts';
import type { Dice } from '../../dice/dice.ts';
import { line, step } from '../../rules/lines.ts';
import { oneOfParam } from '../../rules/params.ts';
import { doneVerdict } from '../../rules/verb.ts';
import { gainMp, takeAttackAction } from './activation/actions.ts';
import { findSeat, inActivation, isInPlay, nextSeat, offersForCurrentPlayer, seatsFrom } from './checks.ts';
import { rollDice, rollRow, rollSchema } from './dice/roll.ts';
import { dieFaces } from './settings.ts';
import { warbandSkillLevel } from './skill-tests.ts';
import {
  type Draft,
  event,
  order,
  type PartialRuling,
  type Scenario,
  updateActivation,
  updateSeat,
  warriorOrSeatId,
} from './state.ts';
import { runPhase } from './triggers/triggers.ts';

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

/** DS-TAC-1, DS-TAC-2, DS-TAC-3. */
export const tacticsTested = event(
  'tactics-tested',
  {
    seat: warriorOrSeatId,
    level: z.int().optional(),
    roll: rollSchema,
    kept: z.enum(dieFaces),
    stored: z.enum(['HIT', 'ADV']).optional(),
    lost: z.boolean(),
  },
  {
    apply: (state, { seat, stored }) =>
      stored === undefined
        ? state
        : updateSeat(state, seat, (each) => ({
            ...each,
            symbols: { ...each.symbols, [stored]: each.symbols[stored] + 1 },
          })),
    narrate: ({ seat, roll, kept, stored, lost, level }) => {
      const after = stored ? phrase`stores ${stored}` : lost ? 'loses the initiative' : 'no effect';
      const trained = step('DS-TAC-2', level === undefined ? 'untrained' : phrase`trained to level ${level}`);
      return line(say`Tactics of ${ref(seat)}: ${kept}, ${after}.`, stored ? 'good' : lost ? 'bad' : 'plain', [
        rollRow('Tactics', roll, [trained], []),
      ]);
    },
  },
);

/** DS-TAC-1, DS-TAC-4, DS-TAC-5, RULING-51. Everybody tests once, in the order that holds when the step begins. */
export function* runTacticsTests(draft: Draft): PartialRuling {
  for (const seat of initiativeOrder(draft))
    yield* runPhase(draft, 'tactics.roll', seat, (more) => tacticsTest(draft, seat, more));
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
    says: () => ({ roller: say`Tactics roll of ${ref(seat)}`, opponent: say`Tactics roll of ${ref(seat)}` }),
  });
  const kept = roll.kept[0] ?? 'BLK';
  const lost = kept === 'SKL' && state.initiative === seat;
  const stored = kept === 'HIT' || kept === 'ADV' ? kept : undefined;
  draft.emit(tacticsTested({ seat, level, roll, kept, stored, lost }));
  if (lost) passToken(draft, 'skull');
}

/** DS-TAC-6, DS-TAC-7, DS-TAC-8. */
export const symbolSpent = event(
  'symbol-spent',
  { seat: warriorOrSeatId, warrior: warriorOrSeatId, symbol: z.enum(['HIT', 'ADV']) },
  {
    apply: (state, { seat, symbol: spent }) =>
      updateActivation(
        updateSeat(state, seat, (each) => ({
          ...each,
          symbols: { ...each.symbols, [spent]: Math.max(0, each.symbols[spent] - 1) },
        })),
        (now) => ({ ...now, symbolSpent: true, started: true }),
      ),
    narrate: ({ seat, warrior, symbol: spent }) => line(say`${maskedRef(seat)} spends ${spent} on ${ref(warrior)}.`),
  },
);

/** DS-CMD-11, DS-TAC-6, DS-TAC-7, DS-TAC-8. */
export const spendSymbol = order({
  summary: 'Spend a stored Tactics symbol: ADV for movement, HIT for a free Attack action',
  role: 'player',
  params: z.strictObject({ symbol: oneOfParam('Which symbol', ['ADV', 'HIT']) }),
  offers: {
    symbol: offersForCurrentPlayer((state) => {
      const stored = findSeat(state, state.current ?? '')?.symbols;
      return (['ADV', 'HIT'] as const)
        .filter((each) => stored !== undefined && stored[each] > 0 && state.activation?.symbolSpent === false)
        .map((each) => ({ value: each, label: each === 'ADV' ? 'ADV: movement points' : 'HIT: a free Attack action' }));
    }),
  },
  resolve: inActivation(function* (draft, params, { activation, warrior }) {
    const state = draft.now();
    if (activation.symbolSpent) return refuse('E_SYMBOL_ALREADY_SPENT');
    if ((findSeat(state, activation.seat)?.symbols[params.symbol] ?? 0) === 0)
      return refuse('E_NO_SYMBOL', { symbol: params.symbol });
    draft.emit(symbolSpent({ seat: activation.seat, warrior: warrior.id, symbol: params.symbol }));
    if (params.symbol === 'ADV') yield* gainMp(draft, warrior.id, 'tacticsAdv');
    else yield* takeAttackAction(draft, true);
    return doneVerdict;
  }),
});
