import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { StoreUnavailable } from '../battle/saved/store.ts';
import { describeDriverError } from './error-text.ts';

/** The folder of migrations, whose names sort by age. */
export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Called before each migration with its name, its number and the total number. */
export type OnMigration = (name: string, nth: number, of: number) => void;

export interface Migration {
  readonly name: string;
  readonly script: string;
}

/** Names of all migrations in this release, oldest first. */
export const migrationNames = async (): Promise<readonly string[]> =>
  (await readdir(migrationsFolder, { withFileTypes: true }))
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .toSorted();

/** Reads all migrations of this release, oldest first. */
export const readMigrations = async (): Promise<readonly Migration[]> =>
  Promise.all(
    (await migrationNames()).map(async (name) => ({
      name,
      script: await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8'),
    })),
  );

/** A database to migrate, such as a PGlite. */
export interface MigrationTarget {
  readonly query: (sql: string) => Promise<{ readonly rows: readonly unknown[] }>;
  /** Runs a script as one transaction. */
  readonly exec: (script: string) => Promise<unknown>;
}

const answer = z.tuple([z.object({ yes: z.boolean() })]);
const names = z.array(z.object({ name: z.string() }));

/** SQL that creates Prisma's table of applied migrations. */
const record = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/** Names of the applied migrations. Undefined if the table of migrations does not exist. */
const appliedNames = async (target: MigrationTarget): Promise<readonly string[] | undefined> => {
  const [{ yes: isRecorded }] = answer.parse(
    (await target.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS yes`)).rows,
  );
  if (!isRecorded) return undefined;
  const { rows } = await target.query(
    `SELECT migration_name::text AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  return names.parse(rows).map(({ name }) => name);
};

const isEmpty = async (target: MigrationTarget): Promise<boolean> => {
  const { rows } = await target.query(
    'SELECT NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace) AS yes',
  );
  return answer.parse(rows)[0].yes;
};

/** Advice for a database whose release is too old to migrate. */
export const tooOld =
  'was made by release 1.2.1 or older, and this release cannot read it. Give the bot an empty database or another DATA_DIR, or go back to that release.';
const notOurs = 'The database has tables that are not the bot’s. Give the bot a database of its own.';

/** Finds missing migrations. `isNew`: the database has no tables. Throws if this release cannot use the database. */
export const findPendingMigrations = async (
  target: MigrationTarget,
): Promise<{ readonly pending: readonly Migration[]; readonly isNew: boolean }> => {
  const [written, applied] = await Promise.all([readMigrations(), appliedNames(target)]);
  if (applied === undefined && !(await isEmpty(target))) throw new StoreUnavailable(notOurs);
  if (applied === undefined || applied.length === 0) return { pending: written, isNew: true };
  if (!applied.some((name) => name === written[0]?.name)) throw new StoreUnavailable(`The database ${tooOld}`);
  return { pending: written.filter(({ name }) => !applied.includes(name)), isNew: false };
};

/** A migration's SQL script, with a statement that records the migration as applied. */
const recorded = ({ name, script }: Migration): string => {
  const checksum = createHash('sha256').update(script).digest('hex');
  return `${script}
    ;INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES ('${randomUUID()}', '${checksum}', '${name.replaceAll("'", "''")}', now(), 1)`;
};

/** Applies missing migrations in order and returns their names. Throws a readable error if one fails. */
export const applyMigrations = async (
  target: MigrationTarget,
  without: readonly string[] = [],
  onMigration: OnMigration = () => {},
): Promise<readonly string[]> => {
  try {
    const { pending, isNew } = await findPendingMigrations(target);
    if (isNew) await target.exec(record);
    const left = pending.filter(({ name }) => !without.includes(name));
    for (const [at, migration] of left.entries()) {
      onMigration(migration.name, at + 1, left.length);
      await target.exec(recorded(migration));
    }
    return left.map(({ name }) => name);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    const words = `The tables of the database cannot be brought up to date: ${describeDriverError(error)}`;
    throw new StoreUnavailable(words, { cause: error });
  }
};
