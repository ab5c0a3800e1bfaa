import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { type Backup, backupFile, listBackups, pruneBackups, writeBackup } from './backup.ts';
import { answerBackupRequest } from './backup-requests.ts';
import { databasePath } from './data-folder.ts';

interface BackupOptions {
  readonly pglite: Pick<PGlite, 'transaction'>;
  readonly dataDir: string;
  /** Time between automatic backups (hours). 0 for none. */
  readonly hours: number;
  /** Maximum number of automatic backups. Older ones are deleted. */
  readonly keep: number;
  readonly now: () => number;
  readonly onBackup: (backup: Backup) => void;
  readonly onError: (error: unknown) => void;
}

const minute = 60_000;
const hour = 60 * minute;

/** Creates a function that makes an automatic backup if one is due, and deletes the oldest ones. */
export const createAutomaticBackup = ({ pglite, dataDir, hours, keep, now, onBackup, onError }: BackupOptions) => {
  let notBefore = 0;
  let isFailing = false;
  /** True if the last backup, or without one the database, is at least `hours` old. */
  const isDue = async (): Promise<boolean> => {
    const newest = (await listBackups(dataDir, 'automatic')).at(-1) ?? join(databasePath(dataDir), 'PG_VERSION');
    // After the clock was put back, the backup's time is in the future. Do not wait for it.
    return Math.abs(now() - (await stat(newest)).mtimeMs) >= hours * hour;
  };
  const run = async (): Promise<void> => {
    if (hours === 0 || (now() < notBefore && notBefore - now() <= hour)) return;
    notBefore = now() + minute;
    try {
      if (await isDue()) {
        onBackup(await writeBackup(dataDir, backupFile(dataDir, 'automatic', now()), pglite));
        await pruneBackups(dataDir, 'automatic', keep);
      }
      isFailing = false;
    } catch (error) {
      isFailing = true;
      notBefore = now() + hour;
      onError(error);
    }
  };
  return { run, failing: () => isFailing };
};

const beat = 1_000;

/** Backs up an embedded database at intervals, and when another process asks. */
export const keepBackups = (options: BackupOptions) => {
  const { pglite, dataDir, onBackup, onError } = options;
  const { run, failing } = createAutomaticBackup(options);
  const requested = async (file: string): Promise<void> => onBackup(await writeBackup(dataDir, file, pglite));
  let isStopped = false;
  const round = async (): Promise<void> => {
    await answerBackupRequest(dataDir, requested).catch(onError);
    if (!isStopped) await run();
    if (!isStopped) timer = setTimeout(begin, beat).unref();
  };
  let current = Promise.resolve();
  const begin = (): void => {
    current = round();
  };
  let timer = setTimeout(begin, beat).unref();
  return {
    /** True if the last due automatic backup failed. */
    failing,
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
};
export type BackupKeeper = ReturnType<typeof keepBackups>;
