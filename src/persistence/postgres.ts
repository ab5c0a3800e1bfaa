import { readFileSync } from 'node:fs';
import pg from 'pg';
import { z } from 'zod';
import { StoreUnavailable } from '../battle/saved/store.ts';
import { createDiskWatch } from './disk-watch.ts';
import { describeDriverError } from './error-text.ts';
import { applyMigrations, type OnMigration } from './migrate.ts';
import { withPreparedStatements } from './prepared-statements.ts';

const packageFile = new URL('../../package.json', import.meta.url);

/** The version of this program, from package.json. */
const release = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version;

/** Timeouts for a server that does not respond (milliseconds). */
const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: 15_000 };

/** Writes `verify-full` into the address of a server with TLS. pg would use it anyway, but with a long warning. */
const withVerifyFull = (url: string): string =>
  /[?&]uselibpqcompat=true/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

/** Adds our application name to the address of a server. */
const introduced = (url: string): string =>
  `${withVerifyFull(url)}${url.includes('?') ? '&' : '?'}application_name=${encodeURIComponent(`brotherhood-master/${release}`)}`;

const openPool = (connectionString: string, options: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({ connectionString, keepAlive: true, ...options });
  // The pool drops broken idle connections. Without a listener, the error would end the process.
  pool.on('error', () => {});
  return pool;
};

const checkConnection = async (pool: pg.Pool): Promise<void> => {
  await pool.query('SELECT').catch((error) => {
    const words = describeDriverError(error);
    // Messages about a missing password, from pg or the server.
    const says = /password must be a (?:non-empty )?string|empty password returned/i.test(words)
      ? 'it wants a password, and none is in it'
      : words;
    throw new StoreUnavailable(`The database of DATABASE_URL cannot be used: ${says}.`, { cause: error });
  });
};

/** Id of the advisory lock for the process that migrates. */
const startupLockId = 1_112_360_017;

const answers = z.tuple([z.object({ taken: z.boolean() })]);

/** Takes the migration lock. Waits without limit while another process migrates. */
const taken = async (pool: pg.Pool): Promise<void> => {
  for (;;) {
    const { rows } = await pool.query(`SELECT pg_try_advisory_lock(${startupLockId}) AS taken`);
    if (answers.parse(rows)[0].taken) return;
    await new Promise((go) => setTimeout(go, 100));
  }
};

/** Migrates the database over a separate connection, whose end releases the lock. */
const migrated = async (url: string, onMigration?: OnMigration): Promise<void> => {
  const pool = openPool(url, { max: 1, connectionTimeoutMillis: timeouts.connectionTimeoutMillis });
  try {
    await checkConnection(pool);
    await taken(pool);
    const query = (sql: string) => pool.query(sql);
    // In the first schema of the server's search path.
    await applyMigrations({ query, exec: query }, [], onMigration);
  } finally {
    await pool.end();
  }
};

/** Opens and migrates a remote Postgres. `isDiskFull`: true if a statement just failed because of a full disk. */
export const openPostgres = async (url: string, onMigration?: OnMigration) => {
  const address = introduced(url);
  await migrated(address, onMigration);
  const disk = createDiskWatch();
  const pool = openPool(address, { max: 10, ...timeouts });
  pool.on('connect', (client) => Object(client).connection?.on('errorMessage', disk.saw));
  return { pool: withPreparedStatements(pool), isDiskFull: disk.wasFull };
};
