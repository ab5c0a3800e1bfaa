import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import { backupsFolder, writeBackup } from '../../../src/persistence/backup.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../../../src/persistence/database.ts';
import { databaseProblems } from '../../../src/persistence/health.ts';
import { createDatabaseStores } from '../../../src/wiring/database-stores.ts';
import { isLong, someOf } from '../../budget.ts';
import { realPostgres } from '../../persistence/real-postgres.ts';
import { noSmallDisk, type SmallDisk, smallDisk } from '../../small-disk.ts';
import type { Person } from '../fake/person.ts';
import { realBot } from '../real-bot.ts';

const sentence =
  'The bot’s disk is full, so nothing was saved. Ask the person who runs the bot to free space, then try again.';
const problem = 'The disk of the database is full.';

/** A bot with its database on a small disk, and a battle whose GM gives orders. */
const botOn = async (where: DatabaseLocation, { onTestFinished }: TestContext) => {
  const database = await openDatabase(where);
  const on = await realBot(createDatabaseStores(database));
  onTestFinished(async () => {
    await on.close();
    await database.close();
  });
  const gwen = on.discord.user('Gwen', { manages: true });
  await gwen.slash('/battle create system:skure name:The ford');
  await on.discord.quiet();
  const log = async (): Promise<readonly string[]> => {
    const battle = await on.stores.battles.byChannel(on.discord.channel.id);
    return battle === undefined ? [] : (await on.stores.battles.log(battle)).map(({ orderId }) => orderId);
  };
  return { database, on, gwen, log };
};

const long = 'It rains. '.repeat(45);

/** Gives orders until one is refused. Returns that refusal and the number of accepted orders. */
const ordersUntilFull = async (gwen: Person) => {
  for (let carriedOut = 0; carriedOut < 2000; carriedOut += 1) {
    const { text, private: own } = await gwen.slash(`/gm ruling text:${long}`);
    if (own) return { text, carriedOut };
  }
  throw new Error('The disk never was full.');
};

const onPostgres = async (disk: SmallDisk, { onTestFinished }: TestContext): Promise<DatabaseLocation> => {
  const server = await realPostgres(false, disk.at);
  onTestFinished(() => server.end());
  return { databaseUrl: await server.another(), dataDir: undefined };
};

const kinds = [
  {
    kind: 'PGlite',
    megabytes: 100,
    where: async ({ at }: SmallDisk): Promise<DatabaseLocation> => ({
      databaseUrl: undefined,
      dataDir: join(at, 'data'),
    }),
  },
  { kind: 'PostgreSQL', megabytes: 200, where: onPostgres },
];

/** Number of times the disk is filled and freed. */
const rounds = isLong ? 2 : 1;

describe.each(someOf(kinds, 1))('on $kind', ({ megabytes, where }) => {
  test('a full disk is named in the answer, and orders work again once there is room', async (context) => {
    const disk = smallDisk(megabytes) ?? context.skip(noSmallDisk);
    context.onTestFinished(disk.remove);
    const { database, on, gwen, log } = await botOn(await where(disk, context), context);
    for (let round = 0; round < rounds; round += 1) {
      const before = await log();
      await disk.fill();
      const { text, carriedOut } = await ordersUntilFull(gwen);
      expect(text).toBe(sentence);
      expect(await log()).toHaveLength(before.length + carriedOut);
      expect(await databaseProblems(database)).toEqual([problem]);
      expect(on.logged.filter((line) => line.includes('The disk is full: a command failed.'))).not.toEqual([]);
      await disk.free();
      const shown = await gwen.slash('/gm ruling text:The rain ends.');
      expect(shown.text).toContain('The rain ends.');
      expect(await log()).toHaveLength(before.length + carriedOut + 1);
      await on.discord.quiet();
    }
    on.takeErrors();
  });
});

test('a backup on a full disk fails, leaves no file, and works once there is room', async (context) => {
  const disk = smallDisk(200) ?? context.skip(noSmallDisk);
  context.onTestFinished(disk.remove);
  const dataDir = join(disk.at, 'data');
  const { database } = await botOn({ databaseUrl: undefined, dataDir }, context);
  if (database.under.kind !== 'embedded') throw new Error('That is no embedded database.');
  const { pglite } = database.under;
  const file = join(backupsFolder(dataDir), 'one.sql');
  await disk.fill();
  await expect(writeBackup(dataDir, file, pglite)).rejects.toThrow(
    `The backup cannot be written to ${file}: there is no room left on the disk of ${backupsFolder(dataDir)} (ENOSPC).`,
  );
  expect(await readdir(backupsFolder(dataDir)).catch(() => [])).toEqual([]);
  expect(await readdir(dataDir)).not.toContain('postgres.copy');
  await disk.free();
  await writeBackup(dataDir, file, pglite);
  expect(await readdir(backupsFolder(dataDir))).toEqual(['one.sql']);
});

test('an embedded PostgreSQL that stopped on a full disk reopens once there is room', async (context) => {
  const disk = smallDisk(120) ?? context.skip(noSmallDisk);
  context.onTestFinished(disk.remove);
  const { database, on, gwen, log } = await botOn({ databaseUrl: undefined, dataDir: join(disk.at, 'data') }, context);
  const before = await log();
  const endIt = ({ prisma }: Database) =>
    // The next write needs a new log file, for which there is no room.
    prisma.$queryRaw`SELECT pg_switch_wal()::text`.catch(() => undefined);
  for (let round = 1; round <= rounds; round += 1) {
    await disk.fill();
    for (let n = 0; n < 3; n += 1) await endIt(database);
    expect((await gwen.slash('/gm ruling text:It rains.')).text).toBe(sentence);
    expect(await databaseProblems(database)).toEqual([problem]);
    expect(await log().catch(({ name }) => name)).toBe('DiskFull');
    await disk.free();
    expect((await gwen.slash('/gm ruling text:The rain ends.')).text).toContain('The rain ends.');
    expect(await log()).toHaveLength(before.length + round);
    expect(await databaseProblems(database)).toEqual([]);
    await on.discord.quiet();
  }
  on.takeErrors();
});
