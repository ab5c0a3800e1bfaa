import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { createPgliteMigrationAdapter } from '../../src/persistence/embedded-migrations.ts';
import { applyMigrations } from '../../src/persistence/migrate.ts';
import { openPglite, unpackNewDatabase } from '../../src/persistence/pglite.ts';
import { isLong } from '../budget.ts';

/** What a database was made with, and all that is in it from the beginning. */
const described = async (pglite: PGlite): Promise<unknown> => {
  const asked = [
    "SELECT name, setting FROM pg_settings WHERE name NOT IN ('data_directory', 'config_file', 'hba_file', 'ident_file', 'max_connections', 'wal_init_zero', 'io_max_concurrency') AND name NOT LIKE '%buffers' AND context <> 'internal' ORDER BY 1",
    'SELECT current_setting($$server_version$$), current_setting($$server_encoding$$)',
    'SELECT datname, datcollate, datctype, encoding FROM pg_database ORDER BY 1',
    'SELECT n.nspname, c.relname, c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace ORDER BY 1, 2, 3',
    'SELECT extname, extversion FROM pg_extension ORDER BY 1',
  ];
  const answers = [];
  for (const sql of asked) answers.push((await pglite.query(sql)).rows);
  await pglite.close();
  return answers;
};

test.runIf(isLong)(
  'a new database is as this release of PGlite would make it itself, in memory and in a folder',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'brotherhood-pglite-'));
    const own = await described(await PGlite.create());
    expect(await described(await openPglite())).toEqual(own);
    expect(await described(await openPglite(join(folder, 'postgres')))).toEqual(own);
    await rm(folder, { recursive: true });
  },
);

test('a new file of its log is not filled with zeros, which would cost the process as much memory as the file is long', async () => {
  const pglite = await openPglite();
  expect((await pglite.query('SHOW wal_init_zero')).rows).toEqual([{ wal_init_zero: 'off' }]);
  await pglite.close();
});

/** The tables of a database with all that hangs on them, and what says which release made them. */
const tablesIn = async (pglite: PGlite): Promise<string> => {
  const ours = "n.nspname = 'public'";
  const asked = [
    `SELECT n.nspname, c.relname, c.relkind, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
     LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE ${ours} ORDER BY 1, 2, 4`,
    `SELECT pg_get_indexdef(i.indexrelid), i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${ours} ORDER BY 1`,
    `SELECT k.conname, k.conrelid::regclass::text, pg_get_constraintdef(k.oid) FROM pg_constraint k
     JOIN pg_namespace n ON n.oid = k.connamespace WHERE ${ours} ORDER BY 2, 1`,
    `SELECT pg_get_functiondef(p.oid) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${ours} ORDER BY 1`,
    'SELECT migration_name, checksum, finished_at IS NULL FROM _prisma_migrations ORDER BY 1',
  ];
  const answers = [];
  for (const sql of asked) answers.push((await pglite.query(sql)).rows);
  return JSON.stringify(answers, undefined, 1);
};

test('a new database has the tables that this release makes, and nothing in them; else: npm run empty-database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'brotherhood-pglite-'));
  await unpackNewDatabase(join(folder, 'postgres'));
  const [there, made] = [await openPglite(join(folder, 'postgres')), await openPglite()];
  expect(await applyMigrations(createPgliteMigrationAdapter(there))).toEqual([]);
  await applyMigrations(createPgliteMigrationAdapter(made));
  expect(await tablesIn(there)).toEqual(await tablesIn(made));
  const tables = await there.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'`,
  );
  expect(tables.rows.length).toBeGreaterThan(10);
  for (const { name } of tables.rows) expect((await there.query(`SELECT FROM ${name}`)).rows, name).toEqual([]);
  await Promise.all([there.close(), made.close()]);
  await rm(folder, { recursive: true });
});

test.each([undefined, 1])('the exit code of the process stays what it was: %s', async (code) => {
  const before = process.exitCode;
  process.exitCode = code;
  const pglite = await openPglite();
  expect(process.exitCode).toBe(code);
  await pglite.close();
  expect(process.exitCode).toBe(code);
  process.exitCode = before;
});
