import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { openPglite } from '../../src/persistence/pglite.ts';
import { isLong } from '../budget.ts';

/** The settings and the initial content of a database. */
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

test.runIf(isLong)('a new database equals one that PGlite itself creates', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'brotherhood-pglite-'));
  const own = await described(await PGlite.create());
  expect(await described(await openPglite())).toEqual(own);
  expect(await described(await openPglite(join(folder, 'postgres')))).toEqual(own);
  await rm(folder, { recursive: true });
});

test('a new log file is not filled with zeros, to save memory', async () => {
  const pglite = await openPglite();
  expect((await pglite.query('SHOW wal_init_zero')).rows).toEqual([{ wal_init_zero: 'off' }]);
  await pglite.close();
});

test.each([undefined, 1])('opening PGlite leaves the exit code of the process unchanged: %s', async (code) => {
  const before = process.exitCode;
  process.exitCode = code;
  const pglite = await openPglite();
  expect(process.exitCode).toBe(code);
  await pglite.close();
  expect(process.exitCode).toBe(code);
  process.exitCode = before;
});
