import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { StoreUnavailable } from '../battle/saved/store-unavailable.ts';
import { formatBackupTime } from './backup-folder.ts';
import type { CopyResult } from './copy-database.ts';
import { describeDriverError } from './error-text.ts';
import { formerPostgresVersion, readPostgresVersion } from './former-pglite.ts';
import { postgresVersion } from './pglite.ts';
import { replaceFolder } from './replace-folder.ts';

/** What the thread is given. */
export interface UpgradeJob {
  readonly folder: string;
  /** Where the new database is made. */
  readonly fresh: string;
}

/** A database that was copied from a former PostgreSQL to that of today. */
export interface UpgradeResult extends CopyResult {
  readonly from: string;
  readonly to: string;
  /** Where the former one is kept. */
  readonly kept: string;
}

const answerSchema = z.union([
  z.strictObject({ rows: z.int(), jobs: z.int(), leftOut: z.array(z.string()) }),
  z.strictObject({ problem: z.string() }),
]);

/** Both engines run in a thread, so that their memory goes with it; it ends with this process, whatever ends that. */
const copied = async (upgrading: UpgradeJob): Promise<CopyResult> => {
  const argv = [new URL('./upgrade-worker.ts', import.meta.url).href];
  const worker = new Worker(new URL('../thread-start.js', import.meta.url), { argv, workerData: upgrading });
  const ended = once(worker, 'exit');
  try {
    const [message] = await Promise.race([
      once(worker, 'message'),
      ended.then(([code]): never => {
        throw new Error(`the thread that copied it ended with code ${code}`);
      }),
    ]);
    const answer = answerSchema.parse(message);
    if ('problem' in answer) throw new Error(answer.problem);
    return answer;
  } finally {
    await worker.terminate();
  }
};

const megabyte = 2 ** 20;

/** The new one is not larger than the old one, but for what is written meanwhile. */
const spare = 64 * megabyte;

const sizeOf = async (folder: string): Promise<number> => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = files.map(async (each) => (each.isFile() ? (await stat(join(each.parentPath, each.name))).size : 0));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

const roomFor = async (folder: string): Promise<void> => {
  const wanted = (await sizeOf(folder)) + spare;
  const { bavail, bsize } = await statfs(dirname(folder));
  if (bavail * bsize < wanted)
    throw new Error(
      `it takes ${Math.ceil(wanted / megabyte)} MB on the disk, and ${Math.floor((bavail * bsize) / megabyte)} are free`,
    );
};

/**
 * Makes of a database of the former PostgreSQL one of today's, beside it, and puts that in its place once it is whole and the same.
 * Nothing where there is nothing to do. The former one is only read, and kept. Only under the lock. Throws a sentence.
 */
export const upgradeFolder = async (
  folder: string,
  at: number,
  onBegin: (upgrading: Pick<UpgradeResult, 'from' | 'to'>) => void,
): Promise<UpgradeResult | undefined> => {
  const fresh = `${folder}.upgrading`;
  if (existsSync(fresh)) await rm(fresh, { recursive: true, force: true });
  const from = await readPostgresVersion(folder);
  if (from !== formerPostgresVersion) return undefined;
  const kept = `${folder}.${from}-${formatBackupTime(at)}`;
  const upgrading = { from, to: postgresVersion };
  onBegin(upgrading);
  try {
    await roomFor(folder);
    const all = await copied({ folder, fresh });
    await replaceFolder(folder, fresh, kept);
    return { ...upgrading, ...all, kept: resolve(kept) };
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }).catch(() => {});
    const words = describeDriverError(error).replace(/\.$/, '');
    throw new StoreUnavailable(
      `The database in ${resolve(folder)} cannot be brought from PostgreSQL ${from} to ${postgresVersion}: ${words}. It is as it was: mend that and start again, or go on with release 1.2.1 (docs/upgrading.md).`,
      { cause: error },
    );
  }
};
