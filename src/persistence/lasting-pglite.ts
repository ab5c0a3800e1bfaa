import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite, type QueryOptions, type Transaction } from '@electric-sql/pglite';
import { z } from 'zod';
import { hasRoomAgain } from './data-folder.ts';
import type { DiskWatch } from './disk-watch.ts';
import { openPglite } from './pglite.ts';

const statementError = z.object({ severity: z.enum(['ERROR', 'WARNING', 'NOTICE', 'DEBUG', 'INFO', 'LOG']) });

/** Makes a PGlite's statements reject after PostgreSQL has crashed. `ended`: the error, undefined while it runs. */
const watched = (pglite: PGlite, { saw }: Pick<DiskWatch, 'saw'>) => {
  let ended: unknown;
  const stream = pglite.execProtocolStream.bind(pglite);
  pglite.execProtocolStream = async (...given) => {
    if (ended !== undefined) throw ended;
    try {
      return await stream(...given);
    } catch (error) {
      saw(error);
      // Anything but a failed statement ends PostgreSQL: a panic, or a trap of WebAssembly.
      if (!statementError.safeParse(error).success) ended = error;
      throw error;
    }
  };
  return { pglite, ended: (): unknown => ended };
};

/** Closes the files of a crashed PGlite, which cannot do that itself. */
const letGo = ({ Module: { FS } }: PGlite): void => {
  for (const stream of FS.streams)
    if (stream !== undefined && stream !== null)
      try {
        FS.close(stream);
      } catch {
        // Device files cannot be closed.
      }
};

/** Delay between two attempts to reopen (milliseconds). */
const pause = 1000;

/** Opens a PGlite that reopens itself after a crash, as on a full disk. Until it is open again, statements fail. */
export const openLastingPglite = async (folder: string, disk: Pick<DiskWatch, 'saw'>): Promise<PGlite> => {
  let current = watched(await openPglite(folder), disk);
  let opening: Promise<PGlite> | undefined;
  let notBefore = 0;

  const openAgain = async (): Promise<PGlite> => {
    if (!(await hasRoomAgain(folder))) {
      disk.saw(current.ended());
      throw current.ended();
    }
    await sleep(Math.max(0, notBefore - performance.now()));
    notBefore = performance.now() + pause;
    letGo(current.pglite);
    current = watched(await openPglite(folder), disk);
    return current.pglite;
  };
  const running = async (): Promise<PGlite> => {
    if (current.ended() === undefined) return current.pglite;
    opening ??= openAgain().finally(() => {
      opening = undefined;
    });
    return opening;
  };

  const lasting: Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'> = {
    query: async <T>(sql: string, params?: unknown[], options?: QueryOptions) =>
      (await running()).query<T>(sql, params, options),
    exec: async (sql, options) => (await running()).exec(sql, options),
    transaction: async <T>(work: (tx: Transaction) => Promise<T>) => (await running()).transaction(work),
    close: async () => {
      await opening?.catch(() => undefined);
      if (current.ended() === undefined) await current.pglite.close();
      else letGo(current.pglite);
    },
  };
  return Object.assign(Object.create(PGlite.prototype), lasting);
};
