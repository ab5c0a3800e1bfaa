import { DiscordAPIError, RateLimitError } from 'discord.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetDirectChannels } from '../../src/discord/client.ts';
import { type RealBot, realBot } from './real-bot.ts';

let on: RealBot;
beforeAll(async () => {
  on = await realBot();
});
afterAll(() => on.close());

test('the client caches no members except the bot itself', async () => {
  const people = Array.from({ length: 5 }, (_, n) => on.discord.user(`Player ${n + 1}`));
  for (const each of people) await each.slash('/roll dice:1d6');
  const { client } = on.bot();
  const members = client.guilds.cache.get(on.discord.guild.id)?.members.cache;
  expect([...(members?.keys() ?? [])]).toEqual([client.user?.id]);
  expect(client.channels.cache.has(on.discord.channel.id)).toBe(true);
});

test('direct message channels are evicted, and the next message finds them again', async () => {
  const ann = on.discord.user('Ann');
  const { client } = on.bot();
  const direct = () => client.channels.cache.filter((each) => each.isDMBased()).size;
  await (await client.users.createDM(ann.id)).send('One.');
  expect(direct()).toBe(1);
  forgetDirectChannels(client);
  expect(direct()).toBe(0);
  expect(client.channels.cache.has(on.discord.channel.id)).toBe(true);
  await (await client.users.createDM(ann.id)).send('Two.');
  expect(ann.direct().map(({ text }) => text)).toEqual(['One.', 'Two.']);
});

test('answers are exempt from Discord’s limit of fifty requests a second', async () => {
  const { client } = on.bot();
  const { rest } = client;
  const { globalReset } = rest;
  const { rejectOnRateLimit } = rest.options;
  rest.options.rejectOnRateLimit = () => true;
  Object.assign(rest, { globalRemaining: 0, globalReset: Date.now() + 3_600_000 });
  const own = `/webhooks/${client.application?.id}/none/messages/@original` as const;
  const webhooks = `/channels/${on.discord.channel.id}/webhooks` as const;
  await expect(rest.get(own, { auth: false })).rejects.toBeInstanceOf(DiscordAPIError);
  await expect(rest.get(webhooks)).rejects.toBeInstanceOf(RateLimitError);
  await expect(rest.get('/webhooks/1/another/messages/@original', { auth: false })).rejects.toBeInstanceOf(
    RateLimitError,
  );
  expect(rest.globalRemaining).toBe(0);
  expect((await on.discord.user('Ann').slash('/roll dice:1d6 rolls:private')).text).toContain('1d6');
  rest.options.rejectOnRateLimit = rejectOnRateLimit ?? null;
  Object.assign(rest, { globalRemaining: 50, globalReset });
});
