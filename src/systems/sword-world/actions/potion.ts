import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant, oneOf, text, whole } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { usePotion } from '../after-combat.ts';
import { acting, commanded } from '../checks.ts';
import { bodies } from '../offers.ts';
import { inTouch } from '../range.ts';
import { recompute } from '../skirmish.ts';
import { mayMajor, spendMajor } from '../turns.ts';
import { decided, unfolding } from '../unfolding.ts';
import { bodyCalled, isDead } from '../units.ts';

/** SW-HEAL-1, SW-ACT-23. The GM says what the potion does; giving it is a Major Action. */
export const potion = action({
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
  resolve: (state, call, { target, ...kind }, dice) => {
    const turn = state.stage === 'combat' ? acting(state, call) : undefined;
    if (turn && !turn.ok) return turn;
    const own = turn ? undefined : commanded(state, call);
    if (own && !own.ok) return own;
    const course = turn?.value.course ?? unfolding(state);
    const unit = turn?.value.unit ?? own?.value;
    if (unit === undefined) return refuse('E_NO_UNIT', { unit: ref(call.actor) });
    if (turn) {
      const major = mayMajor(course.state, unit, unit.id);
      if (!major.ok) return major;
    }
    const drinker = bodyCalled(course.state, target ?? unit.id);
    if (drinker === undefined || isDead(drinker.body)) return refuse('E_NO_TARGET');
    if (turn && !inTouch(course.state, unit, drinker.unit)) return refuse('E_NOT_HERE');
    if (turn) spendMajor(course, unit.id, unit.id);
    usePotion(course, unit.id, kind, drinker.body.id, dice);
    if (turn) recompute(course);
    return decided(course);
  },
});
