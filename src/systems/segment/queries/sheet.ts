import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant } from '../../../rules/params.ts';
import { called } from '../battle.ts';
import { defenseBonus, defenseRank } from '../defense.ts';
import { foesEngaged } from '../engagement.ts';
import { allowanceFeet } from '../movement.ts';
import { everybody } from '../offers.ts';
import { stunCon, stunThreshold } from '../stun.ts';
import { sheetLines } from '../view.ts';
import { namesFor, tells } from '../words.ts';
import { effectiveTmr, woundNames, woundNow } from '../wounds.ts';
import { query } from './query.ts';

/** Section 3 of one combatant, with what follows from it just now. */
export const sheet = query({
  summary: 'A combatant’s numbers, and what follows from them now',
  params: z.strictObject({ target: combatant('Whose; left out: your own').optional() }),
  offers: { target: everybody },
  answer: (state, call, params, reader) => {
    const who = called(state, params.target ?? call.actor);
    if (who === undefined || !reader.sees(who.id))
      return refuse('NO_SUCH_COMBATANT', { who: ref(params.target ?? call.actor) });
    if (!tells(reader, who.id, 'sheet') || !tells(reader, who.id, 'hp'))
      return ok({ title: reader.name(who.id), lines: [line('You are not told its numbers; ask the GM.', 'quiet')] });
    const { level, modifier } = woundNow(state, who);
    const tmr = effectiveTmr(state, who);
    const rank = defenseRank(who);
    const foes = namesFor(
      reader,
      foesEngaged(state, who).map(({ id }) => id),
    );
    return ok({
      title: reader.name(who.id),
      lines: [
        ...sheetLines(state, who).map((each) => line(each)),
        line(`${woundNames[level]}: ${modifier}; ${who.hp}/${who.sheet.maxHp} HP.`, 'plain', [
          [step('SEG-WOUND-1', `${modifier}`)],
        ]),
        line(`Stunned by more than ${stunThreshold(who.sheet)} in one hit.`, 'plain', [
          [step('SEG-STUN-2', `effective CON ${stunCon(who.sheet)}`)],
        ]),
        line(`Moves ${tmr} feet walking, ${allowanceFeet(2, tmr)} with a move and attack.`, 'plain', [
          [step('SEG-MOVE-1', `TMR ${tmr}`)],
        ]),
        line(
          `Defending at most ${5 * rank} SC; full defense +${defenseBonus('full', 0, rank)}, desperate +${defenseBonus('desperate', 0, rank)}.`,
          'plain',
          [[step('SEG-DEF-10', `rank ${rank}`)]],
        ),
        ...(foes === '' ? [] : [line(`In melee with ${foes}.`)]),
      ],
    });
  },
});
