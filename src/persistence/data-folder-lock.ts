import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StoreUnavailable } from '../battle/saved/store.ts';
import { lockPath, makeFolder } from './data-folder.ts';
import { describeFileError, errorCode, isDiskFullError, isPermissionError } from './error-text.ts';
import type { LockOutcome } from './lock.ts';

type FileError = Pick<NodeJS.ErrnoException, 'code'>;

const unusable = (says: string, cause: unknown): StoreUnavailable =>
  new StoreUnavailable(`DATA_DIR cannot be used: ${says}`, { cause });

/** The error for a file in DATA_DIR that cannot be written. Its message can be shown to the operator. */
export const createWriteError = (path: string, error: FileError): StoreUnavailable => {
  const code = error.code ?? '';
  const helps = isDiskFullError(code)
    ? 'Make some, then start again.'
    : 'Let this user write there, run this as one who may, or set another DATA_DIR.';
  return unusable(`${describeFileError(code, resolve(path))}. ${helps}`, error);
};

/** Creates the data folder if it is missing. Throws a readable error. */
export const makeDataFolder = (dataDir: string): void => {
  try {
    makeFolder(dataDir);
  } catch (error) {
    const code = errorCode(error);
    if (isDiskFullError(code)) throw createWriteError(dataDir, { code });
    const helps = isPermissionError(code) ? 'Make it for this user, or set another DATA_DIR.' : 'Set another DATA_DIR.';
    throw unusable(`no folder can be made at ${resolve(dataDir)} (${code}). ${helps}`, error);
  }
};

/** Takes the lock of the data folder with `take`. Throws a readable error if the lock file cannot be written. */
export const lockData = (dataDir: string, take: (path: string) => Promise<LockOutcome>): Promise<LockOutcome> =>
  take(lockPath(dataDir)).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === 'unlink'
      ? unusable(
          `a process that has ended left ${resolve(lockPath(dataDir))}, and this user may not delete it (${error.code}). Delete it, then start again.`,
          error,
        )
      : createWriteError(error.syscall === 'mkdir' ? dataDir : (error.path ?? lockPath(dataDir)), error);
  });

/** Throws a readable error if the database's files cannot be read and written. */
export const checkAccess = async (folder: string): Promise<void> => {
  for (const path of [folder, join(folder, 'PG_VERSION'), join(folder, 'base')])
    await access(path, constants.R_OK | constants.W_OK).catch((error: NodeJS.ErrnoException) => {
      // PostgreSQL creates a missing folder or reports it.
      if (error.code !== 'ENOENT') throw createWriteError(path, error);
    });
};
