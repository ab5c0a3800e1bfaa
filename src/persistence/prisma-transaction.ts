import type { Prisma, PrismaClient } from './generated/client.ts';

/** The database, or a transaction on it. */
export type DatabaseClient = PrismaClient | Prisma.TransactionClient;

/** Timeouts of a transaction (milliseconds). */
const patience = { maxWait: 10_000, timeout: 15_000 };

/** Runs `work` in a new transaction, or in the given transaction. */
export const runInTransaction = <T>(
  prisma: DatabaseClient,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> => ('$connect' in prisma ? prisma.$transaction(work, patience) : work(prisma));

/** Runs statements in order: in a new transaction, or in the given transaction. */
export const runAllInTransaction = async (
  prisma: DatabaseClient,
  statements: readonly Prisma.PrismaPromise<unknown>[],
): Promise<void> => {
  if ('$connect' in prisma) await prisma.$transaction([...statements]);
  else for (const each of statements) await each;
};
