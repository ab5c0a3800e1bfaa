import type { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { inMemory, openEmbedded } from './embedded.ts';
import { PrismaClient } from './generated/client.ts';
import { openPostgres } from './postgres.ts';

/** An opened database, its tables up to date. What is underneath is for jobs, which bring their own queries. */
export interface Database {
  readonly prisma: PrismaClient;
  readonly under:
    | { readonly kind: 'embedded'; readonly pglite: PGlite }
    | { readonly kind: 'postgres'; readonly pool: pg.Pool };
  readonly close: () => Promise<void>;
}

export interface Where {
  /** A Postgres elsewhere; without it the embedded one is used. */
  readonly databaseUrl: string | undefined;
  /** The folder of the embedded database; without it nothing outlives the process. */
  readonly dataDir: string | undefined;
}

const embedded = async (dataDir: string | undefined): Promise<Database> => {
  const { pglite, close } = dataDir === undefined ? await inMemory() : await openEmbedded(dataDir);
  const prisma = new PrismaClient({ adapter: new PrismaPGlite(pglite) });
  return {
    prisma,
    under: { kind: 'embedded', pglite },
    close: async () => {
      await prisma.$disconnect();
      await close();
    },
  };
};

const postgres = async (url: string): Promise<Database> => {
  const pool = await openPostgres(url);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    prisma,
    under: { kind: 'postgres', pool },
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
};

/** Opens the database and brings its tables up to date. */
export const openDatabase = ({ databaseUrl, dataDir }: Where): Promise<Database> =>
  databaseUrl === undefined ? embedded(dataDir) : postgres(databaseUrl);
