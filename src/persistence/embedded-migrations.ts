import type { PGlite } from '@electric-sql/pglite';
import type { MigrationTarget } from './migrate.ts';

/** An embedded database, for migrations. */
export const createPgliteMigrationAdapter = (pglite: PGlite): MigrationTarget => ({
  query: (sql) => pglite.query(sql),
  run: (script) => pglite.exec(script),
});
