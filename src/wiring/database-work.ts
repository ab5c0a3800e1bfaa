import { type BackupKeeper, keepBackups } from '../persistence/backup-keeper.ts';
import type { Database } from '../persistence/database.ts';
import type { Config } from './config.ts';

/** Starts backups of an embedded database: periodic ones, and those by `npm run backup`. Others need pg_dump. */
export const startBackupsFromConfig = (
  { dataDir, backups }: Config,
  { under }: Database,
  heard: Pick<Parameters<typeof keepBackups>[0], 'onBackup' | 'onError'>,
): BackupKeeper =>
  under.kind === 'embedded'
    ? keepBackups({ pglite: under.pglite, dataDir, ...backups, now: Date.now, ...heard })
    : { stop: async () => {}, failing: () => false };
