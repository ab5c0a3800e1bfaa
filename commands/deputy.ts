import { z } from 'zod';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { requireMember } from '../src/app/people/require-member.ts';
import { changePresence } from '../src/app/people/user-presence.ts';
import { createPrivateView } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import { formatMoment } from '../src/campaign/calendar.ts';
import { findPersonalSettings } from '../src/campaign/people.ts';
import { parseEndTime } from '../src/campaign/time-input.ts';
import { normalizeText, ok, phrase, refuse } from '../src/core/message.ts';
import { ownValue } from '../src/core/plain-object.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import { textParam, userParam } from '../src/rules/verb.ts';

const maxTime = 366 * 86_400_000;

/** How somebody is shown in a battle that this person sits in, too. */
const seatName = async (user: string, other: string, { battles }: Pick<Services, 'battles'>): Promise<string> => {
  for (const { id } of await battles.listBySeat(user)) {
    const battle = await battles.openById(id);
    const name = battle.ok ? normalizeText(ownValue(battle.value.saved.table.seats, other)?.name ?? '') : '';
    if (name !== '') return name;
  }
  return '';
};

const name = defineCommand(['alarms', 'battles', 'channels', 'now', 'outbox', 'people'], {
  path: ['deputy', 'name'],
  summary: 'Name a deputy who may act for you in all your battles until a given day',
  params: z.strictObject({
    user: userParam('Who may act for you'),
    until: textParam('The deputy’s last day, like 2026-12-24, or how long: 5d, 2w', 20),
    name: textParam('The name to show for this person', 32).optional(),
  }),
  run: async (asker, input, services) => {
    const { zone } = await findPersonalSettings(services.people, asker.user);
    const now = services.now();
    const until = parseEndTime(input.until, now, zone);
    if (until === undefined || until <= now || until > now + maxTime)
      return refuse('bad-input', {
        option: 'until',
        problem: 'write a day within the next year, like 2026-12-24, or how long, like 5d or 2w',
      });
    if (input.user === asker.user) return refuse('own-deputy');
    const here = await requireMember(asker, input.user, services);
    if (!here.ok) return here;
    const called = normalizeText(input.name ?? '') || (await seatName(asker.user, input.user, services)) || 'a deputy';
    const deputy = { user: input.user, name: called, until };
    return ok(await changePresence(asker, services, { kind: 'deputy', deputy }));
  },
});

const dismiss = defineCommand(['alarms', 'battles', 'now', 'outbox', 'people'], {
  path: ['deputy', 'dismiss'],
  summary: 'Remove your deputy',
  params: z.strictObject({}),
  run: async (asker, _input, services) => ok(await changePresence(asker, services, { kind: 'deputy' })),
});

const show = defineCommand(['battles', 'people'], {
  path: ['deputy', 'show'],
  summary: 'List the deputies in this battle',
  params: z.strictObject({}),
  run: async (asker, _input, { battles, people }) => {
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    const { saved, openedAt } = battle.value;
    const { zone } = await findPersonalSettings(people, asker.user);
    const lines = Object.entries(saved.table.deputies)
      .filter(([, { until }]) => until > openedAt)
      .map(([user, deputy]) => {
        const whose = ownValue(saved.table.seats, user)?.name ?? saved.table.gmName;
        return line(phrase`${deputy.name} may act for ${whose} until ${formatMoment(deputy.until, zone)}.`);
      });
    return ok(createPrivateView({ cards: [card(lines.length === 0 ? 'No deputies' : 'Deputies', { lines })] }));
  },
});

export const deputyCommands = [name, dismiss, show];
