import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { cp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { databasePath, makeFolder } from './data-folder.ts';
import type { DumpJob } from './dump-worker.ts';
import { describeDriverError, describeFileError, errorCode, isDiskFullError } from './error-text.ts';

/** A written backup file. */
export interface Backup {
  readonly file: string;
  readonly bytes: number;
}

/** The default folder of backups. */
export const backupsFolder = (dataDir: string): string => join(resolve(dataDir), 'backups');

/** The path of a new backup file. Names sort by time and contain no colons, which Windows forbids. */
export const backupFile = (dataDir: string, kind: string, at: number): string =>
  join(backupsFolder(dataDir), `${kind}-${new Date(at).toISOString().replaceAll(':', '')}.sql`);

/** Lists the backup files of a kind, oldest first. */
export const listBackups = async (dataDir: string, kind: string): Promise<readonly string[]> => {
  const names = await readdir(backupsFolder(dataDir)).catch((): string[] => []);
  const ours = names.filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.sql')).toSorted();
  return ours.map((name) => join(backupsFolder(dataDir), name));
};

/** Deletes old backups of a kind, except the newest ones. */
export const pruneBackups = async (dataDir: string, kind: string, keep: number): Promise<void> => {
  for (const file of (await listBackups(dataDir, kind)).slice(0, -keep)) await rm(file, { force: true });
};

/** Runs pg_dump in a new thread, because it blocks for seconds and needs much memory. */
const dump = async (job: DumpJob): Promise<void> => {
  const argv = [new URL('./dump-worker.ts', import.meta.url).href];
  const worker = new Worker(new URL('../thread-start.js', import.meta.url), { argv, workerData: job });
  const [code] = await once(worker, 'exit');
  if (code !== 0) throw new Error(`pg_dump ended with code ${code}`);
};

/** Backs up the embedded database to a new SQL file. Throws a readable error. The caller must have the lock. */
export const writeBackup = async (
  dataDir: string,
  file: string,
  pglite?: Pick<PGlite, 'transaction'>,
): Promise<Backup> => {
  if (existsSync(file)) throw new Error(`${file} is there already: name another file for the backup.`);
  const [folder, part] = [`${databasePath(dataDir)}.copy`, `${file}.part`];
  // Orders wait only for the copying, not for the dump.
  const copy = () => cp(databasePath(dataDir), folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  try {
    makeFolder(dirname(file), 0o700);
    await rm(folder, { recursive: true, force: true });
    // A transaction prevents other writes, because there is only one connection.
    await (pglite === undefined ? copy() : pglite.transaction(copy));
    await dump({ folder, file: part });
    await rename(part, file);
    return { file, bytes: (await stat(file)).size };
  } catch (error) {
    const code = errorCode(error);
    const words = isDiskFullError(code)
      ? describeFileError(code, dirname(file))
      : describeDriverError(error).replace(/\.$/, '');
    throw new Error(`The backup cannot be written to ${file}: ${words}.`, { cause: error });
  } finally {
    await rm(part, { force: true }).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
};
