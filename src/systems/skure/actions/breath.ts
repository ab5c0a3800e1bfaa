import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { listed, sameName } from '../../../core/text.ts';
import { combatant, text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { actingNow, notDead, onTheBoard, withinReach } from '../checks.ts';
import { defendAllyWindow } from '../defending-ally/interception.ts';
import { breaths, breathTargets } from '../offers.ts';
import { breathe } from '../spells.ts';
import { order } from '../state.ts';

/** SK-BREATH-1, SK-BREATH-2, SK-RUL-34. */
export const breath = order({
  summary: 'Use a breath on somebody you directly face; ends the turn',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({ breath: text('The breath', 60), target: combatant('On whom') }),
  offers: { breath: breaths, target: breathTargets },
  resolve: function* (draft, call, { breath: wanted, target: name }) {
    const state = draft.now();
    const acting = actingNow(state, call);
    if (!acting.ok) return acting;
    const { me } = acting.value;
    const used = me.sheet.breaths.find((each) => sameName(each.name, wanted));
    if (used === undefined) {
      const known = listed(me.sheet.breaths.map((each) => each.name)) || 'none';
      return refuse('UNKNOWN_BREATH', { actor: ref(me.name), breath: wanted, known });
    }
    const found = onTheBoard(state, name);
    if (!found.ok) return found;
    const alive = notDead(found.value);
    if (!alive.ok) return alive;
    const target = alive.value;
    if (target.name !== me.name) {
      const reached = withinReach(state, me, target, used.range);
      if (!reached.ok) return reached;
    }

    const shield = yield* defendAllyWindow(draft, { how: 'breath', attacker: me, ally: target }, used);
    breathe(draft, me.name, used, target.name, shield);
    return done;
  },
});
