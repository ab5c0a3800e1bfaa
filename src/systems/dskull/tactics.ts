import { z } from 'zod';
import { maskedRef, phrase, ref, refuse, say } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { doneVerdict, oneOfParam } from '../../rules/verb.ts';
import { takeAttackAction } from './activation/attack-actions.ts';
import { offersForCurrentPlayer, requireActivation } from './checks.ts';
import { rollDice, rollRow, rollSchema } from './dice/roll.ts';
import { initiativeOrder, passToken } from './initiative.ts';
import { gainMp } from './movement/points.ts';
import { findSeat } from './players.ts';
import { dieFaces } from './settings.ts';
import { warbandSkillLevel } from './skill-tests.ts';
import {
  type Draft,
  event,
  order,
  type PartialRuling,
  updateActivation,
  updateSeat,
  warriorOrSeatId,
} from './state.ts';
import { runPhase } from './triggers/triggers.ts';

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
  resolve: function* (draft, call, params) {
    const state = draft.now();
    const acting = requireActivation(state, call);
    if (!acting.ok) return acting;
    const { activation, warrior } = acting.value;
    if (activation.symbolSpent) return refuse('E_SYMBOL_ALREADY_SPENT');
    if ((findSeat(state, activation.seat)?.symbols[params.symbol] ?? 0) === 0)
      return refuse('E_NO_SYMBOL', { symbol: params.symbol });
    draft.emit(symbolSpent({ seat: activation.seat, warrior: warrior.id, symbol: params.symbol }));
    if (params.symbol === 'ADV') yield* gainMp(draft, warrior.id, 'tacticsAdv');
    else yield* takeAttackAction(draft, true);
    return doneVerdict;
  },
});
