import { join } from 'node:path';

/** Held by the process that has the database of that folder open. */
export const lockIn = (dataDir: string): string => join(dataDir, 'lock');

/** The embedded database of that folder; not there before the first start. */
export const databaseIn = (dataDir: string): string => join(dataDir, 'postgres');
