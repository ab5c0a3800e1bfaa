import type { PGlite } from '@electric-sql/pglite';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { withUnsplitScripts } from './migrate.ts';

/** What the migration engine goes by. */
export const createPgliteMigrationAdapter = (pglite: PGlite): SqlMigrationAwareDriverAdapterFactory =>
  withUnsplitScripts(new PrismaPGlite(pglite), (script) => pglite.exec(script));
