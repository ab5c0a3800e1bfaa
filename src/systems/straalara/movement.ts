import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Combatant } from './model.ts';
import type { Code } from './refusals.ts';
import type { Settings } from './settings.ts';

/** Metres a turn; wounds do not shorten it (ST-MOVE-4). */
export const walkSpeed = ({ sheet }: Combatant, { walkSpeedDefault }: Settings): number =>
  sheet.walkSpeed ?? walkSpeedDefault;

/** ST-MOVE-2, ST-MOVE-3. Refuses BAD_DISTANCE, MOVE_TOO_FAR. */
export const movement = (me: Combatant, move: number, settings: Settings): Result<number, Refusal<Code>> => {
  if (!Number.isSafeInteger(move) || move < 0) return refuse('BAD_DISTANCE', { move });
  const left = walkSpeed(me, settings) - me.moved;
  return move > left ? refuse('MOVE_TOO_FAR', { name: me.name, move, left: Math.max(0, left) }) : ok(move);
};
