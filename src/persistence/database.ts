import type { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { Backup } from './backup.ts';
import { openEmbeddedDatabase, openInMemoryDatabase } from './embedded.ts';
import { PrismaClient } from './generated/client.ts';
import type { OnMigration } from './migrate.ts';
import { openPostgres } from './postgres.ts';

/** An opened and migrated database. */
export interface Database {
  readonly prisma: PrismaClient;
  readonly under:
    | { readonly kind: 'embedded'; readonly pglite: PGlite }
    | { readonly kind: 'postgres'; readonly pool: pg.Pool };
  readonly isDiskFull: () => Promise<boolean>;
  /** The backup made before a migration. Undefined if there was no migration. */
  readonly backup?: Backup | undefined;
  readonly close: () => Promise<void>;
}

export interface DatabaseLocation {
  /** The address of a remote Postgres. Undefined: use the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The folder of the embedded database. Undefined: in memory. */
  readonly dataDir: string | undefined;
}

const embedded = async (dataDir: string | undefined, onMigration?: OnMigration): Promise<Database> => {
  const { pglite, isDiskFull, backup, close } = await (dataDir === undefined
    ? openInMemoryDatabase()
    : openEmbeddedDatabase(dataDir, onMigration));
  const prisma = new PrismaClient({ adapter: new PrismaPGlite(pglite) });
  return {
    prisma,
    under: { kind: 'embedded', pglite },
    isDiskFull,
    backup,
    close: async () => {
      await prisma.$disconnect();
      await close();
    },
  };
};

const postgres = async (url: string, onMigration?: OnMigration): Promise<Database> => {
  const { pool, isDiskFull } = await openPostgres(url, onMigration);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    prisma,
    under: { kind: 'postgres', pool },
    isDiskFull: async () => isDiskFull(),
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
};

/** Opens the database and migrates it. */
export const openDatabase = (
  { databaseUrl, dataDir }: DatabaseLocation,
  onMigration?: OnMigration,
): Promise<Database> =>
  databaseUrl === undefined ? embedded(dataDir, onMigration) : postgres(databaseUrl, onMigration);
