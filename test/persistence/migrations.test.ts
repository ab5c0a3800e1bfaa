import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/battle/unavailable.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { migrationsFolder, missingMigration } from '../../src/persistence/migrate.ts';
import { type RealPostgres, realPostgres } from './real-postgres.ts';

let server: RealPostgres;
beforeAll(async () => {
  server = await realPostgres();
});
afterAll(() => server.end());
const where = () => ({ databaseUrl: server.url, dataDir: undefined });

test('the migrations lead to the schema: nothing is missing', async () => {
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
  await expect(openDatabase({ ...where(), databaseUrl: server.url.replace(/postgres$/, 'nowhere') })).rejects.toThrow(
    sentence,
  );
  const refused = openDatabase({ ...where(), databaseUrl: 'postgresql://bm:secret@127.0.0.1:1/bm' });
  await expect(refused).rejects.toThrow(
    'The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
  );
});

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
