import type { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { Backup } from './backup-file.ts';
import { type EmbeddedDatabase, type OnUpgrade, openEmbeddedDatabase, openInMemoryDatabase } from './embedded.ts';
import { PrismaClient } from './generated/client.ts';
import type { OnMigration } from './plain-migrations.ts';
import { openPostgres } from './postgres.ts';
import type { UpgradeResult } from './upgrade-folder.ts';

/** An opened database, its tables up to date. What is underneath is for jobs, which bring their own queries. */
export interface Database {
  readonly prisma: PrismaClient;
  readonly under:
    | { readonly kind: 'embedded'; readonly pglite: PGlite }
    | { readonly kind: 'postgres'; readonly pool: pg.Pool };
  /** True if the database finds no room on its disk. */
  readonly isDiskFull: () => Promise<boolean>;
  /** Migrations that wait until processes of an older release are gone, for the log: a later start applies them. */
  readonly waiting: readonly string[];
  /** What was backed up before the tables were brought up to date, for the log. */
  readonly backup?: Backup;
  /** An embedded one that was brought from a former PostgreSQL to that of today, for the log. */
  readonly upgraded?: UpgradeResult;
  readonly close: () => Promise<void>;
}

export interface DatabaseLocation {
  /** A Postgres elsewhere; without it the embedded one is used. */
  readonly databaseUrl: string | undefined;
  /** The folder of the embedded database; without it nothing outlives the process. */
  readonly dataDir: string | undefined;
}

const embedded = async (
  dataDir: string | undefined,
  onUpgrade?: OnUpgrade,
  onMigration?: OnMigration,
): Promise<Database> => {
  const opened: EmbeddedDatabase = await (dataDir === undefined
    ? openInMemoryDatabase()
    : openEmbeddedDatabase(dataDir, onUpgrade, onMigration));
  const { pglite, isDiskFull, backup, upgraded, close } = opened;
  const prisma = new PrismaClient({ adapter: new PrismaPGlite(pglite) });
  return {
    prisma,
    under: { kind: 'embedded', pglite },
    isDiskFull,
    waiting: [],
    ...(backup && { backup }),
    ...(upgraded && { upgraded }),
    close: async () => {
      await prisma.$disconnect();
      await close();
    },
  };
};

const postgres = async (url: string, onMigration?: OnMigration): Promise<Database> => {
  const { pool, isDiskFull, waiting } = await openPostgres(url, onMigration);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    prisma,
    under: { kind: 'postgres', pool },
    isDiskFull: async () => isDiskFull(),
    waiting,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
};

/**
 * Opens the database and brings its tables up to date. `onUpgrade` hears before an embedded one is brought to another PostgreSQL,
 * `onMigration` before each migration.
 */
export const openDatabase = (
  { databaseUrl, dataDir }: DatabaseLocation,
  onUpgrade?: OnUpgrade,
  onMigration?: OnMigration,
): Promise<Database> =>
  databaseUrl === undefined ? embedded(dataDir, onUpgrade, onMigration) : postgres(databaseUrl, onMigration);
