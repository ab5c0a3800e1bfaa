import { resolve } from 'node:path';
import type { OnProgress } from '../core/progress.ts';
import { type Backup, writeBackup } from './backup-file.ts';
import { requestBackup } from './backup-requests.ts';
import { appliedMigrations, createSqlRunner } from './backup-rows.ts';
import { databasePath } from './data-folder.ts';
import { checkAccess, lockData } from './data-folder-lock.ts';
import { takeLock, takeLockPatiently } from './lock.ts';
import { openPglite } from './pglite.ts';
import { openUnmigratedPostgres } from './postgres.ts';
import { finishFolderReplacement, holdsDatabase } from './replace-folder.ts';

/** So long the process that has the database may take to notice that a backup is wanted. */
const patience = 60_000;

interface Wanted {
  readonly file: string;
  readonly at: number;
  readonly patience?: number;
  readonly onProgress?: OnProgress;
}

/** Of a Postgres, whether or not the bot runs. Nothing is migrated. */
export const backupPostgres = async (url: string, { file, at, onProgress }: Wanted): Promise<Backup> => {
  const pool = await openUnmigratedPostgres(url, 'backup');
  const under = { kind: 'postgres', pool } as const;
  try {
    if ((await appliedMigrations(createSqlRunner(under))) === undefined)
      throw new Error('There is nothing to back up: the database of DATABASE_URL has no tables of the bot.');
    return await writeBackup(under, file, at, onProgress);
  } finally {
    await pool.end();
  }
};

const ofFolder = async (dataDir: string, { file, at, onProgress }: Wanted): Promise<Backup> => {
  const folder = databasePath(dataDir);
  await finishFolderReplacement(folder);
  await checkAccess(folder);
  const pglite = await openPglite(folder);
  try {
    return await writeBackup({ kind: 'embedded', pglite }, file, at, onProgress);
  } finally {
    await pglite.close();
  }
};

/** Of the embedded database: by the process that has it open, or else by this one, which migrates nothing. */
export const backupEmbedded = async (dataDir: string, wanted: Wanted): Promise<Backup> => {
  if (!holdsDatabase(databasePath(dataDir)))
    throw new Error(`There is nothing to back up: there is no database in ${resolve(dataDir)}.`);
  let lock = await lockData(dataDir, takeLockPatiently);
  if (!('release' in lock)) {
    const take = lock.isElsewhere ? takeLockPatiently : takeLock;
    const isOurs = async (): Promise<boolean> => {
      lock = await lockData(dataDir, take);
      return 'release' in lock;
    };
    wanted.onProgress?.('Waiting for the bot to write the backup');
    const backup = await requestBackup(dataDir, wanted.file, isOurs, wanted.patience ?? patience);
    if (backup !== undefined) return backup;
  }
  try {
    return await ofFolder(dataDir, wanted);
  } finally {
    if ('release' in lock) await lock.release();
  }
};
