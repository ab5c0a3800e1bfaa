import { z } from 'zod';
import { command } from '../src/app/commands/command.ts';
import { requireMember } from '../src/app/people/membership.ts';
import { changePresence } from '../src/app/people/user-presence.ts';
import { privateView } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import { formatMoment } from '../src/campaign/calendar.ts';
import { personOf } from '../src/campaign/people.ts';
import { readUntil } from '../src/campaign/time-input.ts';
import { phrase } from '../src/core/language.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { plainText } from '../src/core/text.ts';
import { ownValue } from '../src/core/tree.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { person, text } from '../src/rules/params.ts';

const longest = 366 * 86_400_000;

/** How somebody is shown in a battle that this person sits in, too. */
const seatName = async (user: string, other: string, { battles }: Services): Promise<string> => {
  for (const { id } of await battles.seating(user)) {
    const battle = await battles.openById(id);
    const name = battle.ok ? plainText(ownValue(battle.value.saved.table.seats, other)?.name ?? '') : '';
    if (name !== '') return name;
  }
  return '';
};

const name = command({
  path: ['deputy', 'name'],
  summary: 'Name somebody who may act for you until a given day, in all your battles',
  params: z.strictObject({
    user: person('Who may act for you'),
    until: text('The last day, like 2026-12-24, or how long: 5d, 2w', 20),
    name: text('How they are shown', 32).optional(),
  }),
  run: async (asker, input, services) => {
    const { zone } = await personOf(services.people, asker.user);
    const now = services.now();
    const until = readUntil(input.until, now, zone);
    if (until === undefined || until <= now || until > now + longest)
      return refuse('bad-input', {
        option: 'until',
        problem: 'write a day within the next year like 2026-12-24, or 5d, 2w',
      });
    if (input.user === asker.user) return refuse('own-deputy');
    const here = await requireMember(asker, input.user, services);
    if (!here.ok) return here;
    const called = plainText(input.name ?? '') || (await seatName(asker.user, input.user, services)) || 'a deputy';
    const deputy = { user: input.user, name: called, until };
    return ok(await changePresence(asker, services, { kind: 'deputy', deputy }));
  },
});

const dismiss = command({
  path: ['deputy', 'dismiss'],
  summary: 'Let nobody act for you any more',
  params: z.strictObject({}),
  run: async (asker, _input, services) => ok(await changePresence(asker, services, { kind: 'deputy' })),
});

const show = command({
  path: ['deputy', 'show'],
  summary: 'Who may act for whom in the battle here',
  params: z.strictObject({}),
  run: async (asker, _input, { battles, people }) => {
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    const { saved, at } = battle.value;
    const { zone } = await personOf(people, asker.user);
    const lines = Object.entries(saved.table.deputies)
      .filter(([, { until }]) => until > at)
      .map(([user, deputy]) => {
        const whose = ownValue(saved.table.seats, user)?.name ?? saved.table.gmName;
        return line(phrase`${deputy.name} may act for ${whose} until ${formatMoment(deputy.until, zone)}.`);
      });
    return ok(privateView({ cards: [card(lines.length === 0 ? 'No deputies' : 'Deputies', { lines })] }));
  },
});

export const deputyCommands = [name, dismiss, show];
