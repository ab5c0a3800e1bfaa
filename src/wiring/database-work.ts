import { clockQueue } from '../persistence/alarm-jobs.ts';
import { keepBackups } from '../persistence/backup-keeper.ts';
import type { Database } from '../persistence/database.ts';
import { type Jobs, openJobs } from '../persistence/jobs.ts';
import type { Config } from './config.ts';

/** The jobs of the clock. */
export const openClockJobs = (database: Database, onError: (error: unknown) => void): Promise<Jobs> =>
  openJobs(database, [clockQueue], onError);

/** Backups at intervals, and those that `npm run backup` asks for. */
export const startBackupsFromConfig = (
  { dataDir, backups }: Config,
  { under }: Database,
  heard: Pick<Parameters<typeof keepBackups>[0], 'onBackup' | 'onError'>,
) => keepBackups({ under, dataDir, ...backups, now: Date.now, ...heard });
