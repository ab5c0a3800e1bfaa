import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { combatant, oneOf, text, whole } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { usePotion } from '../after-combat.ts';
import { acting, commanded } from '../checks.ts';
import { bodies } from '../offers.ts';
import { inTouch } from '../range.ts';
import { recompute } from '../skirmish.ts';
import { mayMajor, spendMajor } from '../turns.ts';
import { bodyCalled, isDead } from '../units.ts';

/** SW-HEAL-1, SW-ACT-23. The GM says what the potion does; giving it is a Major Action. */
export const potion = order({
  summary: 'Give a potion to someone here: a Major Action',
  role: 'player',
  params: z.strictObject({
    name: text('What it is called', 60).default('potion'),
    power: whole('Its row of the power table', 0, 100).default(20),
    pool: oneOf('What it restores', ['hp', 'mp']).default('hp'),
    target: combatant('Who drinks; left out: oneself').optional(),
  }),
  // No sheet has potions on it: what it does, the GM says.
  granted: () => ['name', 'power', 'pool'],
  offers: { target: bodies },
  resolve: (draft, call, { target, ...kind }) => {
    const state = draft.now();
    const fights = state.stage === 'combat';
    const own = fights ? acting(draft, call) : commanded(state, call);
    if (!own.ok) return own;
    const unit = own.value;
    if (fights) {
      const major = mayMajor(draft.now(), unit, unit.id);
      if (!major.ok) return major;
    }
    const drinker = bodyCalled(draft.now(), target ?? unit.id);
    if (drinker === undefined || isDead(drinker.body)) return refuse('E_NO_TARGET');
    if (fights && !inTouch(draft.now(), unit, drinker.unit)) return refuse('E_NOT_HERE');
    if (fights) spendMajor(draft, unit.id, unit.id);
    usePotion(draft, unit.id, kind, drinker.body.id);
    if (fights) recompute(draft);
    return done;
  },
});
