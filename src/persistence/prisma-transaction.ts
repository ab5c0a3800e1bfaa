import type { Prisma, PrismaClient } from './generated/client.ts';

/** A busy embedded database has one connection for all. */
const patience = { maxWait: 10_000, timeout: 15_000 };

/** Does all of it or nothing: in a transaction of its own, or in the one that it is given. */
export const inTransaction = <T>(
  prisma: PrismaClient | Prisma.TransactionClient,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> => ('$connect' in prisma ? prisma.$transaction(work, patience) : work(prisma));
