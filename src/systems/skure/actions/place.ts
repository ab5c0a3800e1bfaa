import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { square } from '../../../rules/grid/square.ts';
import { combatant, oneOf } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { compass } from '../../../rules/view.ts';
import { byTheBm, everybody } from '../checks.ts';
import { putOn, standable } from '../deployment.ts';
import { called, order } from '../state.ts';

/** SK-GEN-5, SK-RUL-64. */
export const place = order({
  summary: 'The BM sets a combatant on a square, facing where it should',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Whom you place'),
    to: square('The square, like D4'),
    facing: oneOf('Its facing; left out: as it was', compass).optional(),
  }),
  offers: { target: everybody },
  resolve: (draft, call, { target: name, to, facing }) => {
    const state = draft.now();
    const bm = byTheBm(call);
    if (!bm.ok) return bm;
    if (state.status === 'ended') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(call.actor) });
    if (call.pending !== undefined) return refuse('REACTION_PENDING');
    const target = called(state, name);
    if (target === undefined) return refuse('NO_SUCH_TARGET', { target: ref(name) });
    const free = standable(state, target, to);
    if (!free.ok) return free;

    putOn(draft, target.name, to, facing ?? target.facing);
    return done;
  },
});
