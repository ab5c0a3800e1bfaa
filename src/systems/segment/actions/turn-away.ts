import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { text } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { find } from '../battle.ts';
import { asked, commanded } from '../checks.ts';
import { pathParam } from '../declaration-text.ts';
import type { March } from '../model.ts';
import { allowanceFeet, pathProblem } from '../movement.ts';
import { ways } from '../offers.ts';
import { effectiveTmr } from '../wounds.ts';

/** SEG-DECL-9, SEG-RUL-4: against desperate defense, any other action for the attacks that are left. */
export const turnAway = action({
  summary: 'Leave a desperate defender alone and do something else',
  role: 'player',
  params: z.strictObject({
    does: text('What you do instead, in your words').default('turns away'),
    path: pathParam.optional(),
  }),
  offers: { path: ways },
  resolve: (state, call, { does, path }) => {
    const pending = asked(state, ['choose-again'], call.actor);
    if (!pending.ok) return pending;
    const { who: id, target, segment } = pending.value;
    const may = commanded(state, call, id);
    if (!may.ok) return may;
    const who = may.value;
    if (find(state, target)?.defending?.kind !== 'desperate')
      return refuse('NOT_A_MINOR_CHANGE', { target: ref(target), problem: 'it is not in desperate defense' });
    const numbers = who.initiatives
      .filter(({ status }) => status === 'pending' || status === 'waiting')
      .map(({ number }) => number);
    const turned = { type: 'turned-away' as const, who: id, from: target, numbers, does };
    if (path === undefined) return ok([turned]);
    if (who.noMovement) return refuse('NO_MOVEMENT_CONFLICT', { what: 'moving off' });
    if (who.aiming !== undefined) return refuse('AIM_AND_MOVE');
    if (path === 'unreadable') return refuse('BAD_PATH', { problem: 'it cannot be read' });
    if ('squares' in path && who.pos !== undefined) {
      const problem = pathProblem(state, who.pos, path.squares);
      if (problem !== undefined) return refuse('BAD_PATH', { problem });
      const feet = 5 * path.squares.length;
      const most = allowanceFeet(4, effectiveTmr(state, who));
      if (feet > most) return refuse('PATH_TOO_LONG', { who: ref(id), feet, most });
    }
    const march: March = {
      route: path,
      rate: 4,
      begins: Math.min(10, segment - 1),
      covered: 0,
      entered: 0,
      done: false,
      spared: [target],
    };
    return ok([{ ...turned, march }]);
  },
});
