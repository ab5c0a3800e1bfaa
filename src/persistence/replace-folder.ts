import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A whole database that is to take the place of the one in that folder, and is only there while it does. */
const nextOf = (folder: string): string => `${folder}.next`;

/** Waits until the disk has a file, or the names in a folder. Windows opens no folders. */
const synced = async (path: string): Promise<void> => {
  const handle = await open(path).catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};

const allSynced = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await synced(join(entry.parentPath, entry.name));
  await synced(folder);
};

/**
 * Gives a new, whole database the name of the one in a folder, which is kept under another. Where a process is killed meanwhile,
 * the next one finds the old database in its place, or finishes: see `settleFolder`.
 */
export const replaceFolder = async (folder: string, fresh: string, kept: string): Promise<void> => {
  const next = nextOf(folder);
  await allSynced(fresh);
  await rm(next, { recursive: true, force: true });
  await rename(fresh, next);
  const isThere = existsSync(folder);
  if (isThere) await rename(folder, kept);
  await rename(next, folder).catch(async (error) => {
    if (isThere) await rename(kept, folder);
    throw error;
  });
  await synced(dirname(folder));
};

/** Finishes or forgets what a process that was killed left of a replacement. Only under the lock. */
export const finishFolderReplacement = async (folder: string): Promise<void> => {
  const next = nextOf(folder);
  if (!existsSync(next)) return;
  if (existsSync(folder)) await rm(next, { recursive: true, force: true });
  else await rename(next, folder);
};

/** Is there a database in that folder, or one that is about to be? */
export const holdsDatabase = (folder: string): boolean => existsSync(folder) || existsSync(nextOf(folder));
