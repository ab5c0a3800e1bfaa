import { z } from 'zod';
import type { Finish } from '../../src/rules/definition.ts';
import { line } from '../../src/rules/lines.ts';
import { moveKind } from '../../src/rules/standing-order-kinds.ts';
import { done } from '../../src/rules/verb.ts';
import { type Draft, event, stands } from './state.ts';

export const ended = event(
  'ended',
  { winner: z.string().optional(), reason: z.string() },
  {
    apply: (state, { winner }) => ({ ...state, status: 'ended', winner }),
    tell: ({ winner, reason }) => line(winner === undefined ? reason : `${winner} wins. ${reason}`, 'good'),
  },
);

/** DU-TURN-2. */
export const endIfDecided = ({ now, emit }: Draft): void => {
  const standing = now().fighters.filter(stands);
  const sides = new Set(standing.map(({ side }) => side));
  const [winner] = sides;
  if (sides.size === 1) emit({ type: 'ended', winner, reason: 'Nobody else stands.' });
};

/** The GM ends the duel. */
export const finish = ({ emit }: Draft, { winner, reason }: Finish) => {
  emit({ type: 'ended', reason, ...(winner !== undefined && { winner }) });
  return done;
};

export const turnKind = moveKind('is to strike', 'strike the first foe');
