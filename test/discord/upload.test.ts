import { createHash } from 'node:crypto';
import { Routes } from 'discord.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDiscordClient } from '../../src/discord/client.ts';
import { withRetries } from '../../src/discord/retry.ts';
import { isLong, someOf } from '../budget.ts';
import { type FakeDiscord, fakeDiscord } from './fake/discord.ts';
import type { Fault } from './fake/faults.ts';
import type { Person } from './fake/person.ts';

// Loads Node's HTTP client before that of discord.js, as the bot's process does, since the first one serves both.
vi.hoisted(() => void FormData);

let discord: FakeDiscord;
let ann: Person;
beforeAll(async () => {
  discord = await fakeDiscord();
  ann = discord.user('Ann');
});
afterAll(() => discord.close());

const faults: readonly (readonly [string, Fault])[] = [
  ['an error', { kind: 'error', status: 503 }],
  ['an error before the body was read', { kind: 'error', status: 503, unread: true }],
  ['a rate limit before the body was read', { kind: 'rate limit', seconds: 0.02, unread: true }],
  ['a connection that is broken off', { kind: 'hang-up' }],
  ['a connection that is broken off before the body was read', { kind: 'hang-up', unread: true }],
];

const newRest = () => {
  const { api, token } = discord;
  const config = { api, token, shards: undefined, shardCount: undefined, metricsPort: undefined };
  return createDiscordClient(config).rest.setToken(token);
};

const times = isLong ? 20 : 5;
const sizes = [500, 30_000, 70_000];
const pictures = (n: number) =>
  sizes.map((size, at) => ({ name: `board-${at}.png`, data: Buffer.alloc(size, n + at) }));
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const body = (n: number) => ({
  content: `Picture ${n}`,
  attachments: sizes.map((size, id) => ({ id: String(id), description: `${size} bytes` })),
});

/** An unhandled rejection fails the run. */
test.each(someOf(faults, 2))(`pictures arrive intact after %s, ${times} times of ${times}`, async (_, fault) => {
  const rest = newRest();
  const outcomes = await Promise.all(
    Array.from({ length: times }, async (_, n) => {
      const room = discord.newChannel(`room ${n}`);
      const route = Routes.channelMessages(room.id);
      discord.strike(new RegExp(`^POST ${route}$`), fault, 2);
      await withRetries(() => rest.post(route, { body: body(n), files: pictures(n) }), [5, 5, 5]);
      return ann.sees(room).map(({ text, files }) => [text, files.map(({ bytes }) => digest(bytes))]);
    }),
  );
  expect(outcomes).toEqual(outcomes.map((_, n) => [[`Picture ${n}`, pictures(n).map(({ data }) => digest(data))]]));
});

test('uploads that time out are dropped without an unhandled error', async () => {
  const rest = newRest();
  rest.options.timeout = 5;
  const stop = discord.strike(/./, { kind: 'delay', milliseconds: 60 });
  const attempts = Array.from({ length: times }, (_, n) =>
    rest.post(Routes.channelMessages(discord.channel.id), { body: body(n), files: pictures(n) }),
  );
  const outcomes = await Promise.allSettled(attempts);
  stop();
  await discord.quiet(80);
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
});
