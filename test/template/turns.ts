import { z } from 'zod';
import { ref, refuse, say } from '../../src/core/message.ts';
import type { Entrant, GmEnding } from '../../src/rules/definition.ts';
import { line } from '../../src/rules/event.ts';
import { doneVerdict } from '../../src/rules/verb.ts';
import { current, type Draft, event, fighter, isStanding, type Sheet, type State } from './state.ts';

/** DU-SETUP-1. */
export const entered = event('joined', {
  facts: { fighter },
  apply: (state, { fighter }) => ({ ...state, fighters: [...state.fighters, fighter] }),
  narrate: ({ fighter: { id } }) => line(say`${ref(id)} joins.`),
});

export const enter = ({ emit }: Draft, { id, side = id, sheet }: Entrant<Sheet>) => {
  emit(entered({ fighter: { id, side, sheet, hp: sheet.hp } }));
  return doneVerdict;
};

export const roundBegan = event('round-began', {
  facts: {},
  apply: (state) => ({ ...state, status: 'active', round: state.round + 1, acted: [] }),
  narrate: (_, { after }) => line(`Round ${after.round}.`, 'quiet'),
  beginsRound: true,
});

export const ended = event('ended', {
  facts: { reason: z.string() },
  apply: (state) => ({ ...state, status: 'ended' }),
  narrate: ({ reason }) => line(reason, 'good'),
});

const countSides = ({ fighters }: State): number => new Set(fighters.filter(isStanding).map(({ side }) => side)).size;

/** DU-SETUP-2. */
export const start = ({ now, emit }: Draft) => {
  if (countSides(now()) < 2) return refuse('one-side');
  emit(roundBegan());
  return doneVerdict;
};

/** Starts the next turn or round, or ends the duel. DU-TURN-2, DU-TURN-3. */
export const nextTurn = ({ now, emit }: Draft): void => {
  if (countSides(now()) < 2) emit(ended({ reason: 'One side is left.' }));
  else if (current(now()) === undefined) emit(roundBegan());
};

export const finish = ({ emit }: Draft, { reason }: GmEnding) => {
  emit(ended({ reason }));
  return doneVerdict;
};
