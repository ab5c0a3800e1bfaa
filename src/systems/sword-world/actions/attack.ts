import { z } from 'zod';
import { combatant, oneOf, text } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { planAttack } from '../attack-plan.ts';
import { acting } from '../checks.ts';
import { attackTargets, sections, weaponsHeld } from '../offers.ts';
import { grips, weaponModes } from '../sheet.ts';
import { decided } from '../unfolding.ts';
import { makeAttack } from '../weapon-attacks.ts';

/** SW-ATK-1..8. */
export const attack = action({
  summary: 'Attack with a weapon: a Major Action',
  role: 'player',
  params: z.strictObject({
    target: combatant('Whom you attack: a unit, or one section of it'),
    weapon: text('The weapon in hand; a monster names none', 100).optional(),
    stance: oneOf('How it is held', grips).optional(),
    mode: oneOf('Melee, thrown, shot or gun; left out: as the weapon is used first', weaponModes).optional(),
    class: text('The class that counts; left out: the best', 40).optional(),
    section: text('The section that attacks', 100).optional(),
  }),
  offers: { target: attackTargets, weapon: weaponsHeld, section: sections },
  resolve: (state, call, { class: cls, ...order }, dice) => {
    const turn = acting(state, call);
    if (!turn.ok) return turn;
    const { course, unit } = turn.value;
    const plan = planAttack(course.state, unit, { ...order, cls });
    if (!plan.ok) return plan;
    makeAttack(course, plan.value, dice);
    return decided(course);
  },
});
