import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { listed, sameName } from '../../../core/text.ts';
import { combatant, text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { actingNow, notDead, onTheBoard, withinReach } from '../checks.ts';
import { mayRise } from '../death.ts';
import { spells, spellTargets } from '../offers.ts';
import { payFor, unleash } from '../spells.ts';
import { order } from '../state.ts';

/** SK-SPELL-1..8. */
export const cast = order({
  summary: 'Cast a spell at somebody you directly face, or on yourself; ends the turn',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({ spell: text('The spell', 60), target: combatant('On whom') }),
  offers: { spell: spells, target: spellTargets },
  resolve: (draft, call, { spell: wanted, target: name }) => {
    const state = draft.now();
    const acting = actingNow(state, call);
    if (!acting.ok) return acting;
    const { me } = acting.value;
    const spell = me.sheet.spells.find((each) => sameName(each.name, wanted));
    if (spell === undefined) {
      const known = listed(me.sheet.spells.map((each) => each.name)) || 'none';
      return refuse('UNKNOWN_SPELL', { actor: ref(me.name), spell: wanted, known });
    }
    if (me.essence === 0) return refuse('NO_ESSENCE', { actor: ref(me.name) });
    const found = onTheBoard(state, name);
    if (!found.ok) return found;
    const target = found.value;
    if (spell.revives === null) {
      const alive = notDead(target);
      if (!alive.ok) return alive;
    }
    if (target.name !== me.name) {
      const reached = withinReach(state, me, target, spell.range);
      if (!reached.ok) return reached;
    }
    if (spell.revives !== null) {
      const body = mayRise(target);
      if (!body.ok) return body;
    }

    if (payFor(draft, me.name, spell, target.name)) unleash(draft, me.name, spell, target.name);
    return done;
  },
});
