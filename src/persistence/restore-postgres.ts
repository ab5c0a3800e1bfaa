import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import { err, ok, type Result } from '../core/result.ts';
import { checkBackup, readBackup } from './backup-file.ts';
import {
  appliedMigrations,
  createSqlRunner,
  hasAnyData,
  runInSqlTransaction,
  type SavedJob,
  type SqlRunner,
} from './backup-rows.ts';
import { describeDriverError } from './error-text.ts';
import { openJobs } from './jobs.ts';
import { createPostgresMigrationAdapter, openUnmigratedPostgres, startupLockId } from './postgres.ts';
import {
  type DumpInfo,
  insertJobs,
  queuesOf,
  type RestoreOptions,
  type RestoreResult,
  restoreIntoEmptyDatabase,
} from './restore-rows.ts';

/** Where the new tables are made, out of the way of those that are there. */
const aside = 'brotherhood_restoring';

const namesRows = z.array(z.object({ name: z.string() }));

/**
 * Processes of the bot that are connected, by the names they give themselves. A backup only reads, a restore is this one, and
 * whoever starts waits until it is over.
 */
const botsAt = async (query: SqlRunner): Promise<readonly string[]> => {
  const { rows } = await query(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'brotherhood-master/%'
       AND application_name NOT LIKE '% backup' AND application_name NOT LIKE '% restore'
       AND query NOT LIKE '%pg_try_advisory_lock(${startupLockId})%' ORDER BY 1`,
    [],
  );
  return namesRows.parse(rows).map(({ name }) => name);
};

/** Those of them that stay: whoever was stopped a moment ago the server may still count for a while. */
const botsStaying = async (query: SqlRunner): Promise<readonly string[]> => {
  for (let look = 0; look < 20; look += 1) {
    const bots = await botsAt(query);
    if (bots.length === 0) return bots;
    await sleep(100);
  }
  return botsAt(query);
};

/** Tables of extensions stay where they are. */
const tablesIn = `
  SELECT c.oid, c.relname FROM pg_class c WHERE c.relnamespace = $1::text::regnamespace AND c.relkind = 'r'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')`;

const botsHere = (bots: readonly string[]): string =>
  `The bot is connected to this database (${bots.join(', ')}): stop it first.`;

/** Are there tables, but no record of our migrations? */
const isSomebodyElses = async (query: SqlRunner): Promise<boolean> => {
  const { rows } = await query(`SELECT 1 AS there WHERE EXISTS (${tablesIn})`, ['public']);
  return rows.length > 0 && (await appliedMigrations(query)) === undefined;
};

const isTheOnlyOne = async (query: SqlRunner): Promise<boolean> => {
  const { rows } = await query(`SELECT 1 AS taken WHERE pg_try_advisory_lock(${startupLockId})`, []);
  return rows.length > 0;
};

const statementRows = z.array(z.object({ statement: z.string() }));

/** Moves tables, with the functions of their triggers, from one schema to another. */
const moved = async (query: SqlRunner, from: string, to: string): Promise<void> => {
  const { rows } = await query(
    `WITH own AS (${tablesIn})
     SELECT format('ALTER TABLE %I.%I SET SCHEMA %I', $1::text, relname, $2::text) AS statement FROM own
     UNION ALL
     SELECT DISTINCT format('ALTER FUNCTION %I.%I() SET SCHEMA %I', $1::text, p.proname, $2::text)
     FROM pg_trigger t JOIN own ON own.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE NOT t.tgisinternal AND p.pronamespace = $1::text::regnamespace`,
    [from, to],
  );
  for (const { statement } of statementRows.parse(rows)) await query(statement, []);
};

/** Makes whole tables out of the way. */
const filled = async (
  url: string,
  { file, onProgress }: RestoreOptions,
  dump: DumpInfo,
): ReturnType<typeof restoreIntoEmptyDatabase> => {
  const pool = await openUnmigratedPostgres(url, 'restore', aside);
  try {
    await pool.query(`CREATE SCHEMA ${aside}`);
    const empty = {
      under: { kind: 'postgres', pool },
      forMigrations: createPostgresMigrationAdapter(pool),
    } as const;
    return await restoreIntoEmptyDatabase(empty, dump, (each) => readBackup(file, each), onProgress);
  } finally {
    await pool.end();
  }
};

/** The new tables take the place of the old ones, and so do the jobs. */
const swapped = async (
  { pool, jobsPool }: { readonly pool: pg.Pool; readonly jobsPool: pg.Pool },
  jobs: readonly SavedJob[],
  kept: string,
  isKept: boolean,
): Promise<void> => {
  const queues = await openJobs({ under: { kind: 'postgres', pool: jobsPool } }, queuesOf(jobs), () => {});
  try {
    await runInSqlTransaction({ kind: 'postgres', pool }, async (query) => {
      await query(`SET LOCAL lock_timeout = '10s'`, []);
      await query(`CREATE SCHEMA ${kept}`, []);
      await moved(query, 'public', kept);
      await moved(query, aside, 'public');
      await query(`DROP SCHEMA ${aside}`, []);
      if (!isKept) await query(`DROP SCHEMA ${kept} CASCADE`, []);
      await query(`DELETE FROM pgboss.job WHERE name NOT LIKE '\\_\\_pgboss\\_\\_%'`, []);
      await insertJobs(queues.boss, jobs, { db: { executeSql: (sql, values = []) => query(sql, values) } });
      const bots = await botsAt(query);
      if (bots.length > 0) throw new Error(botsHere(bots));
    });
  } finally {
    await queues.close();
  }
};

const restored = async (
  url: string,
  pool: pg.Pool,
  restoring: RestoreOptions,
): Promise<Result<RestoreResult, string>> => {
  const { file, replace, at, onProgress } = restoring;
  onProgress?.('Checking the backup');
  const query = createSqlRunner({ kind: 'postgres', pool });
  const checked = await checkBackup(file);
  if (!checked.ok) return checked;
  const bots = await botsStaying(query);
  if (bots.length > 0) return err(botsHere(bots));
  if (!(await isTheOnlyOne(query)))
    return err('The bot is starting on this database, or another restore is under way: stop it first.');
  if (await isSomebodyElses(query))
    return err(
      'The schema public of DATABASE_URL has tables, and they are not the bot’s: give it a database of its own.',
    );
  const wasInUse = await hasAnyData(query);
  if (wasInUse && !replace)
    return err('The database of DATABASE_URL is not empty: say --replace to put the backup in its place.');
  const kept = `replaced_${new Date(at).toISOString().replaceAll(/\D/g, '')}`;
  await query(`DROP SCHEMA IF EXISTS ${aside} CASCADE`, []);
  const jobsPool = await openUnmigratedPostgres(url, 'restore');
  try {
    const { jobs, leftOut } = await filled(url, restoring, { ...checked.value.header, rows: checked.value.rows });
    await swapped({ pool, jobsPool }, jobs, kept, wasInUse);
    return ok({ ...checked.value, leftOut, kept: wasInUse ? kept : undefined });
  } finally {
    await jobsPool.end();
    await query(`DROP SCHEMA IF EXISTS ${aside} CASCADE`, []);
  }
};

/** Puts a backup into a Postgres. Where that cannot be done, everything stays as it is, and a sentence says why. */
export const restorePostgres = async (
  url: string,
  restoring: RestoreOptions,
): Promise<Result<RestoreResult, string>> => {
  const pool = await openUnmigratedPostgres(url, 'restore');
  try {
    return await restored(url, pool, restoring);
  } catch (error) {
    return err(`The backup cannot be restored, and nothing was changed: ${describeDriverError(error)}`);
  } finally {
    await pool.end();
  }
};
