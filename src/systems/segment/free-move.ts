import type { Dice } from '../../dice/dice.ts';
import { find } from './battle.ts';
import { feetBetween, occupied, onBoard } from './engagement.ts';
import { hasFreeMove } from './movement.ts';
import type { Unfolding } from './unfolding.ts';
import { leave } from './withdraw.ts';

/** SEG-MOVE-5, SEG-RUL-17, SEG-RUL-55: the declared free move; the prone spend it standing up. True: a question is open. */
export const freeMoves = (tape: Unfolding, who: string, dice: Dice): boolean => {
  const found = find(tape.now(), who);
  const to = found?.declaration?.options.freeMove;
  if (found === undefined || to === undefined || !hasFreeMove(found)) return false;
  if (found.prone) {
    tape.put({ type: 'free-moved', who, stoodUp: true });
    return false;
  }
  const open = onBoard(tape.now(), to) && !occupied(tape.now(), to, who);
  if (found.pos === undefined || feetBetween(found.pos, to) > 5 || !open) {
    tape.put({ type: 'free-moved', who, stoodUp: false });
    return false;
  }
  if (!found.parted && leave(tape, who, to, dice)) return true;
  const after = find(tape.now(), who);
  if (after !== undefined && hasFreeMove(after)) tape.put({ type: 'free-moved', who, to, stoodUp: false });
  return false;
};
