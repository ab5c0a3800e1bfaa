import { ok, ref, refuse } from '../../core/message.ts';
import type { Settings } from './settings.ts';
import type { CheckResult, Combatant } from './state.ts';

/** Metres a turn; wounds do not shorten it (ST-MOVE-4, ST-RUL-24). */
export const walkSpeed = ({ sheet }: Combatant, { walkSpeedDefault }: Settings): number =>
  sheet.walkSpeed ?? walkSpeedDefault;

/** What is left of it this turn; nothing where a correction has shortened it below what is walked already. */
export const remainingWalk = (me: Combatant, settings: Settings): number =>
  Math.max(0, walkSpeed(me, settings) - me.moved);

/** ST-MOVE-1, ST-MOVE-2, ST-MOVE-3. Refuses BAD_DISTANCE, MOVE_TOO_FAR; who stands still never walks too far. */
export const requireMovement = (me: Combatant, move: number, settings: Settings): CheckResult<number> => {
  if (!Number.isSafeInteger(move) || move < 0) return refuse('BAD_DISTANCE', { move });
  const left = remainingWalk(me, settings);
  return move > left ? refuse('MOVE_TOO_FAR', { name: ref(me.name), move, left }) : ok(move);
};
