import type { PrismaClient } from './generated/client.ts';

/** Is a migration applied? Asked of the database until it is. */
export const createAppliedMigrationCheck = (
  prisma: Pick<PrismaClient, '$queryRaw'>,
  migration: string,
): (() => Promise<boolean>) => {
  let isApplied = false;
  return async () => {
    if (isApplied) return true;
    const found = await prisma.$queryRaw<readonly unknown[]>`
      SELECT 1 FROM _prisma_migrations WHERE migration_name = ${migration} AND finished_at IS NOT NULL AND rolled_back_at IS NULL`;
    isApplied = found.length > 0;
    return isApplied;
  };
};
