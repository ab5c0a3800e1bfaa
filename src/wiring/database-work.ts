import { clockQueue } from '../persistence/alarm-jobs.ts';
import { keepArchive } from '../persistence/archive-keeper.ts';
import { keepBackups } from '../persistence/backup-keeper.ts';
import type { Database } from '../persistence/database.ts';
import { type Jobs, openJobs } from '../persistence/jobs.ts';
import type { Config } from './config.ts';

/** The jobs of the clock. */
export const openClockJobs = (database: Database, onError: (error: unknown) => void): Promise<Jobs> =>
  openJobs(database, [clockQueue], onError);

/** The archive of battles that have long ended. */
export const startArchiveFromConfig = (
  { archiveDays: days }: Config,
  { prisma }: Database,
  heard: Pick<Parameters<typeof keepArchive>[0], 'onArchived' | 'onError'>,
) => keepArchive({ prisma, days, now: Date.now, ...heard });

/** Backups at intervals, and those that `npm run backup` asks for. */
export const startBackupsFromConfig = (
  { dataDir, backups }: Config,
  { under }: Database,
  heard: Pick<Parameters<typeof keepBackups>[0], 'onBackup' | 'onError'>,
) => keepBackups({ under, dataDir, ...backups, now: Date.now, ...heard });
