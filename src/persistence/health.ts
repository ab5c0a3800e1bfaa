import { resolve } from 'node:path';
import { z } from 'zod';
import { isDiskFull } from './data-folder.ts';
import type { Database } from './database.ts';
import { databaseNow } from './outbox-sql.ts';

const late = z.array(z.object({ late: z.int() }));
const open = z.array(z.object({ open: z.int() }));

/** Lists problems of the database and its alarms, one sentence each. */
export const databaseProblems = async ({
  prisma,
  isDiskFull,
}: Pick<Database, 'prisma' | 'isDiskFull'>): Promise<readonly string[]> => {
  const asked = prisma.$queryRaw`
    SELECT count(*)::int AS late FROM alarms WHERE due_at < ${databaseNow} - 120000`;
  const rows = await asked.then((found) => late.parse(found)).catch(() => undefined);
  if (await isDiskFull()) return ['The disk of the database is full.'];
  if (rows === undefined) return ['The database does not answer.'];
  const count = rows[0]?.late ?? 0;
  return count === 0 ? [] : [`Alarms should have rung two minutes ago: ${count}.`];
};

/** Lists reasons why an embedded database cannot write, one sentence each. */
export const diskProblems = async (dataDir: string): Promise<readonly string[]> =>
  (await isDiskFull(dataDir)) ? [`There is no room left on the disk of ${resolve(dataDir)}.`] : [];

/** Counts the battles that have not ended. */
export const countOpenBattles = async ({ prisma }: Pick<Database, 'prisma'>): Promise<number> => {
  const rows = await prisma.$queryRaw`SELECT count(*)::int AS open FROM battles WHERE status <> 'ended'`;
  return open.parse(rows)[0]?.open ?? 0;
};
