import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { err, ok, type Result } from '../core/result.ts';
import { checkBackup, readBackup } from './backup-file.ts';
import { formatBackupTime } from './backup-folder.ts';
import { createSqlRunner, hasAnyData } from './backup-rows.ts';
import { databasePath } from './data-folder.ts';
import { checkAccess, lockData, makeDataFolder } from './data-folder-lock.ts';
import { createPgliteMigrationAdapter } from './embedded-migrations.ts';
import { describeDriverError } from './error-text.ts';
import { openJobs } from './jobs.ts';
import { describeHolder, takeLockPatiently } from './lock.ts';
import { openPglite } from './pglite.ts';
import { finishFolderReplacement, replaceFolder } from './replace-folder.ts';
import {
  type DumpInfo,
  insertJobs,
  queuesOf,
  type RestoreOptions,
  type RestoreResult,
  restoreIntoEmptyDatabase,
} from './restore-rows.ts';

/** Why a database should not give way. */
const problemOf = async (folder: string): Promise<string | undefined> => {
  try {
    const pglite = await openPglite(folder);
    const isInUse = await hasAnyData(createSqlRunner({ kind: 'embedded', pglite })).finally(() => pglite.close());
    return isInUse ? 'is not empty' : undefined;
  } catch (error) {
    return `cannot be opened (${describeDriverError(error)})`;
  }
};

/** Makes a whole database in a new folder. Gives the tables that were left out. */
const filled = async (
  folder: string,
  { file, onProgress }: RestoreOptions,
  dump: DumpInfo,
): Promise<readonly string[]> => {
  const pglite = await openPglite(folder);
  try {
    const under = { kind: 'embedded', pglite } as const;
    const { jobs, leftOut } = await restoreIntoEmptyDatabase(
      { under, forMigrations: createPgliteMigrationAdapter(pglite) },
      dump,
      (each) => readBackup(file, each),
      onProgress,
    );
    const { boss, close } = await openJobs({ under }, queuesOf(jobs), () => {});
    await insertJobs(boss, jobs).finally(close);
    return leftOut;
  } finally {
    await pglite.close();
  }
};

const restored = async (dataDir: string, restoring: RestoreOptions): Promise<Result<RestoreResult, string>> => {
  const { file, replace, at, onProgress } = restoring;
  onProgress?.('Checking the backup');
  const checked = await checkBackup(file);
  if (!checked.ok) return checked;
  const folder = databasePath(dataDir);
  await finishFolderReplacement(folder);
  const isThere = existsSync(folder);
  if (isThere && !replace) {
    const problem = await problemOf(folder);
    if (problem !== undefined)
      return err(`The database in ${resolve(dataDir)} ${problem}: say --replace to put the backup in its place.`);
  }
  const fresh = `${folder}.restoring`;
  const kept = `${folder}.replaced-${formatBackupTime(at)}`;
  await rm(fresh, { recursive: true, force: true });
  try {
    const leftOut = await filled(fresh, restoring, { ...checked.value.header, rows: checked.value.rows });
    await replaceFolder(folder, fresh, kept);
    if (!replace) await rm(kept, { recursive: true, force: true });
    return ok({ ...checked.value, leftOut, kept: isThere && replace ? resolve(kept) : undefined });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
};

/** Puts a backup into the embedded database. Where that cannot be done, everything stays as it is, and a sentence says why. */
export const restoreEmbedded = async (
  dataDir: string,
  restoring: RestoreOptions,
): Promise<Result<RestoreResult, string>> => {
  makeDataFolder(dataDir);
  const lock = await lockData(dataDir, takeLockPatiently);
  if (!('release' in lock))
    return err(`The data in ${resolve(dataDir)} is in use by ${describeHolder(lock)}: stop it first.`);
  try {
    if (!restoring.replace) await checkAccess(databasePath(dataDir));
    return await restored(dataDir, restoring).catch((error: unknown) =>
      err(`The backup cannot be restored, and nothing was changed: ${describeDriverError(error).replace(/\.$/, '')}.`),
    );
  } finally {
    await lock.release();
  }
};
