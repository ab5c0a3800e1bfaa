import { existsSync, mkdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Held by the process that has the database of that folder open. */
export const lockPath = (dataDir: string): string => join(dataDir, 'lock');

/** The embedded database of that folder; not there before the first start. */
export const databasePath = (dataDir: string): string => join(dataDir, 'postgres');

/** What PostgreSQL needs free on the disk, in bytes. */
const minFreeBytes = 2 ** 20;

/** What it needs to begin again after it ended itself, and to go on: two files of its log (bytes). */
const leastToOpen = 2 ** 25;

const hasLessThan = (bytes: number, folder: string): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < bytes,
    () => false,
  );

/** Whether there is no room left where that folder is: PGlite itself does not tell. */
export const isDiskFull = (folder: string): Promise<boolean> => hasLessThan(minFreeBytes, folder);

/** True if an embedded database that found no room in that folder has some again. */
export const hasRoomAgain = async (folder: string): Promise<boolean> => !(await hasLessThan(leastToOpen, folder));

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder where there is none, and those above it. Node's own `recursive` tries for ever where a folder that is there takes none in it,
 * and says that something is missing: `/proc` does.
 */
export const makeFolder = (path: string, mode = 0o777): void => {
  if (isFolder(path)) return;
  const above = dirname(resolve(path));
  if (above !== resolve(path) && !existsSync(above)) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
};
