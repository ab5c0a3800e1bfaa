import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { BattleExport } from '../../src/battle/saved/export.ts';
import { readBattleExport, upcastExport } from '../../src/battle/saved/import.ts';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import { createPgliteMigrationAdapter } from '../../src/persistence/embedded-migrations.ts';
import { PrismaClient } from '../../src/persistence/generated/client.ts';
import { openPglite } from '../../src/persistence/pglite.ts';
import { createPostgresMigrationAdapter } from '../../src/persistence/postgres.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { restoreIntoEmptyDatabase, type SavedJob } from './saved-rows.ts';

const here = new URL('./', import.meta.url);

/** The editions that are kept, by their numbers. */
export const editions: readonly string[] = readdirSync(here, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name)
  .toSorted((a, b) => Number(a) - Number(b));

export const keptText = (edition: string, name: string): string =>
  readFileSync(new URL(`${edition}/${name}`, here), 'utf8');

export const keptJson = (edition: string, name: string): unknown => JSON.parse(keptText(edition, name));

export const keptLines = (edition: string, name: string): readonly unknown[] =>
  keptText(edition, name)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));

export const rulesetOf = ({ system }: { readonly system: string }): Ruleset => {
  const ruleset = rulesets.find(({ id }) => id === system);
  if (ruleset === undefined) throw new Error(`There is no rulebook ${system}.`);
  return ruleset;
};

/** The files of an edition's exports. */
export const keptNames = (edition: string): readonly string[] =>
  readdirSync(new URL(`${edition}/exports/`, here)).toSorted();

/** The full exports of an edition as they are under the present ones, with the names of their files. */
export const keptExports = (edition: string): readonly { readonly name: string; readonly battle: BattleExport }[] =>
  keptNames(edition)
    .filter((name) => /^[^.]+\.json$/.test(name))
    .map((name) => {
      const read = readBattleExport(keptJson(edition, `exports/${name}`));
      if (!read.ok) throw new Error(`${name}: ${read.error.message}`);
      return { name, battle: upcastExport(rulesetOf(read.value), read.value) };
    });

/** As it comes back from JSON: what a saved value is compared as. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** A new database on a server. */
const freshOn = async (server: string): Promise<string> => {
  const name = `kept_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return server.replace(/[^/]*$/, name);
};

export interface RestoredEdition {
  readonly database: Database;
  readonly jobs: readonly SavedJob[];
}

/** What was kept of an embedded database, in one. */
export const restoredEmbedded = async (edition: string): Promise<RestoredEdition> => {
  const pglite = await openPglite();
  const under = { kind: 'embedded', pglite } as const;
  const lines = keptText(edition, 'embedded.jsonl').split('\n');
  const jobs = await restoreIntoEmptyDatabase(under, createPgliteMigrationAdapter(pglite), lines);
  const prisma = new PrismaClient({ adapter: new PrismaPGlite(pglite) });
  const close = async () => {
    await prisma.$disconnect();
    await pglite.close();
  };
  return { database: { prisma, under, isDiskFull: async () => false, close }, jobs };
};

/** What was kept of a Postgres, in a new database of that server. */
export const restoredPostgres = async (edition: string, server: string): Promise<RestoredEdition> => {
  const url = await freshOn(server);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const lines = keptText(edition, 'postgres.jsonl').split('\n');
  const jobs = await restoreIntoEmptyDatabase({ kind: 'postgres', pool }, createPostgresMigrationAdapter(pool), lines);
  await pool.end();
  return { database: await openDatabase({ databaseUrl: url, dataDir: undefined }), jobs };
};
