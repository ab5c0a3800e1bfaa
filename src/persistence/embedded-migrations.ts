import type { PGlite } from '@electric-sql/pglite';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { withWholeScripts } from './migrate.ts';

/** What the migration engine goes by. */
export const forMigrations = (pglite: PGlite): SqlMigrationAwareDriverAdapterFactory =>
  withWholeScripts(new PrismaPGlite(pglite), (script) => pglite.exec(script));
