import { afterAll, describe, expect, test, vi } from 'vitest';
import { isLong, someOf } from '../../budget.ts';
import type { Fault } from '../fake/faults.ts';
import { type Kind, kindOf } from '../fake/traffic.ts';
import { until } from '../fake/until.ts';
import { type RealBot, realBot } from '../real-bot.ts';
import { stage } from '../toy-bot.ts';
import { faultsOf, storm } from './chaos.ts';

// Loads Node's HTTP client before that of discord.js, as the bot's process does, since the first one serves both.
vi.hoisted(() => void FormData);

const struck = new Set<string>();
/** Number of finished tests. A run whose time is over skips some. */
let finished = 0;
const logged: string[] = [];
const noteIn = ({ discord }: Pick<RealBot, 'discord'>): void => {
  for (const { method, path, fault, withFiles } of discord.requests())
    if (fault !== undefined) {
      struck.add(`${kindOf({ method, path })}: ${fault.kind}`);
      if (withFiles) struck.add(`files: ${fault.kind}`);
    }
};

describe('random faults', () => {
  const storms = [
    { seed: 1, deferAfter: 1500, rounds: isLong ? 8 : 3 },
    { seed: 2, deferAfter: 0, rounds: 4 },
    { seed: 3, deferAfter: 1500, rounds: 8 },
    { seed: 4, deferAfter: 0, rounds: 4 },
    { seed: 5, deferAfter: 1500, rounds: 8 },
  ] as const;
  test.each(someOf(storms, 1))(
    'storm $seed: each order is posted once to its readers, and the log holds no secret',
    async ({ seed, ...manner }) => {
      const { on, problems, leaks } = await storm(seed, manner);
      const left = await problems();
      noteIn(on);
      expect(left).toEqual([]);
      expect(await leaks()).toEqual([]);
      logged.push(...on.logged);
      await on.close();
      finished += 1;
    },
    120_000,
  );

  const named = (fault: Fault): string => Object.values(fault).join(' ');
  const inTheWay = (kind: Kind) => faultsOf(kind).filter(({ kind: what }) => what !== 'lost answer');

  test('each campaign post is created once with its tags, despite faults', async () => {
    const on = await realBot();
    const { discord } = on;
    const gwen = discord.user('Gwen', { manages: true });
    const forum = discord.newForum('the-long-road');
    await discord.quiet();
    await gwen.slash('/campaign create name:The Long Road systems:skure where:#the-long-road');
    const [talk] = discord.threads(forum);
    if (talk === undefined) throw new Error('The campaign has no post.');
    const names: string[] = [];
    for (const [at, fault] of someOf(inTheWay('thread'), 3).entries()) {
      const stops = [
        discord.strike(/^POST \/channels\/\d+\/threads$/, fault, 2),
        discord.strike(/^PATCH \/channels\/\d+$/, fault, 2),
        discord.strike(/^GET \/channels\/\d+$/, fault, 1),
      ];
      names.push(`Battle ${at} ${named(fault)}`);
      await gwen.slash(`/campaign battle name:${names.at(-1)}`, talk);
      await discord.quiet();
      for (const stop of stops) stop();
    }
    noteIn(on);
    const posts = () => discord.threads(forum).filter(({ id }) => id !== talk.id);
    await until(() => posts().every(({ tags }) => tags.length === 1), 'the tags');
    expect(posts().map(({ name }) => name)).toEqual(names);
    await on.close();
    finished += 1;
  }, 120_000);

  test('commands are registered in each server in the end, despite faults', async () => {
    const on = await stage();
    const { discord } = on;
    const clubs = (['listed commands', 'commands'] as const).flatMap((kind) =>
      someOf(faultsOf(kind), 2).map((fault) => {
        const club = discord.newGuild(`${kind} ${named(fault)}`);
        const method = kind === 'commands' ? 'PUT' : 'GET';
        discord.strike(
          new RegExp(`^${method} /applications/\\d+/guilds/${club.id}/commands$`),
          fault,
          fault.kind === 'error' ? 5 : 2,
        );
        return club;
      }),
    );
    await until(() => clubs.every((club) => discord.commands(club).length > 0), 'commands everywhere', 60_000);
    noteIn(on);
    await on.close();
    finished += 1;
  }, 120_000);

  afterAll(() => {
    const sorts = ['error', 'rate limit', 'hang-up', 'delay', 'lost answer'];
    const every = ['first answer', 'deferred answer', 'follow-up', 'withdrawal', 'message', 'edit', 'thread', 'tags'];
    const all = [...every, 'listed commands', 'commands', 'files'];
    if (!isLong || finished < storms.length + 2) return;
    // The log is not empty, so the check for leaks means something.
    for (const word of ['A command failed.', 'An answer could not be sent.', '"route"'])
      expect(logged.some((line) => line.includes(word))).toBe(true);
    expect(all.filter((kind) => sorts.every((sort) => !struck.has(`${kind}: ${sort}`)))).toEqual([]);
  });
});
