import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatants } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { called, commanded } from '../checks.ts';
import { mountWeakness } from '../mounts.ts';
import { hostile, unitOf } from '../units.ts';
import { magicPower } from '../values.ts';

/** SW-MOUNT-5. */
export const weakness = order({
  summary: 'Guard the mount’s weaknesses against the enemies’ strongest caster',
  role: 'player',
  params: z.strictObject({ against: combatants('The enemies; left out: all of them').optional() }),
  offers: {
    against: (state, call) => {
      const own = unitOf(state, call.actor);
      return state.units
        .filter((other) => own && hostile(own, other) && magicPower(state, other, undefined) > 0)
        .map(({ id }) => ({ value: id, label: ref(id) }));
    },
  },
  resolve: (draft, call, { against }) => {
    const state = draft.now();
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    const rider = unit.value.rider ? called(state, unit.value.rider) : unit;
    if (!rider.ok) return rider;
    if (rider.value.mountedOn === undefined)
      return refuse('E_NOT_NOW', { why: say`${ref(rider.value.id)} rides no mount` });
    if (state.stage === 'combat' && state.round > 1)
      return refuse('E_NOT_NOW', { why: "a mount's weaknesses are settled when combat begins" });
    const ids: string[] = [];
    for (const name of against ?? []) {
      const enemy = called(state, name);
      if (!enemy.ok) return enemy;
      ids.push(enemy.value.id);
    }
    const foes = state.units.filter((other) => hostile(rider.value, other)).map(({ id }) => id);
    mountWeakness(draft, rider.value.id, against === undefined ? foes : ids);
    return done;
  },
});
