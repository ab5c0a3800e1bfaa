import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { hasInSight } from '../aiming.ts';
import { actingNow, enemyCalled } from '../checks.ts';
import { aimTargets } from '../offers.ts';
import { order } from '../state.ts';

/** SK-AIM-1..4. */
export const aim = order({
  summary: 'Aim at an enemy in front view to strike it better later; ends the turn',
  role: 'player',
  params: z.strictObject({ target: combatant('At whom you aim') }),
  offers: { target: aimTargets },
  resolve: (draft, call, { target: name }) => {
    const state = draft.now();
    const acting = actingNow(state, call);
    if (!acting.ok) return acting;
    const { me } = acting.value;
    const enemy = enemyCalled(state, me, name);
    if (!enemy.ok) return enemy;
    const target = enemy.value;
    if (!hasInSight(state, me, target))
      return refuse('TARGET_NOT_IN_SIGHT', { actor: ref(me.name), target: ref(target.name) });

    const turns = me.aim?.target === target.name ? me.aim.turns + 1 : 1;
    draft.emit({ type: 'aimed', who: me.name, target: target.name, turns });
    return done;
  },
});
