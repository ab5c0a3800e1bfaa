import { z } from 'zod';
import { command } from '../src/app/command.ts';
import { giverOf } from '../src/app/giver.ts';
import { reply } from '../src/app/reply.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { card } from '../src/presentation/card.ts';
import { whole } from '../src/rules/params.ts';

export const reveal = command({
  path: ['reveal'],
  answers: 'everyone',
  summary: 'Open a hidden roll to everybody, unchanged; /verify proves it later',
  params: z.strictObject({
    entry: whole('Its number in the log; without it your last one', 1, 1_000_000).optional(),
  }),
  run: async (asker, { entry: number }, { battles }) => {
    const told = await battles.chronicle(asker.channel, asker.user);
    if (!told.ok) return told;
    const there = await battles.open(asker.channel);
    if (!there.ok) return there;
    const { opened } = there.value.saved.table;
    const found = told.value.findLast(
      ({ entry, number: called, readable, lines }) =>
        (number === undefined ? entry.user === asker.user : called === number && lines.length > 0) &&
        entry.rolls !== 'public' &&
        !opened.includes(entry.n) &&
        readable,
    );
    if (found === undefined)
      return number === undefined ? refuse('no-hidden-roll') : refuse('nothing-hidden', { n: number });
    const { n } = found.entry;
    const right = found.entry.user === asker.user && found.entry.rolls !== 'blind' ? 'command own' : 'choose telling';
    const report = await battles.table(giverOf(asker), right, 'reveal', () => ok([{ type: 'roll-opened', entry: n }]));
    if (!report.ok) return report;
    const again = await battles.chronicle(asker.channel, undefined);
    const open = again.ok ? again.value.find(({ entry }) => entry.n === n) : undefined;
    return ok(
      reply({
        cards: [card(`The hidden roll of entry ${open?.number ?? n}, as it fell`, { lines: open?.lines ?? [] })],
        changed: report.value.after.saved.id,
      }),
    );
  },
});
