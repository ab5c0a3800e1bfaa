import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { settle } from '../activation.ts';
import { spendAction } from '../attack-actions.ts';
import { inActivation } from '../checks.ts';
import { interactionCalled, interactions, interact as perform } from '../interaction.ts';
import { interactable } from '../offers.ts';
import { order } from '../state.ts';

/** DS-CMD-13, DS-ACT-7. */
export const interact = order({
  summary: 'Take an Interact action: a door, an object of the scenario, or Medicine',
  role: 'player',
  params: z.strictObject({ what: text('door E5 E6, take lantern, give Tam, use chest, medicine Tam stunned', 200) }),
  offers: { what: interactable },
  resolve: function* (draft, call, { what }) {
    const state = draft.now();
    const acting = inActivation(state, call);
    if (!acting.ok) return acting;
    const { activation, warrior } = acting.value;
    if (activation.actions === 0) return refuse('E_NO_ACTIONS', { warrior: ref(warrior.id) });
    const chosen = interactionCalled(interactions(state, warrior), what);
    if (chosen === undefined) return refuse('E_NOTHING_TO_INTERACT', { warrior: ref(warrior.id) });
    yield* spendAction(draft, warrior.id, 'interact', () => perform(draft, warrior, chosen));
    yield* settle(draft);
    return done;
  },
});
