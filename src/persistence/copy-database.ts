import { createHash } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import {
  appliedMigrations,
  dumpRows,
  inSnapshot,
  inTransaction,
  queryOf,
  restoreRows,
  tableNames,
} from './backup-rows.ts';
import { forMigrations } from './embedded-migrations.ts';
import type { OpenedFolder } from './former-pglite.ts';
import { openJobs } from './jobs.ts';
import { migrationNames } from './migrate.ts';
import { release } from './release.ts';
import { insertJobs, queuesOf, recreateTables } from './restore-rows.ts';

/** What was copied. */
export interface Copied {
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

const copiedTables = async (from: OpenedFolder, to: PGlite, migrations: readonly string[]): Promise<Copied> => {
  const [source, target] = [{ kind: 'embedded', pglite: from } as const, { kind: 'embedded', pglite: to } as const];
  await recreateTables(forMigrations(to), migrations);
  const known = await tableNames(queryOf(target));
  const leftOut = (await tableNames(queryOf(source))).filter((name) => !known.includes(name));
  const header = { release, at: 0 };
  const [was, is] = [newTally(), newTally()];
  const { rows, jobs } = await inSnapshot(source, (query) =>
    inTransaction(target, (into) =>
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
  await inSnapshot(target, async (query) => {
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
export const copyDatabase = async (from: OpenedFolder, to: PGlite): Promise<Copied> => {
  const migrations = await appliedMigrations(queryOf({ kind: 'embedded', pglite: from }));
  // A first start that was cut short made no tables.
  if (migrations === undefined) return { rows: 0, jobs: 0, leftOut: [] };
  const known = await migrationNames();
  if (!migrations.every((name) => known.includes(name)))
    throw new Error(`It was written by a later release than this one, which is ${release}.`);
  return copiedTables(from, to, migrations);
};
