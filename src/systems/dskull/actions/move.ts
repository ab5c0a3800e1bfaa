import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { squares } from '../../../rules/grid/square.ts';
import { done } from '../../../rules/verb.ts';
import { settle } from '../activation.ts';
import { inActivation } from '../checks.ts';
import { checkedPath, wayOf } from '../movement.ts';
import { paths } from '../offers.ts';
import { order } from '../state.ts';
import { walk } from '../walk.ts';

/** DS-CMD-7. */
export const move = order({
  summary: 'Walk a path with the movement points you have',
  role: 'player',
  seen: 'in-sight',
  params: z.strictObject({ path: squares('Every space of the way, like D4 D5 E5') }),
  offers: { path: paths },
  resolve: function* (draft, call, { path }) {
    const state = draft.now();
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const { activation, warrior } = acting.value;
    const way = wayOf(state, warrior);
    if (way === undefined) return refuse('no-board');
    const checked = checkedPath(way, path, activation.fearsome, activation.mp);
    if (!checked.ok) return checked;
    yield* walk(draft, warrior.id, checked.value);
    yield* settle(draft);
    return done;
  },
});
