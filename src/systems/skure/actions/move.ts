import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { done } from '../../../rules/verb.ts';
import { actingNow } from '../checks.ts';
import { enter, walkOf } from '../movement.ts';
import { paths } from '../offers.ts';
import { order } from '../state.ts';
import { readPath } from '../ways.ts';

/** SK-MOVE-1..7, SK-RUL-20..22. */
export const move = order({
  summary: 'Move before your action: steps like N NE 2E, or squares like D4',
  role: 'player',
  seen: 'in-sight',
  params: z.strictObject({
    path: z.string().max(600).meta({ description: 'Steps like N NE 2E, or squares like D4 D5', widget: 'path' }),
  }),
  offers: { path: paths },
  resolve: (draft, call, { path }) => {
    const state = draft.now();
    const acting = actingNow(state, call);
    if (!acting.ok) return acting;
    const { me, turn } = acting.value;
    if (turn.postTurned) return refuse('MOVE_AFTER_TURN', { actor: ref(me.name) });
    const read = readPath(state, me, path);
    if (!read.ok) return read;
    const walk = walkOf(state, me, read.value);
    if (!walk.ok) return walk;

    enter(draft, me.name, walk.value.path);
    return done;
  },
});
