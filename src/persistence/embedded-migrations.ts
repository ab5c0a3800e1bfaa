import type { PGlite } from '@electric-sql/pglite';
import type { MigrationTarget } from './migrate.ts';

/** An embedded database that is migrated. */
export const createPgliteMigrationAdapter = (pglite: PGlite): MigrationTarget => ({
  query: (sql) => pglite.query(sql),
  run: (script) => pglite.exec(script),
});
