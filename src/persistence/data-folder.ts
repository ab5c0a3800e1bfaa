import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Held by the process that has the database of that folder open. */
export const lockIn = (dataDir: string): string => join(dataDir, 'lock');

/** The embedded database of that folder; not there before the first start. */
export const databaseIn = (dataDir: string): string => join(dataDir, 'postgres');

/** What PostgreSQL needs free on the disk, in bytes. */
const leastFree = 2 ** 20;

/** Whether there is no room left where that folder is: PGlite itself does not tell. */
export const isDiskFull = (folder: string): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < leastFree,
    () => false,
  );
