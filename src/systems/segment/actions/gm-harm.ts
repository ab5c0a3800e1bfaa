import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { combatant, flag, whole } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { gmOn } from '../checks.ts';
import { impactOn } from '../damage.ts';
import { everybody } from '../offers.ts';

/** SEG-DMG-6: the same steps as a hit. */
export const damage = action({
  summary: 'Damage a combatant by hand',
  role: 'gm',
  params: z.strictObject({
    target: combatant('Who is hurt'),
    amount: whole('Before protection', 0, 1000),
    prot: flag('Does protection count?').default(true),
    single: flag('One hit, that may stun and interrupt?').default(true),
  }),
  offers: { target: everybody },
  resolve: (state, call, { target, amount, prot, single }, dice) => {
    const who = gmOn(state, call, target);
    if (!who.ok) return who;
    const hit = { damage: amount, protects: prot, single, grievous: false, stuck: undefined };
    const impact = impactOn(state, who.value, hit, dice);
    return ok([{ type: 'hurt', who: who.value.id, amount, single, before: who.value.hp, impact }]);
  },
});

/** SEG-DMG-6: never above the full hit points. */
export const heal = action({
  summary: 'Heal a combatant by hand',
  role: 'gm',
  params: z.strictObject({ target: combatant('Who is healed'), amount: whole('Hit points', 0, 1000) }),
  offers: { target: everybody },
  resolve: (state, call, { target, amount }) => {
    const found = gmOn(state, call, target);
    if (!found.ok) return found;
    const { id, hp, sheet } = found.value;
    return ok([{ type: 'healed', who: id, amount, before: hp, hp: Math.max(hp, Math.min(sheet.maxHp, hp + amount)) }]);
  },
});

/** SEG-CRIT-6. */
export const repair = action({
  summary: 'Repair the armour of a combatant',
  role: 'gm',
  params: z.strictObject({ target: combatant('Whose armour') }),
  offers: { target: everybody },
  resolve: (state, call, { target }) => {
    const who = gmOn(state, call, target);
    return who.ok ? ok([{ type: 'repaired', who: who.value.id, before: who.value.armorLoss }]) : who;
  },
});

/** SEG-DMG-5. */
export const kill = action({
  summary: 'Rule a combatant dead',
  role: 'gm',
  params: z.strictObject({ target: combatant('Who is dead') }),
  offers: { target: everybody },
  resolve: (state, call, { target }) => {
    const who = gmOn(state, call, target);
    return who.ok ? ok([{ type: 'killed', who: who.value.id, before: who.value.life }]) : who;
  },
});

/** SEG-RUL-17. */
export const stand = action({
  summary: 'Let a prone combatant stand up',
  role: 'gm',
  params: z.strictObject({ target: combatant('Who stands up') }),
  offers: { target: everybody },
  resolve: (state, call, { target }) => {
    const who = gmOn(state, call, target);
    if (!who.ok) return who;
    const { id, prone, life } = who.value;
    return life === 'up'
      ? ok([{ type: 'mark-set', who: id, mark: 'prone', before: prone, on: false }])
      : refuse('INCAPACITATED', { who: ref(id), life });
  },
});
