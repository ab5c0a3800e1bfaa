/** What stands behind DATABASE_URL: the jobs ask each for no more than it has. */
export const databaseEngines = ['postgres', 'citus', 'yugabytedb'] as const;
export type DatabaseEngine = (typeof databaseEngines)[number];
