import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { flag } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { byTheBm } from '../checks.ts';
import { deployment } from '../deployment.ts';
import { order } from '../state.ts';

/** SK-RUL-64: everybody at once, so that a battle can begin. */
export const deploy = order({
  summary: 'The BM places everybody: teams on opposite edges, or on given rows by drawing lots',
  role: 'gm',
  params: z.strictObject({
    lots: flag('Draw lots for the squares?').default(false),
    rows: z
      .string()
      .max(300)
      .default('')
      .meta({ description: 'Rows of each team, like red 1-3, blue 14-16; left out: opposite edges' }),
    again: flag('Also those who have been placed already?').default(false),
  }),
  resolve: (draft, call, params) => {
    const state = draft.now();
    const bm = byTheBm(call);
    if (!bm.ok) return bm;
    if (state.status === 'ended') return refuse('BATTLE_NOT_ACTIVE', { actor: ref(call.actor) });
    if (state.status === 'active') return refuse('ALREADY_STARTED');
    const unseen = state.combatants.flatMap(({ name }) => call.unseenBy?.(name) ?? []);
    const placed = deployment(state, params, draft.dice, unseen);
    if (!placed.ok) return placed;
    draft.emit(...placed.value);
    return done;
  },
});
