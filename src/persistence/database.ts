import type { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { Backup } from './backup.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase, openInMemoryDatabase } from './embedded.ts';
import { PrismaClient } from './generated/client.ts';
import type { OnMigration } from './migrate.ts';
import { openPostgres } from './postgres.ts';

/** An opened database, its tables up to date. What is underneath is for jobs, which bring their own queries. */
export interface Database {
  readonly prisma: PrismaClient;
  readonly under:
    | { readonly kind: 'embedded'; readonly pglite: PGlite }
    | { readonly kind: 'postgres'; readonly pool: pg.Pool };
  /** True if the database finds no room on its disk. */
  readonly isDiskFull: () => Promise<boolean>;
  /** What was backed up before the tables were brought up to date, for the log. */
  readonly backup?: Backup;
  readonly close: () => Promise<void>;
}

export interface DatabaseLocation {
  /** A Postgres elsewhere; without it the embedded one is used. */
  readonly databaseUrl: string | undefined;
  /** The folder of the embedded database; without it nothing outlives the process. */
  readonly dataDir: string | undefined;
}

const embedded = async (dataDir: string | undefined, onMigration?: OnMigration): Promise<Database> => {
  const opened: EmbeddedDatabase = await (dataDir === undefined
    ? openInMemoryDatabase()
    : openEmbeddedDatabase(dataDir, onMigration));
  const { pglite, isDiskFull, backup, close } = opened;
  const prisma = new PrismaClient({ adapter: new PrismaPGlite(pglite) });
  return {
    prisma,
    under: { kind: 'embedded', pglite },
    isDiskFull,
    ...(backup && { backup }),
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

/** Opens the database and brings its tables up to date. */
export const openDatabase = (
  { databaseUrl, dataDir }: DatabaseLocation,
  onMigration?: OnMigration,
): Promise<Database> =>
  databaseUrl === undefined ? embedded(dataDir, onMigration) : postgres(databaseUrl, onMigration);
