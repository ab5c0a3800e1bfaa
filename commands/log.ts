import { z } from 'zod';
import { otherCombatants } from '../src/app/commands/autocomplete.ts';
import { command } from '../src/app/commands/command.ts';
import { logKinds } from '../src/app/log/log-filter.ts';
import { rawLog } from '../src/app/log/raw-log.ts';
import { answerTo, type Press } from '../src/app/replies/reply.ts';
import { ok } from '../src/core/result.ts';
import { combatant, flag, oneOf, person, text, wholeNumber } from '../src/rules/params.ts';

export const log = command({
  path: ['log'],
  summary: 'What happened so far, with what you may know',
  params: z.strictObject({
    page: wholeNumber('Page, counted from the newest', 1, 100_000).optional(),
    entry: wholeNumber('One entry with every step', 1, 1_000_000).optional(),
    round: wholeNumber('Only this round', 0, 100_000).optional(),
    combatant: combatant('Only entries that tell of this one').optional(),
    person: person('Only what this person gave').optional(),
    kind: oneOf('Only entries of this kind', logKinds).optional(),
    about: text('Only entries with these words', 40).optional(),
    public: flag('Show it to everybody, with what everybody may know').optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'combatant' ? otherCombatants(asker, typed, services, 'all') : [],
  run: async (asker, { page, entry: wanted, public: open, ...filter }, services) => {
    const reader = open ? undefined : asker.user;
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return rawLog(asker, battle.error, page ?? 1, services);
    const kept: Press['input'] = Object.fromEntries(
      Object.entries({ ...filter, public: open }).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value]],
      ),
    );
    const shown = await services.records('log', battle.value, { reader, filter, page, entry: wanted, kept });
    if (!shown.ok) return shown;
    // Turning pages stays in one message.
    const turned = page !== undefined || wanted !== undefined;
    return ok(answerTo({ ...shown.value, to: open ? 'everyone' : 'asker', replaces: turned }));
  },
});
