import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Backup, writeBackup } from './backup.ts';
import { databasePath } from './data-folder.ts';
import { checkAccess, createWriteError, lockData } from './data-folder-lock.ts';
import { type LockOutcome, takeLock, takeLockPatiently } from './lock.ts';

/** The file by which another process asks for a backup. It contains the path of the backup to write. */
const requestPath = (dataDir: string): string => join(dataDir, 'backup.request');

/** Makes the backup that another process asked for. Only the process with the open database may call this. */
export const answerBackupRequest = async (dataDir: string, make: (file: string) => Promise<unknown>): Promise<void> => {
  const text = await readFile(requestPath(dataDir), 'utf8').catch(() => '');
  // The request is complete only with its line break.
  if (!text.endsWith('\n')) return;
  try {
    await make(text.trimEnd());
  } finally {
    await rm(requestPath(dataDir), { force: true });
  }
};

/** Waits until a backup request is answered. Returns the folder's lock if the process with the database ended first. */
const waitForAnswer = async (dataDir: string, file: string): Promise<LockOutcome> => {
  const request = requestPath(dataDir);
  let lock = await lockData(dataDir, takeLockPatiently);
  if ('release' in lock) return lock;
  await writeFile(request, `${file}\n`, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw createWriteError(dataDir, error);
  });
  while (existsSync(request) && !('release' in lock)) {
    await wait(200);
    if (existsSync(request)) lock = await lockData(dataDir, takeLock);
  }
  return lock;
};

/** Backs up the embedded database, through the process that has it open, if any. Throws a readable error. */
export const backUpNow = async (dataDir: string, file: string): Promise<Backup> => {
  const folder = databasePath(dataDir);
  if (!existsSync(folder)) throw new Error(`There is nothing to back up: there is no database in ${resolve(dataDir)}.`);
  if (existsSync(file)) throw new Error(`${file} is there already: name another file for the backup.`);
  const lock = await waitForAnswer(dataDir, file);
  if (!('release' in lock)) {
    if (!existsSync(file)) throw new Error(`The bot could not write the backup to ${file}. Its log says why.`);
    return { file, bytes: (await stat(file)).size };
  }
  try {
    await rm(requestPath(dataDir), { force: true });
    await checkAccess(folder);
    return await writeBackup(dataDir, file);
  } finally {
    await lock.release();
  }
};
