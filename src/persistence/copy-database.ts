import { createHash } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import {
  appliedMigrations,
  createSqlRunner,
  dumpRows,
  restoreRows,
  runInSnapshot,
  runInSqlTransaction,
  tableNames,
} from './backup-rows.ts';
import { createPgliteMigrationAdapter } from './embedded-migrations.ts';
import type { OpenedDatabase } from './former-pglite.ts';
import { openJobs } from './jobs.ts';
import { migrationNames } from './migrate.ts';
import { release } from './release.ts';
import { insertJobs, queuesOf, recreateTables } from './restore-rows.ts';

/** What was copied. */
export interface CopyResult {
  readonly rows: number;
  readonly jobs: number;
  /** Tables that are not the bot's, but lay among its own. */
  readonly leftOut: readonly string[];
}

/** What a database holds, whatever the order it is read in: so many lines, and the sum of their digests. */
interface Tally {
  lines: number;
  sum: bigint;
}

const newTally = (): Tally => ({ lines: 0, sum: 0n });

async function* tallied(lines: AsyncIterable<string>, tally: Tally): AsyncGenerator<string> {
  for await (const line of lines) {
    tally.lines += 1;
    tally.sum += createHash('sha256').update(line).digest().readBigUInt64LE();
    yield line;
  }
}

const copiedTables = async (from: OpenedDatabase, to: PGlite, migrations: readonly string[]): Promise<CopyResult> => {
  const [source, target] = [{ kind: 'embedded', pglite: from } as const, { kind: 'embedded', pglite: to } as const];
  await recreateTables(createPgliteMigrationAdapter(to), migrations);
  const known = await tableNames(createSqlRunner(target));
  const leftOut = (await tableNames(createSqlRunner(source))).filter((name) => !known.includes(name));
  const header = { release, at: 0 };
  const [was, is] = [newTally(), newTally()];
  const { rows, jobs } = await runInSnapshot(source, (query) =>
    runInSqlTransaction(target, (into) =>
      restoreRows(
        into,
        tallied(
          dumpRows(query, header, (name) => known.includes(name)),
          was,
        ),
      ),
    ),
  );
  const { boss, close } = await openJobs({ under: target }, queuesOf(jobs), () => {});
  await insertJobs(boss, jobs).finally(close);
  await runInSnapshot(target, async (query) => {
    for await (const _ of tallied(
      dumpRows(query, header, () => true),
      is,
    ));
  });
  if (was.lines !== is.lines || was.sum !== is.sum) throw new Error('The copy is not like the original.');
  return { rows, jobs: jobs.length, leftOut };
};

/**
 * Copies everything, with what is still to be said, into a database without tables, and compares the two: the tables come out as
 * they were, and are not brought up to date. Throws where that cannot be done.
 */
export const copyDatabase = async (from: OpenedDatabase, to: PGlite): Promise<CopyResult> => {
  const migrations = await appliedMigrations(createSqlRunner({ kind: 'embedded', pglite: from }));
  // A first start that was cut short made no tables.
  if (migrations === undefined) return { rows: 0, jobs: 0, leftOut: [] };
  const known = await migrationNames();
  if (!migrations.every((name) => known.includes(name)))
    throw new Error(`It was written by a later release than this one, which is ${release}.`);
  return copiedTables(from, to, migrations);
};
