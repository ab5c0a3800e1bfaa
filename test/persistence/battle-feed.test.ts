import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBattleFeed } from '../../src/persistence/battle-feed.ts';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { until } from '../discord/fake/until.ts';
import { newPostgres } from '../shared.ts';

const url = await newPostgres();
const errors: unknown[] = [];

/** A process: its database, its app, and the battles of which its pages hear. */
interface Process {
  readonly database: Database;
  readonly house: ReturnType<typeof composeApp>;
  readonly heard: string[];
  readonly stop: () => void;
}

const start = async (interval: number, watched: readonly string[] = []): Promise<Process> => {
  const database = await openDatabase({ databaseUrl: url, dataDir: undefined });
  const house = composeApp({ stores: createDatabaseStores(database), now: Date.now });
  if (database.under.kind !== 'postgres') throw new Error(database.under.kind);
  const heard: string[] = [];
  const feed = createBattleFeed(database.under.pool, house.watchBattles, (error) => errors.push(error), interval);
  const stop = feed(
    (battle) => heard.push(battle),
    () => watched,
  );
  return { database, house, heard, stop };
};

const processes: Process[] = [];
beforeAll(async () => {
  processes.push(await start(60_000), await start(60_000));
});
afterAll(async () => {
  for (const { stop, database } of processes) {
    stop();
    await database.close();
  }
});

const create = async ({ house }: Process, channel: string): Promise<string> => {
  const asker = { user: 'gm', name: 'gm', guild: 'guild', channel, orderId: `create ${channel}`, manages: true };
  await house.dispatcher.run(['battle', 'create'], asker, { system: 'skure' });
  const battle = await house.services.battles.open(channel);
  return battle.ok ? battle.value.saved.id : '';
};

test('a process hears of the battles that another one writes, and of its own once', async () => {
  const [one, two] = processes;
  if (one === undefined || two === undefined) throw new Error('no processes');
  await expect.poll(async () => (await listeners(one)).rows.length, { timeout: 10_000 }).toBe(2);
  const id = await create(one, 'first');
  await until(() => two.heard.includes(id), 'word from the other process');
  expect([one.heard, two.heard]).toEqual([[id], [id]]);
});

const listeners = async ({ database: { under } }: Process) => {
  if (under.kind !== 'postgres') throw new Error(under.kind);
  return under.pool.query("SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN battle_written'");
};

test('a broken connection is replaced, and a slow poll finds what was missed', async () => {
  const [one] = processes;
  if (one === undefined) throw new Error('no processes');
  const id = await create(one, 'second');
  const polling = await start(50, [id]);
  processes.push(polling);
  await until(() => polling.heard.length > 0, 'the first poll');
  const before = (await listeners(one)).rows.map(({ pid }) => pid);
  for (const pid of before) await one.database.prisma.$executeRaw`SELECT pg_terminate_backend(${pid}::int)`;
  const heard = polling.heard.length;
  const asker = { user: 'gm', name: 'gm', guild: 'guild', channel: 'second', orderId: 'rename', manages: true };
  const renamed = await one.house.dispatcher.run(['battle', 'rename'], asker, { name: 'Renamed' });
  expect(renamed.ok).toBe(true);
  await until(() => polling.heard.length > heard, 'the change');
  const isNew = async () => (await listeners(one)).rows.some(({ pid }) => !before.includes(pid));
  await expect.poll(isNew, { timeout: 10_000 }).toBe(true);
  expect(errors).toEqual([]);
});
