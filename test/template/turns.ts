import { z } from 'zod';
import type { GmEnding } from '../../src/rules/definition.ts';
import { tickEffects } from '../../src/rules/effect-events.ts';
import { line } from '../../src/rules/lines.ts';
import { standingOrderForMove } from '../../src/rules/standing-order-kinds.ts';
import { doneVerdict } from '../../src/rules/verb.ts';
import { current, type Draft, event, isStanding, type State } from './state.ts';

export const ended = event(
  'ended',
  { winner: z.string().optional(), reason: z.string() },
  {
    apply: (state, { winner }) => ({ ...state, status: 'ended', winner }),
    narrate: ({ winner, reason }) => line(winner === undefined ? reason : `Victory for ${winner}. ${reason}`, 'good'),
  },
);

export const roundBegan = event(
  'round-began',
  { round: z.int() },
  {
    apply: (state, { round }) => ({ ...state, round, acted: [] }),
    narrate: ({ round }) => line(`Round ${round}.`, 'quiet'),
    beginsRound: true,
  },
);

const sidesLeft = ({ fighters }: State): readonly string[] => [
  ...new Set(fighters.filter(isStanding).map(({ side }) => side)),
];

/** DU-TURN-2, DU-TURN-3: on to whoever strikes next, or to the end. */
export const nextTurn = (draft: Draft): void => {
  const { now, emit } = draft;
  const [winner, ...others] = sidesLeft(now());
  if (others.length === 0) {
    emit(ended({ winner, reason: 'Nobody else stands.' }));
    return;
  }
  if (now().round === 0 || current(now()) === undefined) {
    if (now().round > 0) tickEffects(draft, 'end');
    emit(roundBegan({ round: now().round + 1 }));
    tickEffects(draft, 'start');
  }
  tickEffects(draft, 'start', current(now())?.id);
};

/** What follows a blow: the turn of whoever struck is over. */
export const endTurn = (draft: Draft): void => {
  tickEffects(draft, 'end', draft.now().acted.at(-1));
  nextTurn(draft);
};

/** Where the GM has put right that nobody is to strike, or nobody to be struck, the duel goes on from there. */
export const continueAfterCorrection = (draft: Draft) => {
  const state = draft.now();
  if (state.status !== 'active' || (current(state) !== undefined && sidesLeft(state).length > 1)) return undefined;
  nextTurn(draft);
  return doneVerdict;
};

/** The GM ends the duel. */
export const finish = ({ emit }: Draft, { winner, reason }: GmEnding) => {
  emit(ended({ reason, ...(winner !== undefined && { winner }) }));
  return doneVerdict;
};

export const turnKind = standingOrderForMove('is to strike', 'strike the first foe');
