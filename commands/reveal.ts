import { z } from 'zod';
import { defineCommand, toIssuer } from '../src/app/command-kit/command.ts';
import { createOrderResult } from '../src/app/replies/reply.ts';
import { ok, phrase } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { wholeNumberParam } from '../src/rules/verb.ts';

export const reveal = defineCommand(['battles', 'records'], {
  path: ['reveal'],
  usualReader: 'everyone',
  summary: 'Reveal a hidden roll to everyone; /verify can prove it later',
  params: z.strictObject({
    entry: wholeNumberParam('The roll’s number in the log; default: your last hidden roll', 1, 1_000_000).optional(),
  }),
  run: async (asker, { entry: number }, { battles, records }) => {
    const there = await battles.open(asker.channel);
    if (!there.ok) return there;
    const found = await records('hidden roll', there.value, { user: asker.user, number });
    if (!found.ok) return found;
    const { n, own, open } = found.value;
    const right = own ? 'command own' : 'choose telling';
    const report = await battles.changeSession(toIssuer(asker), right, 'reveal', () =>
      ok([{ type: 'roll-opened', entry: n }]),
    );
    if (!report.ok) return report;
    return ok(
      createOrderResult({
        cards: [card(phrase`Hidden roll of entry ${open.number}, revealed`, { lines: open.lines })],
        battle: report.value.after.saved.id,
      }),
    );
  },
});
