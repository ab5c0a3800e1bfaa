import { z } from 'zod';
import { command } from '../src/app/command.ts';
import { giverOf } from '../src/app/giver.ts';
import { reply } from '../src/app/reply.ts';
import { mayRead } from '../src/battle/telling.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { card } from '../src/presentation/card.ts';
import { whole } from '../src/rules/params.ts';

export const reveal = command({
  path: ['reveal'],
  answers: 'everyone',
  summary: 'Open a hidden roll to everybody, unchanged; /verify proves it later',
  params: z.strictObject({ entry: whole('Its number in the log', 1, 1_000_000) }),
  run: async (asker, { entry: n }, { battles }) => {
    const told = await battles.chronicle(asker.channel, asker.user);
    if (!told.ok) return told;
    const found = told.value.find(({ entry }) => entry.n === n);
    const there = await battles.open(asker.channel);
    if (!there.ok) return there;
    const hidden = found !== undefined && found.entry.rolls !== 'public' && !there.value.saved.table.opened.includes(n);
    if (found === undefined || !hidden || !mayRead(there.value, found.entry, asker.user))
      return refuse('nothing-hidden', { n });
    const right = found.entry.user === asker.user && found.entry.rolls !== 'blind' ? 'command own' : 'choose telling';
    const report = await battles.table(giverOf(asker), right, 'reveal', () => ok([{ type: 'roll-opened', entry: n }]));
    if (!report.ok) return report;
    const again = await battles.chronicle(asker.channel, undefined);
    const lines = again.ok ? (again.value.find(({ entry }) => entry.n === n)?.lines ?? []) : [];
    return ok(
      reply({
        cards: [card(`The hidden roll of entry ${n}, as it fell`, { lines })],
        changed: report.value.after.saved.id,
      }),
    );
  },
});
