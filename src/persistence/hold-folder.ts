import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StoreUnavailable } from '../battle/saved/store-unavailable.ts';
import { lockIn } from './data-folder.ts';
import { codeOf, fileWords, isForbidden, isNoRoom } from './error-words.ts';
import type { Lock } from './lock.ts';
import { makeFolder } from './make-folder.ts';

type FileError = Pick<NodeJS.ErrnoException, 'code'>;

const unusable = (says: string, cause: unknown): StoreUnavailable =>
  new StoreUnavailable(`DATA_DIR cannot be used: ${says}`, { cause });

/** Why something in DATA_DIR could not be written, in a sentence. */
export const notWritten = (path: string, error: FileError): StoreUnavailable => {
  const code = error.code ?? '';
  const helps = isNoRoom(code)
    ? 'Make some, then start again.'
    : 'Let this user write there, run this as one who may, or set another DATA_DIR.';
  return unusable(`${fileWords(code, resolve(path))}. ${helps}`, error);
};

/** Makes the folder of the data where there is none. Throws a sentence. */
export const makeDataFolder = (dataDir: string): void => {
  try {
    makeFolder(dataDir);
  } catch (error) {
    const code = codeOf(error);
    if (isNoRoom(code)) throw notWritten(dataDir, { code });
    const helps = isForbidden(code) ? 'Make it for this user, or set another DATA_DIR.' : 'Set another DATA_DIR.';
    throw unusable(`no folder can be made at ${resolve(dataDir)} (${code}). ${helps}`, error);
  }
};

/** Takes the lock of the data with one of the ways to do so. Throws a sentence where that may not be written. */
export const lockData = (dataDir: string, take: (path: string) => Promise<Lock>): Promise<Lock> =>
  take(lockIn(dataDir)).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === 'unlink'
      ? unusable(
          `a process that has ended left ${resolve(lockIn(dataDir))}, and this user may not delete it (${error.code}). Delete it, then start again.`,
          error,
        )
      : notWritten(error.syscall === 'mkdir' ? dataDir : (error.path ?? lockIn(dataDir)), error);
  });

/** Throws a sentence where this user may not read and write a database. */
export const checkAccess = async (folder: string): Promise<void> => {
  for (const path of [folder, join(folder, 'PG_VERSION'), join(folder, 'base')])
    await access(path, constants.R_OK | constants.W_OK).catch((error: NodeJS.ErrnoException) => {
      // What is not there PostgreSQL makes, or misses itself.
      if (error.code !== 'ENOENT') throw notWritten(path, error);
    });
};
