import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { z } from 'zod';
import { StoreUnavailable } from '../battle/saved/store-unavailable.ts';
import { appliedMigrations, createSqlRunner } from './backup-rows.ts';
import { clientName } from './contracts.ts';
import { createDiskWatch } from './disk-watch.ts';
import { describeDriverError } from './error-text.ts';
import { applyMigrations, findDeferredContracts, withUnsplitScripts } from './migrate.ts';
import type { OnMigration } from './plain-migrations.ts';
import { withPreparedStatements } from './prepared-statements.ts';
import { release } from './release.ts';

export interface Postgres {
  readonly pool: pg.Pool;
  /** True if a statement failed lately because the server's disk is full. */
  readonly isDiskFull: () => boolean;
  /** The migrations that wait until processes of an older release are gone. */
  readonly waiting: readonly string[];
}

/** A server that does not answer must not hold up a player for minutes. */
const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 15_000 };

/** What pg takes for `verify-full`, and warns of at length at every start, is said as it is taken. */
const verifying = (url: string): string =>
  /[?&]uselibpqcompat=true/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

/** The same address under our name, whatever name it has: others go by it when they bring the tables forward. */
const introduced = (url: string, as = ''): string =>
  `${verifying(url)}${url.includes('?') ? '&' : '?'}application_name=${encodeURIComponent(`${clientName(release)}${as}`)}`;

const openPool = (connectionString: string, options: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({ connectionString, keepAlive: true, ...options });
  // An idle connection that breaks is thrown away by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
};

/** What the migration engine goes by. */
export const createPostgresMigrationAdapter = (pool: pg.Pool, schema?: string): SqlMigrationAwareDriverAdapterFactory =>
  withUnsplitScripts(new PrismaPg(pool, schema === undefined ? undefined : { schema }), (script) => pool.query(script));

const checkConnection = async (pool: pg.Pool): Promise<void> => {
  await pool.query('SELECT').catch((error) => {
    const words = describeDriverError(error);
    // pg, or the server, says so of a missing password.
    const says = /password must be a (?:non-empty )?string|empty password returned/i.test(words)
      ? 'it wants a password, and none is in it'
      : words;
    throw new StoreUnavailable(`The database of DATABASE_URL cannot be used: ${says}.`, { cause: error });
  });
};

/** One connection to a Postgres as it is: nothing is migrated. Others see what it is for. */
export const openUnmigratedPostgres = async (
  url: string,
  purpose: 'backup' | 'restore',
  schema = 'public',
): Promise<pg.Pool> => {
  const { connectionTimeoutMillis } = timeouts;
  const pool = openPool(introduced(url, ` ${purpose}`), {
    ...{ max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis },
    onConnect: (client) => client.query(`SET search_path TO ${schema}`),
  });
  await checkConnection(pool).catch(async (error) => {
    await pool.end();
    throw error;
  });
  return pool;
};

const names = z.array(z.object({ name: z.string() }));

/** Who else is connected to this database, by the names they give themselves. Of others' users the kind is not told. */
const othersAt = async (pool: pg.Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query(`
    SELECT coalesce(application_name, '') AS name FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND coalesce(backend_type, 'client backend') = 'client backend'`);
  return names.parse(rows).map(({ name }) => name);
};

/** Whoever holds it brings the tables forward, or replaces them. */
export const startupLockId = 1_112_360_017;

const answers = z.tuple([z.object({ taken: z.boolean() })]);

/**
 * One process after the other brings the tables forward, however long one takes. They ask again and again: an index that is built
 * beside the orders waits for every statement to end, also for one that itself waits for a lock.
 */
const taken = async (pool: pg.Pool): Promise<void> => {
  for (;;) {
    const { rows } = await pool.query(`SELECT pg_try_advisory_lock(${startupLockId}) AS taken`);
    if (answers.parse(rows)[0].taken) return;
    await new Promise((go) => setTimeout(go, 100));
  }
};

/**
 * Neither lock is ever given back, ours nor the engine's: they go with the connection. So migrations have one connection of
 * their own, or the next process to start would wait for this one to end.
 */
const migrated = async (url: string, onMigration?: OnMigration): Promise<readonly string[]> => {
  const pool = openPool(url, { max: 1, connectionTimeoutMillis: timeouts.connectionTimeoutMillis });
  try {
    await checkConnection(pool);
    await taken(pool);
    const applied = (await appliedMigrations(createSqlRunner({ kind: 'postgres', pool }))) ?? [];
    const waiting = await findDeferredContracts(applied, () => othersAt(pool));
    await applyMigrations(createPostgresMigrationAdapter(pool), waiting, onMigration);
    return waiting;
  } finally {
    await pool.end();
  }
};

/** Connections to a Postgres elsewhere, its tables up to date. */
export const openPostgres = async (url: string, onMigration?: OnMigration): Promise<Postgres> => {
  const address = introduced(url);
  const waiting = await migrated(address, onMigration);
  const disk = createDiskWatch();
  const pool = openPool(address, { max: 10, ...timeouts });
  pool.on('connect', (client) => Object(client).connection?.on('errorMessage', disk.saw));
  return { pool: withPreparedStatements(pool), isDiskFull: disk.wasFull, waiting };
};
