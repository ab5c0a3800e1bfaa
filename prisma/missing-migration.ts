import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { migrationsFolder, readMigrations } from '../src/persistence/migrate.ts';
import { withSchemaEngine } from './schema-engine.ts';

const schemaFile = fileURLToPath(new URL('schema.prisma', import.meta.url));
const filters = { externalTables: [], externalEnums: [] };

/** What schema.prisma cannot say. It ends the first migration. */
const beyondSchema = `
-- What an order leaves as it is lies beside the row: a row that is written anew stays small, and in its place.
ALTER TABLE "battles" SET (toast_tuple_target = 128, fillfactor = 80);
`;

const writtenMigrations = async (): Promise<MigrationList> => ({
  baseDir: migrationsFolder,
  lockfile: {
    path: './migration_lock.toml',
    content: await readFile(join(migrationsFolder, 'migration_lock.toml'), 'utf8'),
  },
  shadowDbInitScript: '',
  migrationDirectories: (await readMigrations()).map(({ name, script }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
  })),
});

/** The SQL that leads from the written migrations to schema.prisma. Empty if they agree. The engine does not let the process end. */
export const missingMigration = async (): Promise<string> => {
  const content = await readFile(schemaFile, 'utf8');
  const written = await writtenMigrations();
  const from = { tag: 'migrations' as const, ...written };
  const to = { tag: 'schemaDatamodel' as const, files: [{ path: schemaFile, content }] };
  const database = new PGlite();
  const sql = await withSchemaEngine(new PrismaPGlite(database), [[schemaFile, content]], async (engine) => {
    const { stdout, exitCode } = await engine.diff({ from, to, script: true, exitCode: true, filters });
    return exitCode === 0 ? '' : (stdout ?? '');
  });
  await database.close();
  return written.migrationDirectories.length === 0 ? `${sql}${beyondSchema}` : sql;
};
