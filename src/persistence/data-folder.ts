import { existsSync, mkdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The lock file of the process that has the embedded database open. */
export const lockPath = (dataDir: string): string => join(dataDir, 'lock');

/** The folder of the embedded database, which does not exist before the first start. */
export const databasePath = (dataDir: string): string => join(dataDir, 'postgres');

/** Minimum free disk space for PostgreSQL to run (bytes). */
const minFreeBytes = 2 ** 20;

/** Minimum free disk space to reopen the database: two of PostgreSQL's log files (bytes). */
const minBytesToReopen = 2 ** 25;

const hasLessThan = (bytes: number, folder: string): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < bytes,
    () => false,
  );

/** True if the folder's disk is full. PGlite does not report that. */
export const isDiskFull = (folder: string): Promise<boolean> => hasLessThan(minFreeBytes, folder);

/** True if there is enough disk space to reopen the database. */
export const hasRoomAgain = async (folder: string): Promise<boolean> => !(await hasLessThan(minBytesToReopen, folder));

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Creates a folder and its parents. Node's `recursive` never returns if no folder can be created, as in `/proc`. */
export const makeFolder = (path: string, mode = 0o777): void => {
  if (isFolder(path)) return;
  const above = dirname(resolve(path));
  if (above !== resolve(path) && !existsSync(above)) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if (!isFolder(path)) throw error;
  }
};
