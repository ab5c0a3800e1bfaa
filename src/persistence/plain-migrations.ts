import { createHash, randomUUID } from 'node:crypto';
import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { z } from 'zod';

/** Hears of each migration before it is applied: its name, its number among them, and how many there are. */
export type OnMigration = (name: string, nth: number, of: number) => void;

/** A migration as it is written: its name and its whole script. */
export interface Migration {
  readonly name: string;
  readonly script: string;
}

const textOf = (value: string | null): string => (value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`);

const rowsOf = async (adapter: SqlDriverAdapter, sql: string): Promise<unknown> =>
  (await adapter.queryRaw({ sql, args: [], argTypes: [] })).rows;

const yes = z.tuple([z.tuple([z.boolean()])]);
const recorded = z.array(z.tuple([z.string(), z.string(), z.boolean()]));

/** The engine's own table. */
const record = `CREATE TABLE _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

const checksum = (script: string): string => createHash('sha256').update(script).digest('hex');

/** What is not applied yet, the oldest first; nothing where only the engine can tell. */
const pending = async (
  adapter: SqlDriverAdapter,
  written: readonly Migration[],
): Promise<readonly Migration[] | undefined> => {
  const [[isRecorded]] = yes.parse(await rowsOf(adapter, `SELECT to_regclass('_prisma_migrations') IS NOT NULL`));
  if (!isRecorded) {
    const [[isEmpty]] = yes.parse(
      await rowsOf(
        adapter,
        'SELECT NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace)',
      ),
    );
    if (!isEmpty) return undefined;
    await adapter.executeScript(record);
    return written;
  }
  const applied = recorded.parse(
    await rowsOf(
      adapter,
      `SELECT migration_name::text, checksum::text, finished_at IS NOT NULL FROM _prisma_migrations
       WHERE rolled_back_at IS NULL`,
    ),
  );
  const known = new Map(written.map(({ name, script }) => [name, script]));
  const isAsWritten = applied.every(([name, sum, isFinished]) => {
    const script = known.get(name);
    return isFinished && script !== undefined && sum === checksum(script);
  });
  const names = new Set(applied.map(([name]) => name));
  return isAsWritten ? written.filter(({ name }) => !names.has(name)) : undefined;
};

/**
 * Applies what a database has not seen yet, each script as it is, and records it as Prisma's engine does; gives the names.
 * Nothing where something is unfinished, changed or unknown: that is for the engine, which takes a second to load.
 */
export const applyScripts = async (
  database: SqlMigrationAwareDriverAdapterFactory,
  written: readonly Migration[],
  onMigration: OnMigration,
): Promise<readonly string[] | undefined> => {
  const adapter = await database.connect();
  try {
    const left = await pending(adapter, written);
    for (const [at, { name, script }] of (left ?? []).entries()) {
      onMigration(name, at + 1, left?.length ?? 0);
      const id = randomUUID();
      await adapter.executeScript(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name)
         VALUES ('${id}', '${checksum(script)}', ${textOf(name)})`,
      );
      await adapter.executeScript(script);
      await adapter.executeScript(
        `UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = '${id}'`,
      );
    }
    return left?.map(({ name }) => name);
  } finally {
    await adapter.dispose();
  }
};
