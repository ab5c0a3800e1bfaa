import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { StoreUnavailable } from '../battle/saved/store.ts';
import { type Backup, backupFile, pruneBackups, writeBackup } from './backup.ts';
import { databasePath, hasRoomAgain, isDiskFull as isFull } from './data-folder.ts';
import { checkAccess, createWriteError, lockData, makeDataFolder } from './data-folder-lock.ts';
import { createDiskWatch, type DiskWatch } from './disk-watch.ts';
import { describeDriverError } from './error-text.ts';
import { openLastingPglite } from './lasting-pglite.ts';
import { describeHolder, takeLockPatiently } from './lock.ts';
import { applyMigrations, findPendingMigrations, type OnMigration, tooOld } from './migrate.ts';
import { openPglite, postgresVersion, unpackEmptyDatabase } from './pglite.ts';

export interface EmbeddedDatabase {
  readonly pglite: PGlite;
  /** The backup made before migration. Undefined if there was no migration. */
  readonly backup: Backup | undefined;
  readonly isDiskFull: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Maximum number of automatic backups from before migrations. */
const maxMigrationBackups = 3;

/** Backs up a database before a migration. Undefined if the database is new. */
const backedUp = async (pglite: PGlite, dataDir: string): Promise<Backup | undefined> => {
  const { pending, isNew } = await findPendingMigrations(pglite);
  if (isNew || pending.length === 0) return undefined;
  try {
    const backup = await writeBackup(dataDir, backupFile(dataDir, 'before-migration', Date.now()), pglite);
    await pruneBackups(dataDir, 'before-migration', maxMigrationBackups);
    return backup;
  } catch (error) {
    const words = `The tables are not brought up to date without a backup. ${describeDriverError(error)}`;
    throw new StoreUnavailable(words, { cause: error });
  }
};

const toRestore = 'Give that folder another name, and restore the last backup (docs/host.md).';

/** Throws a readable error if another PostgreSQL version wrote the database. */
const checkVersion = async (folder: string): Promise<void> => {
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim().slice(0, 20);
  if (['', postgresVersion].includes(version)) return;
  throw new StoreUnavailable(
    Number(version) < Number(postgresVersion)
      ? `The database in ${resolve(folder)} ${tooOld}`
      : `The database in ${resolve(folder)} is one of PostgreSQL ${version}, and this release opens those of ${postgresVersion}. ${toRestore}`,
  );
};

const openedIn = (folder: string, disk: DiskWatch): Promise<PGlite> =>
  openLastingPglite(folder, disk).catch(async (error: unknown) => {
    if (await isFull(folder)) throw createWriteError(folder, { code: 'ENOSPC' });
    throw new StoreUnavailable(
      `The database in ${resolve(folder)} cannot be opened (${describeDriverError(error)}). ${toRestore}`,
      { cause: error },
    );
  });

const opened = async (dataDir?: string, onMigration?: OnMigration): Promise<Omit<EmbeddedDatabase, 'close'>> => {
  const disk = createDiskWatch();
  const pglite = await (dataDir === undefined ? openPglite() : openedIn(databasePath(dataDir), disk));
  const isDiskFull = async () => dataDir !== undefined && disk.wasFull() && !(await hasRoomAgain(dataDir));
  try {
    const backup = dataDir === undefined ? undefined : await backedUp(pglite, dataDir);
    await applyMigrations(pglite, [], onMigration);
    return { pglite, isDiskFull, backup };
  } catch (error) {
    await pglite.close();
    throw error;
  }
};

/** Opens a new embedded Postgres in memory. */
export const openInMemoryDatabase = async (): Promise<EmbeddedDatabase> => {
  const database = await opened();
  return { ...database, close: () => database.pglite.close() };
};

/** Creates a database in a temporary folder and renames it, so that an interrupted start leaves no broken one. */
const createDatabase = async (folder: string): Promise<void> => {
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await unpackEmptyDatabase(unfinished).catch(async (error: NodeJS.ErrnoException) => {
    await rm(unfinished, { recursive: true, force: true });
    throw error.code === undefined ? error : createWriteError(folder, error);
  });
  const pglite = await openedIn(unfinished, createDiskWatch());
  await applyMigrations(pglite).finally(() => pglite.close());
  await rename(unfinished, folder);
};

/** Creates a missing database, and checks the version and permissions of an existing one. */
const prepareDatabase = async (folder: string): Promise<void> => {
  if (!existsSync(folder)) await createDatabase(folder);
  await checkAccess(folder);
  await checkVersion(folder);
};

/** Opens and migrates an embedded Postgres in a folder. Throws if another process has it open. */
export const openEmbeddedDatabase = async (dataDir: string, onMigration?: OnMigration): Promise<EmbeddedDatabase> => {
  makeDataFolder(dataDir);
  const lock = await lockData(dataDir, takeLockPatiently);
  if (!('release' in lock))
    throw new StoreUnavailable(
      `The data in ${resolve(dataDir)} is in use by ${describeHolder(lock)}: stop it, or give this one another DATA_DIR.`,
    );
  try {
    await prepareDatabase(databasePath(dataDir));
    const database = await opened(dataDir, onMigration);
    return {
      ...database,
      close: async () => {
        await database.pglite.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
};
