import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { squares } from '../../../rules/grid/square.ts';
import { combatant, whole } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { called, find } from '../battle.ts';
import { asked, commanded } from '../checks.ts';
import { feetBetween } from '../engagement.ts';

/** SEG-DEF-8, SEG-RUL-72: up to 10 feet in any direction, into anything. */
export const push = action({
  summary: 'Drive a desperate defender up to 10 feet',
  role: 'player',
  params: z.strictObject({
    target: combatant('Who is pushed').optional(),
    path: squares('The squares it is pushed through, two at most').optional(),
    feet: whole('Without a map: how far', 0, 100).default(0),
  }),
  resolve: (state, call, { target, path = [], feet }) => {
    const pending = asked(state, ['push'], call.actor);
    if (!pending.ok) return pending;
    const { who, on } = pending.value;
    const may = commanded(state, call, who);
    if (!may.ok) return may;
    if (target !== undefined && called(state, target)?.id !== on) return refuse('NO_PENDING', { who });
    const pushed = find(state, on);
    if (pushed?.defending?.kind !== 'desperate') return refuse('NOT_DESPERATE', { target: on });
    const from = pushed.pos;
    const stops = path.map((square, n) => feetBetween(n === 0 ? (from ?? square) : (path[n - 1] ?? square), square));
    const far = Math.max(
      feet,
      stops.reduce((sum, each) => sum + Math.max(5, each), 0),
    );
    if (far > 10 || stops.some((each) => each > 5)) return refuse('PUSH_TOO_FAR');
    if (pushed.pushedBy.includes(who)) return refuse('PUSH_USED', { who, target: on });
    return far === 0
      ? ok([{ type: 'push-passed', who, on }])
      : ok([{ type: 'pushed', who, on, squares: [...path], feet: far }]);
  },
});
