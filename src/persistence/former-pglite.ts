import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { keepExitCode, leanStartOptions, openPglite } from './pglite.ts';

/** Of which PostgreSQL the databases are that PGlite 0.4 made, of releases up to 1.2.1. The one of today does not open them. */
export const formerPostgresVersion = '17';

/** What reads a database, of whichever PGlite. */
export type OpenedDatabase = Pick<PGlite, 'query' | 'transaction' | 'close'>;

/** Of which PostgreSQL the database in a folder is; nothing where the folder does not tell. */
export const readPostgresVersion = async (folder: string): Promise<string> =>
  (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim().slice(0, 20);

/** Opens a database of the former PostgreSQL with the PGlite that made it: to be read, and left as it is. */
export const openFormerDatabase = async (folder: string): Promise<OpenedDatabase> => {
  const { PGlite: Former } = await import('pglite-postgres-17');
  const former = await keepExitCode(() =>
    Former.create({ dataDir: folder, ...leanStartOptions(Former.defaultStartParams) }),
  );
  return {
    query: (...given) => former.query(...given),
    transaction: (work) => former.transaction(work),
    close: () => keepExitCode(() => former.close()),
  };
};

/** Opens the database in a folder as it is, with whichever PGlite made it. */
export const openWithMatchingPglite = async (folder: string): Promise<OpenedDatabase> =>
  (await readPostgresVersion(folder)) === formerPostgresVersion ? openFormerDatabase(folder) : openPglite(folder);
