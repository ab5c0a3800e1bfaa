import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant, flag, text, whole } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { settle } from '../activation.ts';
import { asGm, findWarrior } from '../checks.ts';
import { inflict } from '../deeds.ts';
import { everyFigure } from '../offers.ts';
import { isStuck, passTurn } from '../rounds.ts';
import { isFigure } from '../seats.ts';
import { order } from '../state.ts';

/** DS-INJ-10. */
export const harm = order({
  summary: 'Let a hazard deal damage to a warrior',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Whom it hurts'),
    damage: whole('How much damage', 1, 30),
    armour: flag('Does armour help? Only if the source says so').default(false),
    source: text('What does it', 100).default('hazard'),
  }),
  offers: { target: everyFigure },
  resolve: function* (draft, call, { target: name, damage, armour, source }) {
    const state = draft.now();
    const gm = asGm(state, call, 'deploy', 'preparation', 'resolution');
    if (!gm.ok) return gm;
    const target = findWarrior(state, name);
    if (target === undefined) return refuse('E_TARGET_UNKNOWN', { target: ref(name) });
    if (!isFigure(target)) return refuse('E_TARGET_REMOVED', { target: ref(target.id) });
    yield* inflict(draft, target.id, damage, source, armour);
    if (state.activation !== undefined) yield* settle(draft);
    else if (isStuck(draft.now()) && state.phase === 'resolution') yield* passTurn(draft);
    return done;
  },
});
