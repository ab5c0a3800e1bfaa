import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { StoreUnavailable } from '../../src/battle/saved/store-unavailable.ts';
import { clientName, filterDeferredContracts, isContractMigration } from '../../src/persistence/contracts.ts';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import { createPgliteMigrationAdapter } from '../../src/persistence/embedded-migrations.ts';
import { applyMigrations, migrationNames, migrationsFolder, missingMigration } from '../../src/persistence/migrate.ts';
import { openPglite } from '../../src/persistence/pglite.ts';
import { isLong } from '../budget.ts';
import { newPostgres } from '../shared.ts';

const url = await newPostgres();
const where = () => ({ databaseUrl: url, dataDir: undefined });

test.runIf(isLong)('the migrations lead to the schema: nothing is missing', async () => {
  expect(await missingMigration(new PrismaPGlite(new PGlite()))).toBe('');
});

test('they are applied at the first start and recorded, on an empty server that three processes open at once', async () => {
  const opened = await Promise.all([openDatabase(where()), openDatabase(where()), openDatabase(where())]);
  const written = (await readdir(migrationsFolder)).filter((name) => name !== 'migration_lock.toml').toSorted();
  for (const { prisma, close } of opened) {
    const recorded = await prisma.$queryRaw`
      SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1`;
    expect(recorded).toEqual(written.map((name) => ({ name })));
    await close();
  }
});

const recordOf = async (pglite: PGlite) => ({
  columns: (
    await pglite.query(
      `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
       FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY 1`,
    )
  ).rows,
  applied: (
    await pglite.query(
      `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished, applied_steps_count, logs
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY 1`,
    )
  ).rows,
});

test('scripts applied as they are leave the record that the engine leaves, which takes over where one is unfinished', async () => {
  const [plain, cut] = [await openPglite(undefined), await openPglite(undefined)];
  const names = await applyMigrations(createPgliteMigrationAdapter(plain));
  expect(names).toEqual(await migrationNames());
  expect(await applyMigrations(createPgliteMigrationAdapter(plain))).toEqual([]);
  // The first start was cut short in the middle of its first migration: nothing of that is there.
  const { columns } = await recordOf(plain);
  expect(columns).toHaveLength(8);
  await applyMigrations(createPgliteMigrationAdapter(cut), names);
  await cut.exec(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('cut', 'short', '${names[0]}')`,
  );
  expect(await applyMigrations(createPgliteMigrationAdapter(cut))).toEqual(names);
  expect(await recordOf(cut)).toEqual(await recordOf(plain));
  await Promise.all([plain.close(), cut.close()]);
});

test('a database of something else is not begun in: that is for the engine to refuse', async () => {
  const other = await openPglite(undefined);
  await other.exec('CREATE TABLE recipes (name text)');
  await expect(applyMigrations(createPgliteMigrationAdapter(other))).rejects.toThrow(/not empty/);
  expect((await other.query(`SELECT to_regclass('_prisma_migrations') AS record`)).rows).toEqual([{ record: null }]);
  await other.close();
});

const isHere = async (database: Database, table: string, index: string): Promise<boolean> => {
  const found = await database.prisma.$queryRaw<readonly unknown[]>`
    SELECT 1 FROM pg_indexes WHERE tablename = ${table} AND indexname = ${index}`;
  return found.length > 0;
};

test('what an older release needs is taken away once nobody is there who may be one', async () => {
  const databaseUrl = await newPostgres();
  const contracts = (await readdir(migrationsFolder)).filter((name) => name.endsWith('_contract')).toSorted();
  expect(contracts.filter((name) => !isContractMigration(name))).toEqual([]);
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile('package.json', 'utf8')));
  expect(filterDeferredContracts(contracts, [clientName(version)])).toEqual([]);
  const stranger = new pg.Client(databaseUrl);
  await stranger.connect();
  const early = await openDatabase({ databaseUrl, dataDir: undefined });
  expect(early.waiting).toEqual(contracts);
  expect(await isHere(early, 'battles', 'one_unfinished_battle_per_channel')).toBe(true);
  const still = await openDatabase({ databaseUrl, dataDir: undefined });
  expect(still.waiting).toEqual(contracts);
  await stranger.end();
  const late = await openDatabase({ databaseUrl, dataDir: undefined });
  expect(late.waiting).toEqual([]);
  expect(await isHere(late, 'battles', 'one_unfinished_battle_per_channel')).toBe(false);
  for (const { close } of [early, still, late]) await close();
});

test('a stranger that comes when nothing waits any more is none of its business', async () => {
  const databaseUrl = await newPostgres();
  await (await openDatabase({ databaseUrl, dataDir: undefined })).close();
  const stranger = new pg.Client(databaseUrl);
  await stranger.connect();
  const { waiting, close } = await openDatabase({ databaseUrl, dataDir: undefined });
  expect(waiting).toEqual([]);
  await close();
  await stranger.end();
});

test('a start that was cut short is made up for by the next one', async () => {
  const databaseUrl = await newPostgres();
  const first = await openDatabase({ databaseUrl, dataDir: undefined });
  const cut = '20261123100100_key_of_log_entries_after_1_1_0_contract';
  const { prisma } = first;
  await prisma.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${cut}`;
  await prisma.$executeRaw`CREATE INDEX half_built ON battles (seed)`;
  await prisma.$executeRaw`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'half_built'::regclass`;
  await first.close();
  const second = await openDatabase({ databaseUrl, dataDir: undefined });
  expect(await isHere(second, 'battles', 'half_built')).toBe(false);
  const recorded = await second.prisma.$queryRaw`
    SELECT finished_at IS NOT NULL AS finished FROM _prisma_migrations
    WHERE migration_name = ${cut} AND rolled_back_at IS NULL`;
  expect(recorded).toEqual([{ finished: true }]);
  await second.close();
});

test.each([
  { clients: ['brotherhood-master/1.1.0', 'brotherhood-master/2.0.0'], waits: false },
  { clients: [], waits: false },
  { clients: ['brotherhood-master/1.1.0', ''], waits: true },
  { clients: ['psql'], waits: true },
  { clients: ['brotherhood-master/1.0.9'], waits: true },
  { clients: ['brotherhood-master/0.12.3'], waits: true },
  { clients: ['brotherhood-master/1.10.0'], waits: false },
])('a contract of 1.1.0 beside $clients', ({ clients, waits }) => {
  const contract = '20261123_keys_after_1_1_0_contract';
  expect(filterDeferredContracts(['20261123_keys', contract], clients)).toEqual(waits ? [contract] : []);
});

test('a process may start while another is at work', async () => {
  const first = await openDatabase(where());
  await first.prisma.battle.count();
  const begun = performance.now();
  const second = await openDatabase(where());
  expect(performance.now() - begun).toBeLessThan(5000);
  await Promise.all([first.close(), second.close()]);
});

test('a database that cannot be used is named in one sentence, without its password', async () => {
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
  'a database that cannot be had with sslmode=%s is named in one sentence, and nothing else is said',
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

test.each(['PGlite', 'PostgreSQL'])('tables that cannot be brought up to date are named: on %s', async (called) => {
  const folder = await mkdtemp(join(tmpdir(), 'brotherhood-migrations-'));
  const place = called === 'PGlite' ? { databaseUrl: undefined, dataDir: folder } : where();
  const first = await openDatabase(place);
  await first.prisma.$executeRaw`DELETE FROM _prisma_migrations`;
  await first.close();
  const sentence = /^The tables of the database cannot be brought up to date: .*relation "servers" already exists$/;
  await expect(openDatabase(place)).rejects.toThrow(sentence);
  await expect(openDatabase(place)).rejects.toThrow(StoreUnavailable);
  await rm(folder, { recursive: true, force: true });
});
