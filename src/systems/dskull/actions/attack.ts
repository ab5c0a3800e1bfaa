import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant, oneOf, text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { settle } from '../activation.ts';
import { aimed, attack as strike } from '../attack.ts';
import { wielded } from '../attack-actions.ts';
import { hostileTarget, inActivation } from '../checks.ts';
import { terrainOf } from '../engagement.ts';
import { activeWeapons, targets } from '../offers.ts';
import { copiesOf } from '../seats.ts';
import { corners } from '../sight.ts';
import { order } from '../state.ts';

/** DS-CMD-9, DS-ATK-6, DS-TRAIT-9. */
export const attack = order({
  summary: 'Attack a foe with a weapon you have selected',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({
    target: combatant('Whom you attack'),
    weapon: text('With which weapon; left out, the first with an attack left', 100).optional(),
    corner: oneOf('From which corner of your space you look; left out, the best', corners).optional(),
    spendAdv: oneOf('How a Strong warrior spends an ADV', ['best', 'strong', 'no']).default('best'),
  }),
  offers: { target: targets, weapon: activeWeapons(false) },
  asks: () => ['weapon'],
  resolve: function* (draft, call, params) {
    const state = draft.now();
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const wielding = wielded(state.settings, acting.value, params.weapon, false);
    if (!wielding.ok) return wielding;
    const { warrior, activation } = acting.value;
    const target = hostileTarget(state, warrior, params.target);
    if (!target.ok) return target;
    const { id } = target.value;
    if (copiesOf(target.value, 'awe-inspiring') > 0 && activation.dared[id] !== 'passed')
      return refuse('E_AWE', { target: ref(id) });
    const terrain = terrainOf(state);
    if (terrain === undefined) return refuse('no-board');
    const aim = aimed(terrain, warrior, target.value, wielding.value.weapon, params.corner);
    if (!aim.ok) return aim;
    yield* strike(draft, wielding.value, id, params.corner, params.spendAdv, terrain);
    yield* settle(draft);
    return done;
  },
});
