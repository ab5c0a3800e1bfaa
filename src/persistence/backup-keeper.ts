import { join } from 'node:path';
import { z } from 'zod';
import { type Backup, writeBackup } from './backup-file.ts';
import { backupName, backupsFolder, backupsOf, pruneBackups } from './backup-folder.ts';
import { answerBackupRequests } from './backup-requests.ts';
import { createSqlRunner, hasAnyData, type SqlRunner } from './backup-rows.ts';
import type { Database } from './database.ts';

interface Keeping {
  readonly under: Database['under'];
  readonly dataDir: string;
  /** Hours between automatic backups; 0 for none. */
  readonly hours: number;
  /** How many automatic backups are kept. */
  readonly keep: number;
  readonly now: () => number;
  readonly onBackup: (backup: Backup) => void;
  readonly onError: (error: unknown) => void;
}

const minute = 60_000;
const hour = 60 * minute;

const sumRows = z.tuple([z.object({ sum: z.string().nullable() })]);

/** How many rows were ever written: the same number twice, and nothing was written in between. Nothing where that is not counted. */
const rowsWritten = async (query: SqlRunner): Promise<string | undefined> => {
  try {
    await query('SELECT pg_stat_force_next_flush()', []);
    const { rows } = await query(
      `SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::text AS sum
       FROM pg_stat_user_tables WHERE schemaname <> 'pgboss'`,
      [],
    );
    return sumRows.parse(rows)[0].sum ?? undefined;
  } catch {
    return undefined;
  }
};

/** Makes a backup where the last automatic one is old enough and something was written since, and lets the oldest go. */
export const automaticBackup = ({ under, dataDir, hours, keep, now, onBackup, onError }: Keeping) => {
  const folder = backupsFolder(dataDir);
  const query = createSqlRunner(under);
  let notBefore = 0;
  let lastWritten: string | undefined;
  let isFailing = false;
  const made = async (): Promise<void> => {
    // A clock that was put back must not put off an attempt.
    const rest = notBefore - now();
    if (hours === 0 || (rest > 0 && rest <= hour)) return;
    notBefore = now() + minute;
    try {
      const [newest] = await backupsOf(folder, 'automatic');
      // A clock that was put back must not put off backups until then.
      if (newest !== undefined && Math.abs(now() - newest.at) < hours * hour) {
        isFailing = false;
        return;
      }
      const written = await rowsWritten(query);
      if ((written !== undefined && written === lastWritten) || !(await hasAnyData(query))) return;
      onBackup(await writeBackup(under, join(folder, backupName('automatic', now())), now()));
      lastWritten = written;
      await pruneBackups(folder, 'automatic', keep);
      isFailing = false;
    } catch (error) {
      isFailing = true;
      notBefore = now() + hour;
      onError(error);
    }
  };
  return { made, failing: () => isFailing };
};

const beat = 1_000;

interface BackupKeeper {
  readonly stop: () => Promise<void>;
  /** Did the last automatic backup that was due fail? */
  readonly failing: () => boolean;
}

/** Makes backups at intervals, and of an embedded database those that are asked for by other processes, until it is stopped. */
export const keepBackups = (keeping: Keeping): BackupKeeper => {
  const { under, dataDir, now, onBackup, onError } = keeping;
  const automatic = automaticBackup(keeping);
  const asked = async (file: string): Promise<Backup> => {
    const backup = await writeBackup(under, file, now());
    onBackup(backup);
    return backup;
  };
  let isStopped = false;
  const round = async (): Promise<void> => {
    if (under.kind === 'embedded') await answerBackupRequests(dataDir, asked).catch(onError);
    if (!isStopped) await automatic.made();
    if (!isStopped) timer = setTimeout(begin, beat).unref();
  };
  let current = Promise.resolve();
  const begin = (): void => {
    current = round();
  };
  let timer = setTimeout(begin, beat).unref();
  return {
    failing: automatic.failing,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
};
