import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '../../../src/core/message.ts';
import { type Database, openDatabase } from '../../../src/persistence/database.ts';
import { composeApp } from '../../../src/wiring/compose.ts';
import { createDatabaseStores } from '../../../src/wiring/database-stores.ts';
import { newPostgres } from '../../shared.ts';
import { until } from '../fake/until.ts';
import { type Table, table } from './table.ts';

let database: Database;
let t: Table;
beforeAll(async () => {
  database = await openDatabase({ databaseUrl: await newPostgres(), dataDir: undefined });
  t = await table('channel', createDatabaseStores(database), { shards: [0], shardCount: 2 });
  await t.on.another(createDatabaseStores(database), { shards: [1], shardCount: 2 });
});
afterAll(async () => {
  await t.close();
  await database.close();
});

const shardOf = (guild: string): number => Number((BigInt(guild) >> 22n) % 2n);

/** A battle in a server of each shard, with the channel it is fought in. */
const battles = async () => {
  const found = new Map<number, { readonly id: string; readonly channel: string; readonly guild: string }>();
  for (let n = 0; found.size < 2; n += 1) {
    // The shard is in the milliseconds of the id.
    t.on.turnClock(1);
    const guild = t.discord.newGuild(`Club ${n}`);
    if (found.has(shardOf(guild.id))) continue;
    const channel = t.discord.newChannel('arena', guild);
    const gia = t.discord.user('Gia', { guild, manages: true }).at(channel);
    await t.discord.quiet();
    await gia.slash('/battle create system:skure name:The ford');
    const battle = await t.on.stores.battles.byChannel(channel.id);
    found.set(shardOf(guild.id), { id: battle?.id ?? '', channel: channel.id, guild: guild.id });
  }
  return [...found.values()];
};

test('a message from any process is sent once, by the process that serves the server', async () => {
  const all = await battles();
  await t.discord.quiet();
  // A process without a gateway gives the orders, as if an alarm ran in the wrong process.
  const elsewhere = composeApp({
    stores: createDatabaseStores(database),
    now: t.on.now,
    transport: {
      ...{ find: async () => 'gone' as const, open: async () => 'gone' as const, isMember: async () => true },
      ...{
        post: async () => 'gone' as const,
        direct: async () => 'gone' as const,
        tagPost: async () => 'gone' as const,
      },
      ...{ failureKind: () => 'unknown' as const, panel: async () => undefined },
    },
  });
  for (const { guild, channel, id } of all) {
    const gm = (await t.on.stores.battles.byId(id))?.table.gm ?? '';
    const order = `elsewhere-${id}`;
    const issuer = { user: gm, name: 'Gia', guild, channel, orderId: order };
    const telling = { scope: 'all', act: 'default', interaction: order } as const;
    const water = { type: 'ruled', text: 'The water rises.' } as const;
    const added = await elsewhere.services.battles.changeSession(
      { ...issuer, announcement: telling },
      'rule',
      'rule',
      () => ok([water]),
    );
    expect(added.ok).toBe(true);
    elsewhere.services.outbox.noteAnswered(order);
  }
  for (const { channel } of all) {
    const told = () => t.eve.sees({ id: channel }).filter(({ text }) => text.includes('The water rises'));
    await until(() => told().length > 0, 'word of it', 30_000);
    await t.discord.quiet();
    expect(told()).toHaveLength(1);
  }
  expect(t.on.takeErrors()).toEqual([]);
}, 120_000);
