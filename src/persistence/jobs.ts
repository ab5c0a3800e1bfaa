import type { PGlite } from '@electric-sql/pglite';
import { fromPglite, PgBoss } from 'pg-boss';
import { createClockJumpDetector } from '../core/clock-jump.ts';
import type { Database } from './database.ts';

export interface Jobs {
  readonly boss: PgBoss;
  /** Lets the jobs in hand finish. To be called before the database is closed. */
  readonly close: () => Promise<void>;
}

/** Milliseconds between two looks whether the clock was put back. */
const lookEvery = 5000;

/** Milliseconds by which a job may have been put off after it failed. */
const longestRetry = 900_000;

/** After the clock was put back, makes due what was due before. Whoever does a job too early sees to it that it comes again. */
const dueAgain = (pglite: PGlite, onError: (error: Error) => void): (() => void) => {
  const jumped = createClockJumpDetector(
    () => Date.now(),
    () => performance.now(),
  );
  const timer = setInterval(() => {
    const jump = jumped();
    if (jump >= 0) return;
    pglite
      .query(
        `UPDATE pgboss.job SET start_after = now()
         WHERE state < 'active' AND start_after > now() AND start_after <= now() + $1::float8 * interval '1 millisecond'`,
        [longestRetry - jump],
      )
      .catch(onError);
  }, lookEvery).unref();
  return () => clearInterval(timer);
};

/**
 * Opens queues of jobs in an opened database. With `{ db: fromPrisma(tx) }` among the options of `send`, a job goes the way
 * of that transaction.
 */
export const openJobs = async (
  { under }: Pick<Database, 'under'>,
  queues: readonly string[],
  onError: (error: Error) => void,
): Promise<Jobs> => {
  const boss = new PgBoss({
    ...(under.kind === 'embedded'
      ? { db: fromPglite(under.pglite), backend: 'pglite' }
      : {
          db: { executeSql: (text: string, values?: unknown[]) => under.pool.query(text, values) },
          backend: 'postgres',
        }),
    // No job comes back by the calendar: whoever looks for such ones asks the database every few seconds.
    schedule: false,
  });
  boss.on('error', onError);
  await boss.start();
  for (const queue of queues) {
    // To make one again changes nothing, and takes longer than to look.
    if ((await boss.getQueue(queue)) === null) await boss.createQueue(queue);
    // It must be known before it is sent to inside a transaction: a lookup would wait for the embedded database's only
    // connection, which the transaction holds.
    await boss.findJobs(queue, { key: '' });
  }
  // The clock of the embedded database is that of this process.
  const stop = under.kind === 'embedded' ? dueAgain(under.pglite, onError) : () => {};
  return {
    boss,
    close: () => {
      stop();
      return boss.stop({ graceful: true });
    },
  };
};
