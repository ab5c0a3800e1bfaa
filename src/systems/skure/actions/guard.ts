import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { actingNow, onTheBoard } from '../checks.ts';
import { standsInFront } from '../defending-ally.ts';
import { allies } from '../offers.ts';
import { order } from '../state.ts';

/** SK-ALLY-1..9: the declared version. */
export const guard = order({
  summary: 'Defend an ally who stands behind you: front attacks on it fall on you; ends the turn',
  role: 'player',
  params: z.strictObject({ target: combatant('Whom you defend') }),
  offers: { target: allies },
  resolve: (draft, call, { target: name }) => {
    const state = draft.now();
    const acting = actingNow(state, call);
    if (!acting.ok) return acting;
    const { me } = acting.value;
    const found = onTheBoard(state, name);
    if (!found.ok) return found;
    const ally = found.value;
    const facts = { actor: ref(me.name), target: ref(ally.name) };
    if (ally.name === me.name) return refuse('TARGET_SELF', facts);
    if (ally.team !== me.team) return refuse('NOT_AN_ALLY', facts);
    if (!standsInFront(state, me, ally)) return refuse('ALLY_NOT_BEHIND', facts);

    const { essence } = me;
    draft.emit({ type: 'stance-taken', who: me.name, stance: 'defend-ally', ally: ally.name, essence, passing: false });
    return done;
  },
});
