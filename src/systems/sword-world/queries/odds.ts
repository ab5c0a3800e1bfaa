import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant, oneOf, text } from '../../../rules/params.ts';
import { query } from '../action.ts';
import { planAttack } from '../attack-plan.ts';
import { commanded } from '../checks.ts';
import { attackOdds } from '../odds.ts';
import { attackTargets, weaponsHeld } from '../offers.ts';
import { freshTurn } from '../rounds.ts';
import { grips } from '../sheet.ts';
import { tellsOf } from '../telling.ts';

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** The exact chances of a weapon attack, counted over all dice; for those who know the target's numbers. */
export const odds = query({
  summary: 'The chances of an attack: to hit, damage, to fell',
  params: z.strictObject({
    target: combatant('Whom you would attack'),
    weapon: text('The weapon in hand', 100).optional(),
    stance: oneOf('How it is held', grips).optional(),
  }),
  offers: { target: attackTargets, weapon: weaponsHeld },
  answer: (state, call, { target, weapon, stance }, reader) => {
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    const fresh = freshTurn(state, { ...unit.value, turn: undefined });
    const ready = { ...unit.value, turn: { ...(unit.value.turn ?? fresh), majors: [] } };
    const plan = planAttack(state, ready, { target, weapon, stance });
    if (!plan.ok) return plan;
    const foe = plan.value.target;
    const title = `${ready.id} against ${reader.name(foe.unit.id)}`;
    const told = (term: string) => reader.sees(foe.unit.id) && tellsOf(reader, foe.unit, term);
    if (!told('evasion')) return ok({ title, lines: [line('Nobody knows enough of that foe to say.', 'quiet')] });
    const { hit, meanDamage, fells } = attackOdds(state, plan.value);
    return ok({
      title,
      lines: [
        line(`Hits: ${percent(hit)}.`, 'plain', [
          [step('SW-ACC-1', 'Accuracy above Evasion'), step('SW-ACC-5', '1+1 and 6+6')],
        ]),
        ...(told('defense')
          ? [
              line(`On a hit: ${Math.round(meanDamage * 10) / 10} damage on average.`, 'plain', [
                [step('SW-CRIT-1', 'criticals counted to the end')],
              ]),
            ]
          : []),
        ...(told('defense') && told('hp')
          ? [line(`Fells it: ${percent(fells)}.`, 'plain', [[step('SW-HP-1', `${foe.body.hp} HP or more`)]])]
          : []),
      ],
    });
  },
});
