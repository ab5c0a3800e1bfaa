import { type ClientEvents, Events, GatewayDispatchEvents } from 'discord.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventGuard } from '../../src/discord/survive-events.ts';
import { createLog } from '../../src/log/log.ts';
import type { Person } from './fake/person.ts';
import { until } from './fake/until.ts';
import { type Stage, stage } from './toy-bot.ts';

let on: Stage;
let ann: Person;

const fails = (): never => {
  throw new Error('a bug');
};

const failures = (): number => on.logged.filter((line) => line.includes('The bot carries on.')).length;

const isWell = async (): Promise<void> => {
  await on.discord.quiet();
  expect((await ann.slash('/strike target:Grim')).text).toContain('Ann strikes');
};

const happen: Readonly<Record<string, () => unknown>> = {
  [Events.InteractionCreate]: () => ann.slash('/look'),
  [Events.ThreadDelete]: () => on.discord.deleteChannel(on.discord.newThread('Cellar')),
  [Events.ChannelDelete]: () => on.discord.deleteChannel(on.discord.newChannel('cellar')),
  [Events.GuildCreate]: () => on.discord.newGuild('Other Club'),
  [Events.GuildDelete]: () => on.discord.putOut(on.discord.newGuild('Other Club')),
  [Events.ShardReconnecting]: () => on.discord.drop(),
  [Events.ShardResume]: () => on.discord.drop(),
  [Events.ShardReady]: () => on.discord.drop(true),
};

describe('foreign listeners', () => {
  beforeAll(async () => {
    on = await stage();
    ann = on.discord.user('Ann');
  });
  afterAll(() => on.close());

  test.each(Object.entries(happen))(
    'a foreign listener that throws on %s is logged, and the bot carries on',
    async (event, provoke) => {
      const before = failures();
      on.bot.client.on(event as keyof ClientEvents, fails);
      await provoke();
      await until(() => failures() > before, 'a line in the log');
      on.bot.client.off(event as keyof ClientEvents, fails);
      await until(on.discord.isConnected, 'the connection');
      await isWell();
    },
  );

  test('a foreign listener that throws on raw interactions is logged, and the bot carries on', async () => {
    const before = failures();
    on.bot.client.ws.once(GatewayDispatchEvents.InteractionCreate, fails);
    await expect(ann.slash('/look')).rejects.toThrow('did not respond');
    expect(failures()).toBe(before + 1);
    await isWell();
  });
});

describe('event handlers of the bot', () => {
  const ways = [
    { how: 'throws', failing: fails },
    { how: 'rejects', failing: async () => fails() },
  ];
  afterEach(() => on.close());

  test.each(ways)('an event handler that $how is logged, and the bot carries on', async ({ failing }) => {
    on = await stage({ watch: { userSeen: failing, channelDeleted: failing, serverLeft: failing } });
    ann = on.discord.user('Ann');
    await isWell();
    await happen[Events.ThreadDelete]?.();
    await happen[Events.ChannelDelete]?.();
    await happen[Events.GuildDelete]?.();
    await isWell();
    expect(on.logged.filter((line) => line.includes('"level":50')).length).toBeGreaterThanOrEqual(4);
  });
});

test.each([
  { how: 'throws', handle: fails },
  { how: 'rejects', handle: async () => fails() },
])('a guarded handler that $how is logged with the name of its event', async ({ handle }) => {
  const lines: string[] = [];
  const guard = eventGuard(createLog('trace', { write: (line) => void lines.push(line) }));
  guard('shardDisconnect', handle)();
  await until(() => lines.length > 0, 'a line in the log');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, kind: 'shardDisconnect', msg: 'An event failed. The bot carries on.' },
  ]);
});
