import type { PGlite } from '@electric-sql/pglite';
import type { MigrationTarget } from './migrate.ts';

/** Creates the migration target for an embedded database. */
export const createPgliteMigrationAdapter = (pglite: PGlite): MigrationTarget => ({
  query: (sql) => pglite.query(sql),
  run: (script) => pglite.exec(script),
});
