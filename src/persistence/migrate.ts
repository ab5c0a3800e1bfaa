import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { z } from 'zod';
import { StoreUnavailable } from '../battle/saved/store-unavailable.ts';
import { filterDeferredContracts, isContractMigration } from './contracts.ts';
import { describeDriverError } from './error-text.ts';
import { applyScripts, type Migration, type OnMigration } from './plain-migrations.ts';

const schemaFile = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url));
/** One folder for each migration, named so that they sort by age. */
export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const filters = { externalTables: [], externalEnums: [] };

/** All that this release knows, the oldest first. */
export const migrationNames = async (): Promise<readonly string[]> =>
  (await readdir(migrationsFolder, { withFileTypes: true }))
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .toSorted();

const written = async (without: readonly string[] = []): Promise<readonly Migration[]> =>
  Promise.all(
    (await migrationNames())
      .filter((name) => !without.includes(name))
      .map(async (name) => ({ name, script: await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8') })),
  );

const listed = async (migrations: readonly Migration[]): Promise<MigrationList> => ({
  baseDir: migrationsFolder,
  lockfile: {
    path: './migration_lock.toml',
    content: await readFile(join(migrationsFolder, 'migration_lock.toml'), 'utf8'),
  },
  shadowDbInitScript: '',
  migrationDirectories: migrations.map(({ name, script }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
  })),
});

const texts = z.array(z.tuple([z.string()]));

/** Asks a database for a list of texts. */
const asked = async (database: SqlMigrationAwareDriverAdapterFactory, sql: string): Promise<readonly string[]> => {
  const adapter = await database.connect();
  const { rows } = await adapter.queryRaw({ sql, args: [], argTypes: [] });
  await adapter.dispose();
  return texts.parse(rows).map(([text]) => text);
};

/**
 * The adapters cut a script at every semicolon, or only begin it, and the migration engine must hear how the whole of it ended.
 * As one message it is one transaction, or nothing.
 */
export const withUnsplitScripts = (
  factory: SqlMigrationAwareDriverAdapterFactory,
  run: (script: string) => Promise<unknown>,
): SqlMigrationAwareDriverAdapterFactory => ({
  provider: factory.provider,
  adapterName: factory.adapterName,
  connect: async () =>
    Object.assign(await factory.connect(), { executeScript: async (script: string) => void (await run(script)) }),
  connectToShadowDb: () => factory.connectToShadowDb(),
});

/** The engine takes a second to load, and a start that has nothing to clear up does without it. */
const withEngine: typeof import('./schema-engine.ts').withSchemaEngine = async (...given) =>
  (await import('./schema-engine.ts')).withSchemaEngine(...given);

const isFailedBefore = (error: unknown): boolean => z.object({ code: z.literal('P3009') }).safeParse(error).success;

/**
 * What a start that was cut short left behind. Every script is one transaction, so nothing of it is there; but for an index that
 * was being built while orders were written.
 */
const clearedUp = async (database: SqlMigrationAwareDriverAdapterFactory, engine: SchemaEngine): Promise<void> => {
  const unfinished = await asked(
    database,
    `SELECT i.indexrelid::regclass::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
     WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace`,
  );
  const adapter = await database.connect();
  for (const index of unfinished) await adapter.executeScript(`DROP INDEX CONCURRENTLY ${index}`);
  await adapter.dispose();
  const failed = await asked(
    database,
    'SELECT DISTINCT migration_name FROM _prisma_migrations WHERE rolled_back_at IS NULL AND finished_at IS NULL ORDER BY 1',
  );
  for (const migrationName of failed) await engine.markMigrationRolledBack({ migrationName });
};

/** How often others are looked for before they are believed: who has only just connected has not yet said who they are. */
const looks = 5;

/**
 * The contracts that must not be applied to a database yet, given what already is and who else is at it. The next start looks
 * again; until then everything works with what they would take away still there.
 */
export const findDeferredContracts = async (
  applied: readonly string[],
  others: () => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const left = (await migrationNames()).filter((name) => isContractMigration(name) && !applied.includes(name));
  let waiting: readonly string[] = left;
  for (let look = 1; look <= looks && waiting.length > 0; look++) {
    if (look > 1) await new Promise((go) => setTimeout(go, 100));
    waiting = filterDeferredContracts(left, await others());
  }
  return waiting;
};

/** Applies what a database has not seen yet, in order, and records it in `_prisma_migrations`; gives the names. */
export const applyMigrations = async (
  database: SqlMigrationAwareDriverAdapterFactory,
  without: readonly string[] = [],
  onMigration: OnMigration = () => {},
): Promise<readonly string[]> => {
  const migrations = await written(without);
  try {
    const plainly = await applyScripts(database, migrations, onMigration);
    if (plainly !== undefined) return plainly;
    const [migrationsList, content] = await Promise.all([listed(migrations), readFile(schemaFile, 'utf8')]);
    return await withEngine(database, [[schemaFile, content]], async (engine) => {
      const applied = () => engine.applyMigrations({ migrationsList, filters });
      const { appliedMigrationNames } = await applied().catch(async (error: unknown) => {
        if (!isFailedBefore(error)) throw error;
        await clearedUp(database, engine);
        return applied();
      });
      return appliedMigrationNames;
    });
  } catch (error) {
    const words = `The tables of the database cannot be brought up to date: ${describeDriverError(error)}`;
    throw new StoreUnavailable(words, { cause: error });
  }
};

/** The SQL that leads from the written migrations to schema.prisma; empty when they agree. Uses the database's shadow only. */
export const missingMigration = async (database: SqlMigrationAwareDriverAdapterFactory): Promise<string> => {
  const content = await readFile(schemaFile, 'utf8');
  const from = { tag: 'migrations' as const, ...(await listed(await written())) };
  const to = { tag: 'schemaDatamodel' as const, files: [{ path: schemaFile, content }] };
  return withEngine(database, [[schemaFile, content]], async (engine) => {
    const { stdout, exitCode } = await engine.diff({ from, to, script: true, exitCode: true, filters });
    return exitCode === 0 ? '' : (stdout ?? '');
  });
};
