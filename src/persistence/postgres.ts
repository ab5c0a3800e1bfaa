import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { StoreUnavailable } from '../battle/unavailable.ts';
import { applyMigrations } from './migrate.ts';
import { wordsOf } from './words-of.ts';

/** A server that does not answer must not hold up a player for minutes. */
const patience = { connectionTimeoutMillis: 5_000, query_timeout: 15_000 };

const openPool = (connectionString: string, options: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({ connectionString, keepAlive: true, ...options });
  // An idle connection that breaks is thrown away by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
};

/**
 * The engine never gives its advisory lock back: it goes with the connection. So migrations have one connection of their
 * own, or the next process to start would wait for this one to end.
 */
const migrated = async (url: string): Promise<void> => {
  const pool = openPool(url, { max: 1, connectionTimeoutMillis: patience.connectionTimeoutMillis });
  try {
    await pool.query('SELECT').catch((error) => {
      throw new StoreUnavailable(`The database of DATABASE_URL cannot be used: ${wordsOf(error)}.`, { cause: error });
    });
    await applyMigrations(new PrismaPg(pool));
  } finally {
    await pool.end();
  }
};

/** Connections to a Postgres elsewhere, its tables up to date. */
export const openPostgres = async (url: string): Promise<pg.Pool> => {
  await migrated(url);
  return openPool(url, { max: 10, ...patience });
};
