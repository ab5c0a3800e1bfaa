import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { StoreUnavailable } from '../battle/unavailable.ts';
import { withSchemaEngine } from './schema-engine.ts';
import { wordsOf } from './words-of.ts';

const schemaFile = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url));
/** One folder for each migration, named so that they sort by age. */
export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const filters = { externalTables: [], externalEnums: [] };

const written = async (): Promise<MigrationList> => {
  const folders = (await readdir(migrationsFolder, { withFileTypes: true })).filter((each) => each.isDirectory());
  const sql = async (name: string) => ({
    path: name,
    migrationFile: {
      path: 'migration.sql',
      content: { tag: 'ok' as const, value: await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8') },
    },
  });
  return {
    baseDir: migrationsFolder,
    lockfile: {
      path: './migration_lock.toml',
      content: await readFile(join(migrationsFolder, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      folders
        .map(({ name }) => name)
        .toSorted()
        .map(sql),
    ),
  };
};

/** Applies what a database has not seen yet, in order, and records it in `_prisma_migrations`; gives the names. */
export const applyMigrations = async (database: SqlMigrationAwareDriverAdapterFactory): Promise<readonly string[]> => {
  const migrationsList = await written();
  const content = await readFile(schemaFile, 'utf8');
  try {
    return await withSchemaEngine(database, [[schemaFile, content]], async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
      return appliedMigrationNames;
    });
  } catch (error) {
    const words = `The tables of the database cannot be brought up to date: ${wordsOf(error)}`;
    throw new StoreUnavailable(words, { cause: error });
  }
};

/** The SQL that leads from the written migrations to schema.prisma; empty when they agree. Uses the database's shadow only. */
export const missingMigration = async (database: SqlMigrationAwareDriverAdapterFactory): Promise<string> => {
  const content = await readFile(schemaFile, 'utf8');
  const from = { tag: 'migrations' as const, ...(await written()) };
  const to = { tag: 'schemaDatamodel' as const, files: [{ path: schemaFile, content }] };
  return withSchemaEngine(database, [[schemaFile, content]], async (engine) => {
    const { stdout, exitCode } = await engine.diff({ from, to, script: true, exitCode: true, filters });
    return exitCode === 0 ? '' : (stdout ?? '');
  });
};
