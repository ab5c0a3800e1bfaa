import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

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
