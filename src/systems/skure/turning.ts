import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { turnBetween } from './board.ts';
import type { Code } from './refusals.ts';
import { type MoveRating, ratingOf } from './sheet.ts';
import type { Facing, Placed, Turn } from './state.ts';

/** SK-TURNING-4..6: facing steps of 45 degrees. */
export const turningSteps: Readonly<Record<MoveRating['turning'], number>> = { F: 1, S: 2, A: 4 };

/** SK-TURNING-1..3: before moving any facing; after it, within the turning ability of the facing it began moving with. */
export const mayTurn = (combatant: Placed, turn: Turn, to: Facing): Result<'before' | 'after', Refusal<Code>> => {
  if (!turn.moved) return ok('before');
  if (turn.preTurned) return refuse('TURN_AFTER_PRETURN', { actor: ref(combatant.name) });
  const steps = turningSteps[ratingOf(combatant.sheet).turning];
  const from = turn.moveFacing ?? turn.startFacing;
  return turnBetween(from, to) > steps
    ? refuse('TURN_TOO_FAR', { actor: ref(combatant.name), most: steps * 45, from })
    : ok('after');
};
