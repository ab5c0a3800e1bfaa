import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant } from '../../../rules/params.ts';
import { mishapsOf } from '../botches.ts';
import { combatantCalled } from '../roster.ts';
import { query } from '../verbs.ts';

/** The table the GM may pick a botch's consequence from (ST-GM-2, ST-RES-5). */
export const botches = query({
  summary: 'What may go wrong now: the table of consequences of the unsettled botches',
  params: z.strictObject({ target: combatant('Whose botch; left out: all').optional() }),
  offers: {
    target: (state) =>
      state.combatants
        .filter(({ openBotch }) => openBotch !== undefined)
        .map(({ name }) => ({ value: name, label: ref(name) })),
  },
  answer: (state, _call, { target }, reader) => {
    const asked = target === undefined ? state.combatants : [combatantCalled(state, target)];
    const open = asked.flatMap((me) => (me?.openBotch && reader.sees(me.name) ? [{ me, botch: me.openBotch }] : []));
    if (open.length === 0) return refuse('NO_BOTCH', { name: target === undefined ? 'Nobody' : ref(target) });
    return ok({
      title: 'Botches to settle',
      lines: open.flatMap(({ me, botch }) =>
        mishapsOf(botch).map(({ consequence, says }) =>
          line(`${me.name}, ${botch.maneuver}: ${says}.`, 'plain', [[step('ST-GM-2', consequence)]]),
        ),
      ),
    });
  },
});
