import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { StoreUnavailable } from '../battle/saved/store.ts';
import { describeDriverError } from './error-text.ts';

/** One folder for each migration, named so that they sort by age. */
export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Called before each migration is applied: its name, its number among them, and how many there are. */
export type OnMigration = (name: string, nth: number, of: number) => void;

/** A migration as it is written. */
export interface Migration {
  readonly name: string;
  readonly script: string;
}

/** The names of all migrations of this release, the oldest first. */
export const migrationNames = async (): Promise<readonly string[]> =>
  (await readdir(migrationsFolder, { withFileTypes: true }))
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .toSorted();

/** All migrations of this release, the oldest first. */
export const readMigrations = async (): Promise<readonly Migration[]> =>
  Promise.all(
    (await migrationNames()).map(async (name) => ({
      name,
      script: await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8'),
    })),
  );

/** A database that is migrated. */
export interface MigrationTarget {
  readonly query: (sql: string) => Promise<{ readonly rows: readonly unknown[] }>;
  /** Sends a whole script as one message, which is one transaction. */
  readonly run: (script: string) => Promise<unknown>;
}

const answer = z.tuple([z.object({ yes: z.boolean() })]);
const names = z.array(z.object({ name: z.string() }));

/** The table in which Prisma's own commands record migrations, too. */
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

/** The names of the applied migrations. Undefined if there is no record of any. */
const appliedNames = async ({ query }: MigrationTarget): Promise<readonly string[] | undefined> => {
  const [{ yes: isRecorded }] = answer.parse(
    (await query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS yes`)).rows,
  );
  if (!isRecorded) return undefined;
  const { rows } = await query(
    `SELECT migration_name::text AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  return names.parse(rows).map(({ name }) => name);
};

const isEmpty = async ({ query }: MigrationTarget): Promise<boolean> => {
  const { rows } = await query(
    'SELECT NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace) AS yes',
  );
  return answer.parse(rows)[0].yes;
};

/** What to do about a database of a release that saved other shapes. */
export const tooOld =
  'was made by release 1.2.1 or older, and this release cannot read it. Give the bot an empty database or another DATA_DIR, or go back to that release.';
const notOurs = 'The database has tables that are not the bot’s. Give the bot a database of its own.';

/** What a database lacks. `isNew`: it has no tables yet. Throws a sentence if this release cannot use the database. */
export const findPendingMigrations = async (
  target: MigrationTarget,
): Promise<{ readonly pending: readonly Migration[]; readonly isNew: boolean }> => {
  const [written, applied] = await Promise.all([readMigrations(), appliedNames(target)]);
  if (applied === undefined && !(await isEmpty(target))) throw new StoreUnavailable(notOurs);
  if (applied === undefined || applied.length === 0) return { pending: written, isNew: true };
  if (!applied.some((name) => name === written[0]?.name)) throw new StoreUnavailable(`The database ${tooOld}`);
  return { pending: written.filter(({ name }) => !applied.includes(name)), isNew: false };
};

/** A script and the record that it was applied, in one transaction. */
const recorded = ({ name, script }: Migration): string => {
  const checksum = createHash('sha256').update(script).digest('hex');
  return `${script}
    ;INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES ('${randomUUID()}', '${checksum}', '${name.replaceAll("'", "''")}', now(), 1)`;
};

/** Applies what a database has not seen yet, in order, and gives the names. Throws a sentence where that fails. */
export const applyMigrations = async (
  target: MigrationTarget,
  without: readonly string[] = [],
  onMigration: OnMigration = () => {},
): Promise<readonly string[]> => {
  try {
    const { pending, isNew } = await findPendingMigrations(target);
    if (isNew) await target.run(record);
    const left = pending.filter(({ name }) => !without.includes(name));
    for (const [at, migration] of left.entries()) {
      onMigration(migration.name, at + 1, left.length);
      await target.run(recorded(migration));
    }
    return left.map(({ name }) => name);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    const words = `The tables of the database cannot be brought up to date: ${describeDriverError(error)}`;
    throw new StoreUnavailable(words, { cause: error });
  }
};
