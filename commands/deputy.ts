import { z } from 'zod';
import { command } from '../src/app/command.ts';
import { inEveryBattle } from '../src/app/everywhere.ts';
import { reply } from '../src/app/reply.ts';
import { momentText } from '../src/campaign/calendar.ts';
import { personOf } from '../src/campaign/people.ts';
import { readUntil } from '../src/campaign/spans.ts';
import { refuse } from '../src/core/refusal.ts';
import { ok } from '../src/core/result.ts';
import { listed, plainText } from '../src/core/text.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { person, text } from '../src/rules/params.ts';

const longest = 366 * 86_400_000;

const inThese = (names: readonly string[]): string =>
  names.length === 0 ? 'You sit in no battle that goes on.' : `In ${listed(names)}.`;

/** Said of battles that are joined later. */
const henceforth = 'In battles that you join later, too.';

const name = command({
  path: ['deputy', 'name'],
  summary: 'Name somebody who may act for you until a day, in every battle you sit in',
  params: z.strictObject({
    user: person('Who may act for you'),
    until: text('The last day, like 2026-12-24, or how long: 5d, 2w', 20),
    name: text('How they are shown', 32).optional(),
  }),
  run: async (asker, input, services) => {
    const person = await personOf(services.people, asker.user);
    const { zone } = person;
    const now = services.now();
    const until = readUntil(input.until, now, zone);
    if (until === undefined || until <= now || until > now + longest)
      return refuse('bad-input', { option: 'until', problem: 'write a day within a year like 2026-12-24, or 5d, 2w' });
    if (input.user === asker.user) return refuse('own-deputy');
    let called = plainText(input.name ?? '');
    const deputy = () => ({ user: input.user, name: called || 'a deputy', until });
    const names = await inEveryBattle(asker, services, 'standing orders own', 'deputy', ({ saved: { table } }) => {
      called ||= plainText(table.seats[input.user]?.name ?? '');
      return [{ type: 'deputy-named', user: asker.user, deputy: deputy() }];
    });
    await services.people.save({ ...person, deputy: deputy() });
    const lines = [line(`Until ${momentText(until, zone)} they may act for you. ${inThese(names)} ${henceforth}`)];
    return ok(reply({ cards: [card('Your deputy is named', { lines })], to: 'asker' }));
  },
});

const dismiss = command({
  path: ['deputy', 'dismiss'],
  summary: 'Let nobody act for you any more',
  params: z.strictObject({}),
  run: async (asker, _input, services) => {
    const { deputy: _, ...person } = await personOf(services.people, asker.user);
    await services.people.save(person);
    const names = await inEveryBattle(asker, services, 'standing orders own', 'deputy', ({ saved: { table } }) =>
      table.deputies[asker.user] === undefined ? [] : [{ type: 'deputy-named', user: asker.user }],
    );
    return ok(reply({ cards: [card('Nobody acts for you', { lines: [line(inThese(names))] })], to: 'asker' }));
  },
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
        const whose = saved.table.seats[user]?.name ?? saved.table.gmName;
        return line(`${deputy.name} may act for ${whose} until ${momentText(deputy.until, zone)}.`);
      });
    return ok(reply({ cards: [card(lines.length === 0 ? 'No deputies' : 'Deputies', { lines })], to: 'asker' }));
  },
});

export const deputyCommands = [name, dismiss, show];
