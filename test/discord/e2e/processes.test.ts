import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/persistence/database.ts';
import { createDatabaseStores } from '../../../src/wiring/database-stores.ts';
import { someOf } from '../../budget.ts';
import { newPostgres } from '../../shared.ts';
import { isPanel } from '../fake/shown.ts';
import { playOut } from './playing.ts';
import { logOf, onTheBridge } from './scene.ts';
import { free, type Table, table } from './table.ts';
import { type Cast, findTableFaults } from './table-faults.ts';

const cast: Cast = { gwen: ['The GM', 'the GM', 'Zombie 1', 'Zombie 2'], ann: ['Ann'], bob: ['Bob'] };

const url = await newPostgres();

const hearings = [
  { hearing: 'in turn', what: 'interactions delivered in turn' },
  { hearing: 'all', what: 'each interaction delivered to both' },
] as const;

describe.each(someOf(hearings, 1))('two processes on one PostgreSQL, $what', ({ hearing }) => {
  let databases: readonly Database[];
  let t: Table;
  beforeAll(async () => {
    const open = () => openDatabase({ databaseUrl: url, dataDir: undefined });
    databases = [await open(), await open()];
    const [first, second] = databases.map((database) => createDatabaseStores(database));
    t = await table('thread', first);
    if (second) await t.on.another(second);
    t.discord.hearing(hearing);
  });
  afterAll(async () => {
    await t.close();
    for (const database of databases) await database.close();
  });

  test('two processes serve one battle with one panel, and each order counts once', async () => {
    const onePanel = async () => {
      await t.panel();
      await t.discord.quiet();
      const { id } = await t.panel();
      const all = t.eve.sees(t.place).filter(isPanel);
      expect(all.map((each) => each.id)).toEqual([id]);
    };
    await onTheBridge(t);
    await onePanel();
    await t.typed(t.gwen, '/gm set', { field: 'hp', value: free('9'), who: free('Zombie 1, Zombie 2') });
    await playOut(t, cast, { verbs: ['Attack', 'End'], until: /GM to act for the foes/ });
    const [asked] = await t.guided(t.gwen, 'Attack', ['Ann']);
    const [taken] = await t.said(() => t.bob.press('Take the attack for Ann', asked));
    expect(taken?.text).toContain('Bob');
    await playOut(t, cast, { verbs: ['End'], until: /Bob to act/ });
    await onePanel();
    await t.guided(t.bob, 'Turn', ['N']);
    await onePanel();
    await playOut(t, cast, { verbs: ['Attack', 'End'] });
    await t.panel();
    await t.discord.quiet();
    const log = await logOf(t);
    expect(log.map(({ n }) => n)).toEqual(log.map((_, at) => at + 1));
    expect(new Set(log.map(({ orderId }) => orderId)).size).toBe(log.length);
    expect(findTableFaults(t, cast)).toEqual([]);
  });
});

test('each of two shards serves the battles of its own servers', async () => {
  const database = await openDatabase({ databaseUrl: url, dataDir: undefined });
  const t = await table('channel', createDatabaseStores(database), { shards: [0], shardCount: 2 });
  await t.on.another(createDatabaseStores(database), { shards: [1], shardCount: 2 });
  const guilds = Array.from({ length: 4 }, (_, n) => {
    // The shard is in the milliseconds of the id.
    t.on.turnClock(1);
    return t.discord.newGuild(`Club ${n}`);
  });
  for (const guild of guilds) {
    const channel = t.discord.newChannel('arena', guild);
    const gia = t.discord.user('Gia', { guild, manages: true }).at(channel);
    await t.discord.quiet();
    const opened = await gia.slash('/battle create system:skure name:The ford');
    expect(opened.text).toContain('The ford');
    expect((await gia.awaits('Preparation')).channel).toBe(channel.id);
  }
  const shards = new Set(guilds.map(({ id }) => Number((BigInt(id) >> 22n) % 2n)));
  expect(shards.size).toBe(2);
  expect(t.on.takeErrors()).toEqual([]);
  await t.close();
  await database.close();
});
