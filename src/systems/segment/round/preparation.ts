import { freeActionTaken, handsAfterRearming, rearmed, weaponDroppedBy } from '../equipment.ts';
import { makeFreeMove } from '../free-move.ts';
import { freeActionSegment } from '../initiative.ts';
import { type Combatant, type Draft, find, isAble, type State } from '../state.ts';

/** SEG-FREE-2: free actions come just before the first action. */
export const takeFreeActions = (draft: Draft, who: string): void => {
  const found = find(draft.now(), who);
  if (found === undefined || !isAble(found)) return;
  const { freeActions = [], draw = [] } = found.declaration?.options ?? {};
  for (const says of freeActions.slice(found.freeActionsUsed)) {
    const dropped = weaponDroppedBy(find(draft.now(), who) ?? found, says, draw.length > 0);
    draft.emit(freeActionTaken({ who, says, ...(dropped !== undefined && { drops: dropped }) }));
  }
};

/** SEG-FREE-2: without an action of its own, at its segment all the same. */
export const hasFreeActionsNow = (state: State, who: Combatant): boolean =>
  isAble(who) &&
  (who.declaration?.options.freeActions.length ?? 0) > who.freeActionsUsed &&
  who.initiatives.every(({ status }) => status === 'carried' || status === 'lost') &&
  freeActionSegment(who) === state.clock?.segment;

/** SEG-RUL-59: sheathing and drawing are done when the first attack comes; SEG-PICK-3. */
const rearm = (draft: Draft, who: string): void => {
  const found = find(draft.now(), who);
  const declared = found?.declaration;
  if (found === undefined || declared === undefined || found.rearmed) return;
  const { draw, sheathe } = declared.options;
  const pickedUp = declared.main === 'pick-up' && found.pickDegree === 1 ? declared.weapon : undefined;
  if (draw.length === 0 && sheathe.length === 0 && pickedUp === undefined) return;
  draft.emit(
    rearmed({
      who,
      ...handsAfterRearming(found, declared.options, pickedUp),
      drawn: draw.map(({ weapon }) => weapon),
      sheathed: [...sheathe],
      ...(pickedUp !== undefined && { pickedUp }),
    }),
  );
};

/** Free actions, an early free move (SEG-RUL-55) and drawing, before an action. True: it cannot go on now. */
export const prepareAction = (draft: Draft, who: string): boolean => {
  takeFreeActions(draft, who);
  if ((draft.now().clock?.segment ?? 0) > 10 && makeFreeMove(draft, who)) return true;
  rearm(draft, who);
  const after = find(draft.now(), who);
  return after === undefined || !isAble(after);
};
