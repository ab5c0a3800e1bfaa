import type { PgBoss } from 'pg-boss';
import { formatProgress, type OnProgress } from '../core/progress.ts';
import { type RowsHeader, restoreRows, runInSqlTransaction, type SavedJob, toInsertableJob } from './backup-rows.ts';
import type { Database } from './database.ts';
import { applyMigrations, type MigrationTarget, migrationNames } from './migrate.ts';

export interface RestoreOptions {
  readonly file: string;
  /** Whatever is there gives way. */
  readonly replace: boolean;
  readonly at: number;
  readonly onProgress?: OnProgress;
}

/** What came back. */
export interface RestoreResult {
  readonly header: RowsHeader;
  readonly rows: number;
  readonly jobs: number;
  /** Tables that are not the bot's, but lay among its own. */
  readonly leftOut: readonly string[];
  /** Where that is kept which was there before, if anything was. */
  readonly kept: string | undefined;
}

/** A database without tables. */
interface Empty {
  readonly under: Database['under'];
  readonly forMigrations: MigrationTarget;
}

/** What is known of a dump before it is read. */
export interface DumpInfo extends Pick<RowsHeader, 'migrations'> {
  readonly rows?: number;
}

type Lines = Iterable<string> | AsyncIterable<string>;

/**
 * Fills a database without tables with a dump: the tables as they were when it was written, their rows, and then whatever brings
 * them up to date. Gives the jobs for whoever has the queues, and the tables that were never ours.
 */
export const restoreIntoEmptyDatabase = async (
  { under, forMigrations }: Empty,
  { migrations, rows = 0 }: DumpInfo,
  read: <T>(each: (lines: Lines) => Promise<T>) => Promise<T>,
  onProgress: OnProgress = () => {},
): Promise<{ readonly jobs: readonly SavedJob[]; readonly leftOut: readonly string[] }> => {
  const later = (await migrationNames()).filter((name) => !migrations.includes(name));
  await applyMigrations(forMigrations, later);
  let done = 0;
  async function* counted(lines: Lines): AsyncGenerator<string> {
    for await (const line of lines) {
      onProgress(`Restoring: ${formatProgress(Math.min(done++, rows), rows, 'rows')}`);
      yield line;
    }
  }
  const leftOut = new Set<string>();
  const { jobs } = await runInSqlTransaction(under, (query) =>
    read((lines) => restoreRows(query, counted(lines), (table) => leftOut.add(table))),
  );
  await applyMigrations(forMigrations);
  return { jobs, leftOut: [...leftOut] };
};

export const queuesOf = (jobs: readonly SavedJob[]): readonly string[] => [...new Set(jobs.map(({ queue }) => queue))];

/** How many rows go in one statement. */
const together = 500;

/** Puts jobs into their queues, which are there and have none of them. Those whose time has passed ring at once. */
export const insertJobs = async (
  boss: PgBoss,
  jobs: readonly SavedJob[],
  options?: Parameters<PgBoss['insert']>[2],
): Promise<void> => {
  for (const queue of queuesOf(jobs)) {
    const all = jobs.filter((job) => job.queue === queue).map(toInsertableJob);
    for (let from = 0; from < all.length; from += together)
      await boss.insert(queue, all.slice(from, from + together), options);
  }
};
