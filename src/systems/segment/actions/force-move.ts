import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { barrierAt, barrierInWords } from '../../../rules/grid/driven.ts';
import { square, squareName } from '../../../rules/grid/square.ts';
import { combatant, whole } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { rollMultiple } from '../attribute-checks.ts';
import { gmOn } from '../checks.ts';
import { footingOf } from '../engagement.ts';
import { everybody } from '../offers.ts';

/** SEG-NOMOVE-4, SEG-INT-3: something moves a combatant against its will. */
export const forceMove = action({
  summary: 'Move a combatant against its will',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Who is moved'),
    to: square('Where to; left out without a map').optional(),
    feet: whole('Without a map: how far', 0, 1000).optional(),
  }),
  offers: { target: everybody },
  resolve: (state, call, { target, to, feet }, dice) => {
    const found = gmOn(state, call, target);
    if (!found.ok) return found;
    const who = found.value;
    const by = to && barrierAt(footingOf(state, who.id), to);
    if (to !== undefined && by !== undefined)
      return refuse('CANNOT_STAND', { square: squareName(to), problem: barrierInWords(by) });
    const still = who.noMovement && who.life === 'up';
    const roll = still ? rollMultiple(state, who, 'dex', 2, dice) : undefined;
    return ok([
      {
        type: 'force-moved',
        who: who.id,
        ...(to !== undefined && { to }),
        ...(feet !== undefined && { feet }),
        stopped: still,
        interrupted: who.casting !== undefined,
        ...(roll && { roll }),
        prone: roll !== undefined && !roll.success,
      },
    ]);
  },
});
