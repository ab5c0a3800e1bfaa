import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missingMigration } from '../../prisma/missing-migration.ts';
import { StoreUnavailable } from '../../src/battle/saved/store.ts';
import { databasePath } from '../../src/persistence/data-folder.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { applyMigrations, migrationNames, migrationsFolder } from '../../src/persistence/migrate.ts';
import { openPglite } from '../../src/persistence/pglite.ts';
import { isLong } from '../budget.ts';
import { newEmbedded, newPostgres } from '../shared.ts';

const url = await newPostgres();
const where = () => ({ databaseUrl: url, dataDir: undefined });

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'brotherhood-migrations-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

test.runIf(isLong)('the migrations lead exactly to the schema', async () => {
  expect(await missingMigration()).toBe('');
});

test('migrations are applied and recorded once, even if three processes start together', async () => {
  const opened = await Promise.all([openDatabase(where()), openDatabase(where()), openDatabase(where())]);
  const written = (await readdir(migrationsFolder)).filter((name) => name !== 'migration_lock.toml').toSorted();
  for (const { prisma, close } of opened) {
    const recorded = await prisma.$queryRaw`
      SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1`;
    expect(recorded).toEqual(written.map((name) => ({ name })));
    await close();
  }
});

const recordedIn = async (pglite: PGlite) =>
  (
    await pglite.query(
      'SELECT migration_name AS name, finished_at IS NOT NULL AS finished FROM _prisma_migrations ORDER BY 1',
    )
  ).rows;

test('an interrupted migration is rolled back and applied at the next start', async () => {
  const pglite = await openPglite();
  const cut = {
    query: (sql: string) => pglite.query(sql),
    exec: (script: string) => pglite.exec(`${script}; SELECT 1 / 0`),
  };
  const names = await migrationNames();
  await expect(applyMigrations(cut)).rejects.toThrow(/division by zero/);
  expect((await pglite.query(`SELECT to_regclass('battles') AS battles`)).rows).toEqual([{ battles: null }]);
  expect(await applyMigrations(pglite)).toEqual(names);
  expect(await recordedIn(pglite)).toEqual(names.map((name) => ({ name, finished: true })));
  expect(await applyMigrations(pglite)).toEqual([]);
  await pglite.close();
});

test('a database of another application is refused and left unchanged', async () => {
  const other = await openPglite();
  await other.exec('CREATE TABLE recipes (name text)');
  await expect(applyMigrations(other)).rejects.toThrow(
    'The database has tables that are not the bot’s. Give the bot a database of its own.',
  );
  expect((await other.query(`SELECT to_regclass('_prisma_migrations') AS record`)).rows).toEqual([{ record: null }]);
  await other.close();
});

const tooOld =
  'was made by release 1.2.1 or older, and this release cannot read it. Give the bot an empty database or another DATA_DIR, or go back to that release.';

test.each(['PGlite', 'PostgreSQL'])(
  'a database with the migrations of an older release is refused: on %s',
  async (kind) => {
    const there =
      kind === 'PGlite'
        ? { databaseUrl: undefined, dataDir: await newEmbedded() }
        : { databaseUrl: await newPostgres(), dataDir: undefined };
    const { prisma, close } = await openDatabase(there);
    await prisma.$executeRaw`UPDATE _prisma_migrations SET migration_name = '20261121030335_battles_and_characters'`;
    await close();
    const refused = openDatabase(there);
    await expect(refused).rejects.toThrow(StoreUnavailable);
    await expect(refused).rejects.toThrow(`The database ${tooOld}`);
  },
);

test('a folder of an older PostgreSQL is refused and left unchanged', async () => {
  const dataDir = await mkdtemp(join(place, 'older-'));
  const folder = databasePath(dataDir);
  await mkdir(folder);
  await writeFile(join(folder, 'PG_VERSION'), '17\n');
  const refused = openDatabase({ databaseUrl: undefined, dataDir });
  await expect(refused).rejects.toThrow(StoreUnavailable);
  await expect(refused).rejects.toThrow(`The database in ${folder} ${tooOld}`);
  expect(await readdir(folder)).toEqual(['PG_VERSION']);
});

test('a database migrated by a newer release is opened', async () => {
  const there = { databaseUrl: undefined, dataDir: await newEmbedded() };
  const first = await openDatabase(there);
  await first.prisma.$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '20991231000000_later', now())`;
  await first.close();
  await (await openDatabase(there)).close();
});

test('a process may start while another is running', async () => {
  const first = await openDatabase(where());
  await first.prisma.battle.count();
  const begun = performance.now();
  const second = await openDatabase(where());
  expect(performance.now() - begun).toBeLessThan(5000);
  await Promise.all([first.close(), second.close()]);
});

test('an unusable database is named in one sentence without its password', async () => {
  const sentence = 'The database of DATABASE_URL cannot be used: database "nowhere" does not exist.';
  const withoutPassword = openDatabase({ databaseUrl: url.replace(/:[^:@]*@/, '@'), dataDir: undefined });
  await expect(withoutPassword).rejects.toThrow(
    'The database of DATABASE_URL cannot be used: it wants a password, and none is in it.',
  );
  await expect(openDatabase({ ...where(), databaseUrl: url.replace(/\w+$/, 'nowhere') })).rejects.toThrow(sentence);
  const refused = openDatabase({ ...where(), databaseUrl: 'postgresql://bm:secret@127.0.0.1:1/bm' });
  await expect(refused).rejects.toThrow(
    'The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
  );
});

test.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
  'a failed connection with sslmode=%s gives one sentence and no warning',
  async (mode) => {
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warned);
    for (const address of [`${url}?sslmode=${mode}`, `${url}?connect_timeout=5&sslmode=${mode}&keepalives=1`])
      await expect(openDatabase({ ...where(), databaseUrl: address })).rejects.toThrow(
        new StoreUnavailable(
          'The database of DATABASE_URL cannot be used: The server does not support SSL connections.',
        ),
      );
    process.off('warning', warned);
    expect(warnings).toEqual([]);
  },
);

test.each(['PGlite', 'PostgreSQL'])('tables that cannot be migrated are named: on %s', async (called) => {
  const place = called === 'PGlite' ? { databaseUrl: undefined, dataDir: await newEmbedded() } : where();
  const first = await openDatabase(place);
  await first.prisma.$executeRaw`DELETE FROM _prisma_migrations`;
  await first.close();
  const sentence = /^The tables of the database cannot be brought up to date: .*relation "\w+" already exists$/;
  await expect(openDatabase(place)).rejects.toThrow(sentence);
  await expect(openDatabase(place)).rejects.toThrow(StoreUnavailable);
});
