import { z } from 'zod';
import { combatant, oneOf, text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { planAttack } from '../attack-plan.ts';
import { acting } from '../checks.ts';
import { attackTargets, sections, weaponsHeld } from '../offers.ts';
import { grips, weaponModes } from '../sheet.ts';
import { makeAttack } from '../weapon-attacks.ts';

/** SW-ATK-1..8. */
export const attack = order({
  summary: 'Attack with a weapon: a Major Action',
  role: 'player',
  seen: 'seen',
  params: z.strictObject({
    target: combatant('Whom you attack: a unit, or one section of it'),
    weapon: text('The weapon in hand; a monster names none', 100).optional(),
    stance: oneOf('How it is held', grips).optional(),
    mode: oneOf('Melee, thrown, shot or gun; left out: as the weapon is used first', weaponModes).optional(),
    class: text('The class that counts; left out: the best', 40).optional(),
    section: text('The section that attacks', 100).optional(),
  }),
  offers: { target: attackTargets, weapon: weaponsHeld, section: sections },
  resolve: (draft, call, { class: cls, ...order }) => {
    const turn = acting(draft, call);
    if (!turn.ok) return turn;
    const unit = turn.value;
    const plan = planAttack(draft.now(), unit, { ...order, cls });
    if (!plan.ok) return plan;
    makeAttack(draft, plan.value);
    return done;
  },
});
