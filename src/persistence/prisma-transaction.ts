import type { Prisma, PrismaClient } from './generated/client.ts';

/** The database, or a transaction on it. */
export type DatabaseClient = PrismaClient | Prisma.TransactionClient;

/** A busy embedded database has one connection for all. */
const patience = { maxWait: 10_000, timeout: 15_000 };

/** Does all of it or nothing: in a transaction of its own, or in the one that it is given. */
export const runInTransaction = <T>(
  prisma: DatabaseClient,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> => ('$connect' in prisma ? prisma.$transaction(work, patience) : work(prisma));

/** Does these one after the other: in a transaction of their own, sent at once, or in the one that it is given. */
export const runAllInTransaction = async (
  prisma: DatabaseClient,
  statements: readonly Prisma.PrismaPromise<unknown>[],
): Promise<void> => {
  if ('$connect' in prisma) await prisma.$transaction([...statements]);
  else for (const each of statements) await each;
};
