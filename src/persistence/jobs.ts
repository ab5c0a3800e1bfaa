import { fromPglite, PgBoss } from 'pg-boss';
import type { Database } from './database.ts';

export interface Jobs {
  readonly boss: PgBoss;
  /** Lets the jobs in hand finish. To be called before the database is closed. */
  readonly close: () => Promise<void>;
}

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
  return { boss, close: () => boss.stop({ graceful: true }) };
};
