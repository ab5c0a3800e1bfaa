import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { databasePath } from './data-folder.ts';
import { checkAccess, lockData, makeDataFolder } from './data-folder-lock.ts';
import { describeDriverError } from './error-text.ts';
import { describeHolder, takeLockPatiently } from './lock.ts';
import { openPglite } from './pglite.ts';

const load = async (folder: string, sql: string): Promise<void> => {
  const pglite = await openPglite(folder);
  try {
    await pglite.exec(sql);
    // This fails if the backup contains tables of another program.
    await pglite.query('SELECT FROM public._prisma_migrations');
  } finally {
    await pglite.close();
  }
};

/** Creates an embedded database from a backup. Throws a readable error, also if a database already exists. */
export const restoreEmbedded = async (dataDir: string, file: string): Promise<void> => {
  makeDataFolder(dataDir);
  const folder = databasePath(dataDir);
  const lock = await lockData(dataDir, takeLockPatiently);
  if (!('release' in lock))
    throw new Error(`The data in ${resolve(dataDir)} is in use by ${describeHolder(lock)}: stop it first.`);
  const unfinished = `${folder}.new`;
  try {
    await checkAccess(folder);
    if (existsSync(folder))
      throw new Error(`${resolve(folder)} is there already: give it another name, then restore again.`);
    await rm(unfinished, { recursive: true, force: true });
    try {
      await load(unfinished, await readFile(file, 'utf8'));
      await rename(unfinished, folder);
    } catch (error) {
      const words = describeDriverError(error).replace(/\.$/, '');
      throw new Error(`${file} cannot be restored: ${words}.`, { cause: error });
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await lock.release();
  }
};
