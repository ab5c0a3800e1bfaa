import { feetBetween, isOccupied, isOnBoard } from './engagement.ts';
import { freeMoved, hasFreeMove } from './movement.ts';
import { type Draft, find } from './state.ts';
import { startWithdrawal } from './withdrawal.ts';

/** SEG-MOVE-5, SEG-RUL-17, SEG-RUL-55: the declared free move; the prone spend it standing up. True: a question is open. */
export const makeFreeMove = (draft: Draft, who: string): boolean => {
  const found = find(draft.now(), who);
  const to = found?.declaration?.options.freeMove;
  if (found === undefined || to === undefined || !hasFreeMove(found)) return false;
  if (found.prone) {
    draft.emit(freeMoved({ who, stoodUp: true }));
    return false;
  }
  const open = isOnBoard(draft.now(), to) && !isOccupied(draft.now(), to, who);
  if (found.pos === undefined || feetBetween(found.pos, to) > 5 || !open) {
    draft.emit(freeMoved({ who, stoodUp: false }));
    return false;
  }
  if (!found.parted && startWithdrawal(draft, who, to)) return true;
  const after = find(draft.now(), who);
  if (after !== undefined && hasFreeMove(after)) draft.emit(freeMoved({ who, to, stoodUp: false }));
  return false;
};
