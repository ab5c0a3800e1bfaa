import { z } from 'zod';
import { combatantOffers, defineCommand } from '../src/app/command-kit/command.ts';
import { answerWithRawLog } from '../src/app/records/ending-records.ts';
import { logKinds } from '../src/app/records/record-builder.ts';
import { type ControlAction, postOrPrivateView } from '../src/app/replies/reply.ts';
import { ok } from '../src/core/message.ts';
import { combatantParam, flagParam, oneOfParam, textParam, userParam, wholeNumberParam } from '../src/rules/verb.ts';

export const log = defineCommand(['battles', 'records'], {
  path: ['log'],
  summary: 'Show what has happened so far',
  params: z.strictObject({
    page: wholeNumberParam('Which page; page 1 is the newest', 1, 100_000).optional(),
    entry: wholeNumberParam('Show this entry in full detail (its number)', 1, 1_000_000).optional(),
    round: wholeNumberParam('Only this round', 0, 100_000).optional(),
    combatant: combatantParam('Only entries about this combatant').optional(),
    person: userParam('Only orders from this person').optional(),
    kind: oneOfParam('Only entries of this kind', logKinds).optional(),
    about: textParam('Only entries with these words', 40).optional(),
    public: flagParam('Post the answer for everyone, with public information only').optional(),
  }),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'combatant' ? combatantOffers(asker, typed, services, 'all') : [],
  run: async (asker, { page, entry: wanted, public: open, ...filter }, services) => {
    const reader = open ? undefined : asker.user;
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return answerWithRawLog(asker, battle.error, page ?? 1, services);
    const baseInput: ControlAction['input'] = Object.fromEntries(
      Object.entries({ ...filter, public: open }).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value]],
      ),
    );
    const shown = await services.records('log', battle.value, { reader, filter, page, entry: wanted, baseInput });
    if (!shown.ok) return shown;
    // Turning pages stays in one message.
    const turned = page !== undefined || wanted !== undefined;
    return ok(postOrPrivateView({ ...shown.value, to: open ? 'everyone' : 'asker', replaces: turned }));
  },
});
