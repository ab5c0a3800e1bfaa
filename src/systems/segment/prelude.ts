import type { Dice } from '../../dice/dice.ts';
import { able, find } from './battle.ts';
import { freeMoves } from './free-move.ts';
import { droppedBy, handsAfter } from './hands.ts';
import { freeActionSegment } from './initiative.ts';
import type { Combatant, State } from './model.ts';
import type { Unfolding } from './unfolding.ts';

/** SEG-FREE-2: free actions come just before the first action. */
export const actFreely = (tape: Unfolding, who: string): void => {
  const found = find(tape.now(), who);
  if (found === undefined || !able(found)) return;
  const { freeActions = [], draw = [] } = found.declaration?.options ?? {};
  for (const says of freeActions.slice(found.freeActionsUsed)) {
    const dropped = droppedBy(find(tape.now(), who) ?? found, says, draw.length > 0);
    tape.put({ type: 'free-acted', who, says, ...(dropped !== undefined && { drops: dropped }) });
  }
};

/** SEG-FREE-2: without an action of its own, at its segment all the same. */
export const actsFreelyNow = (state: State, who: Combatant): boolean =>
  able(who) &&
  (who.declaration?.options.freeActions.length ?? 0) > who.freeActionsUsed &&
  who.initiatives.every(({ status }) => status === 'carried' || status === 'lost') &&
  freeActionSegment(who) === state.clock?.segment;

/** SEG-RUL-59: sheathing and drawing are done when the first attack comes; SEG-PICK-3. */
const rearm = (tape: Unfolding, who: string): void => {
  const found = find(tape.now(), who);
  const declared = found?.declaration;
  if (found === undefined || declared === undefined || found.rearmed) return;
  const { draw, sheathe } = declared.options;
  const pickedUp = declared.main === 'pick-up' && found.pickDegree === 1 ? declared.weapon : undefined;
  if (draw.length === 0 && sheathe.length === 0 && pickedUp === undefined) return;
  tape.put({
    type: 'rearmed',
    who,
    ...handsAfter(found, declared.options, pickedUp),
    drawn: draw.map(({ weapon }) => weapon),
    sheathed: [...sheathe],
    ...(pickedUp !== undefined && { pickedUp }),
  });
};

/** Free actions, an early free move (SEG-RUL-55) and drawing, before an action. True: it cannot go on now. */
export const prelude = (tape: Unfolding, who: string, dice: Dice): boolean => {
  actFreely(tape, who);
  if ((tape.now().clock?.segment ?? 0) > 10 && freeMoves(tape, who, dice)) return true;
  rearm(tape, who);
  const after = find(tape.now(), who);
  return after === undefined || !able(after);
};
