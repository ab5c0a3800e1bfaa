import { z } from 'zod';
import { plain, ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { line, step } from '../../../rules/lines.ts';
import { combatant } from '../../../rules/params.ts';
import { readingOf } from '../../../rules/reading.ts';
import { awaiting } from '../awaiting.ts';
import { findWarrior } from '../checks.ts';
import { eyesOf } from '../eyes.ts';
import { everyWarrior } from '../offers.ts';
import { query } from '../state.ts';
import { view } from '../view.ts';

/** DS-CMD-16, DS-DATA-9, DS-DATA-10. */
export const status = query({
  summary: 'Say where the battle stands, or how one warrior is',
  params: z.strictObject({ warrior: combatant('Only this warrior').optional() }),
  offers: { warrior: everyWarrior },
  answer: (state, _call, { warrior: name }, reader) => {
    const eyes = eyesOf(state, reader);
    const seen = view(state, reader);
    const told = name === undefined ? undefined : findWarrior(state, name);
    if (name !== undefined && (told === undefined || !eyes.sees(told.id)))
      return refuse('E_WARRIOR_UNKNOWN', { warrior: ref(name) });
    const shown = told === undefined ? seen.combatants : seen.combatants.filter(({ id }) => id === told.id);
    const waits = awaiting(state).map(({ actor, what }) => `${eyes.name(actor)} ${plain(what, readingOf(reader))}`);
    return ok({
      title: told?.id ?? seen.phase,
      lines: [
        ...(told === undefined
          ? [line(`${seen.phase}. ${seen.notes.join('; ')}.`), ...waits.map((each) => line(`Awaited: ${each}.`))]
          : []),
        ...shown.map(({ id, actor, place, marks, sheet, life }) =>
          line(
            `${id} (${eyes.name(actor)}): ${[place ?? life, ...marks].join(', ')}.`,
            life === 'up' ? 'plain' : 'quiet',
            [...(told === undefined ? [] : sheet.map((each) => [step('DS-DATA-8', each)]))],
          ),
        ),
      ],
    });
  },
});
