import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { StoreUnavailable } from '../../src/battle/saved/store-unavailable.ts';
import { openBattle } from '../../src/battle/saved/upcast-battle.ts';
import { clockQueue } from '../../src/persistence/alarm-jobs.ts';
import { backupEmbedded } from '../../src/persistence/backup-now.ts';
import {
  createSqlRunner,
  dumpRows,
  type ReadableDatabase,
  runInSnapshot,
  tableNames,
} from '../../src/persistence/backup-rows.ts';
import { databasePath } from '../../src/persistence/data-folder.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { openFormerDatabase } from '../../src/persistence/former-pglite.ts';
import { openJobs } from '../../src/persistence/jobs.ts';
import { migrationNames } from '../../src/persistence/migrate.ts';
import { openPglite } from '../../src/persistence/pglite.ts';
import { restoreEmbedded } from '../../src/persistence/restore-embedded.ts';
import { upgradeFolder } from '../../src/persistence/upgrade-folder.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { isLong } from '../budget.ts';
import { newEmbedded } from '../shared.ts';
import { runChild } from './child.ts';
import { formerFolder } from './former-folder.ts';

vi.setConfig({ testTimeout: 300_000 });

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'brotherhood-upgrade-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

const open = (dataDir: string, onUpgrade?: Parameters<typeof openDatabase>[1]) =>
  openDatabase({ databaseUrl: undefined, dataDir }, onUpgrade);

/** Every row of every table, and the jobs, in no order. */
const everything = (under: ReadableDatabase): Promise<readonly string[]> =>
  runInSnapshot(under, async (query) => {
    const lines: string[] = [];
    for await (const line of dumpRows(query, { release: '', at: 0 }, () => true)) lines.push(line);
    return lines.toSorted();
  });

const inFormer = async <T>(folder: string, look: (under: ReadableDatabase) => Promise<T>): Promise<T> => {
  const pglite = await openFormerDatabase(folder);
  return look({ kind: 'embedded', pglite }).finally(() => pglite.close());
};

/** What lies beside the database, other than backups. */
const beside = async (dataDir: string): Promise<readonly string[]> =>
  (await readdir(dataDir)).filter((name) => name !== 'postgres' && name !== 'backups').toSorted();

const versionOf = async (dataDir: string): Promise<string> =>
  (await readFile(join(databasePath(dataDir), 'PG_VERSION'), 'utf8')).trim();

test('a folder of PostgreSQL 17 becomes one of 18 with all that is in it, and goes on', async () => {
  const dataDir = await formerFolder(place);
  const told: object[] = [];
  const upgraded = await upgradeFolder(databasePath(dataDir), Date.now(), (versions) => told.push(versions));
  expect(told).toEqual([{ from: '17', to: '18' }]);
  if (upgraded === undefined) throw new Error('It says nothing.');
  expect(upgraded.kept).toMatch(/postgres\.17-[\dTZ.-]+$/);
  expect(await versionOf(dataDir)).toBe('18');
  const was = await inFormer(upgraded.kept, everything);
  const copy = await openPglite(databasePath(dataDir));
  expect(await everything({ kind: 'embedded', pglite: copy })).toEqual(was);
  await copy.close();
  expect(was.length).toBe(upgraded.rows + upgraded.jobs + 2);
  for (const table of ['outbox', 'shelf_items', 'named_people', 'battles'])
    expect(was.some((line) => line.startsWith(`{"table":"${table}"`))).toBe(true);
  expect(upgraded.jobs).toBe(25);

  // Its tables are brought up to date as ever. Battles open, and what they hold is what their logs fold to.
  const database = await open(dataDir, () => told.push({}));
  expect([told.length, database.upgraded]).toEqual([1, undefined]);
  const jobs = await openJobs(database, [clockQueue], () => {});
  const { battles } = createDatabaseStores(database, jobs);
  let seen = 0;
  for (const { id } of await battles.list('200000000000000001')) {
    const saved = await battles.byId(id);
    const opened = saved && openBattle(rulesets, saved, Date.now());
    if (saved === undefined || !opened?.ok) throw new Error(`${id} does not open.`);
    expect(foldLog(opened.value.ruleset, await battles.log(saved)).game.save()).toEqual(opened.value.game.save());
    seen += 1;
  }
  expect(seen).toBe(4);
  expect((await jobs.boss.findJobs(clockQueue)).length).toBe(25);
  await jobs.close();
  await database.close();
  expect(await beside(dataDir)).toContain(basename(upgraded.kept));
});

test('a process killed while it copies leaves the former folder, and the next one begins anew', async () => {
  const dataDir = await formerFolder(place);
  const folder = databasePath(dataDir);
  const was = await inFormer(folder, everything);
  expect(was.length).toBeGreaterThan(500);
  const child = await runChild('open.ts', dataDir);
  await expect.poll(() => existsSync(join(`${folder}.upgrading`, 'PG_VERSION')), { timeout: 200_000 }).toBe(true);
  await expect(open(dataDir)).rejects.toThrow(`is in use by process ${child.pid}`);
  await child.kill();
  expect(await versionOf(dataDir)).toBe('17');
  const upgraded = await upgradeFolder(folder, Date.now(), () => {});
  expect(was.length).toBe((upgraded?.rows ?? 0) + (upgraded?.jobs ?? 0) + 2);
  expect((await beside(dataDir)).filter((name) => name !== 'lock')).toEqual([expect.stringMatching(/^postgres\.17-/)]);
});

test('a process killed between the two renames is finished by the next one, and one killed before them begun anew', async () => {
  const dataDir = await newEmbedded();
  const [folder, next] = [databasePath(dataDir), `${databasePath(dataDir)}.next`];
  // The old one is out of the way, and the new one not yet in.
  await rename(folder, next);
  await (await open(dataDir)).close();
  expect(await beside(dataDir)).toEqual([]);
  // A backup looks, too, before it says that there is nothing.
  await rename(folder, next);
  await backupEmbedded(dataDir, { file: join(dataDir, 'backups', 'one.gz'), at: Date.now() });
  expect(await beside(dataDir)).toEqual([]);
  // Both are there: what was in use until then counts.
  await cp(folder, next, { recursive: true });
  await writeFile(join(next, 'PG_VERSION'), '99');
  await (await open(dataDir)).close();
  expect(await versionOf(dataDir)).toBe('18');
  expect(await beside(dataDir)).toEqual([]);
});

test.runIf(isLong)('what cannot be copied is named, and stays as it was', async () => {
  const dataDir = await formerFolder(place);
  const folder = databasePath(dataDir);
  await inFormer(folder, async (under) => {
    const query = createSqlRunner(under);
    await query(
      "INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('1', '', now(), '2099_later')",
      [],
    );
  });
  const refused = open(dataDir);
  await expect(refused).rejects.toThrow(StoreUnavailable);
  await expect(refused).rejects.toThrow(
    /^The database in \S+ cannot be brought from PostgreSQL 17 to 18: It was written by a later release than this one, which is [\d.]+\. It is as it was: .*\.$/,
  );
  expect(await versionOf(dataDir)).toBe('17');
  expect(await beside(dataDir)).toEqual([]);

  // A table that is not ours does not stand in the way, and one of an older release has no columns of today.
  const applied = (await migrationNames()).filter((name) => name < '20261126');
  await inFormer(folder, async (under) => {
    const query = createSqlRunner(under);
    await query("DELETE FROM _prisma_migrations WHERE migration_name = '2099_later'", []);
    await query('DELETE FROM _prisma_migrations WHERE NOT migration_name = ANY ($1::text[])', [applied]);
    await query('DROP TABLE named_people', []);
    await query('CREATE TABLE ships (name text)', []);
    await query("INSERT INTO ships VALUES ('Argo')", []);
  });
  const database = await open(dataDir);
  expect(database.upgraded?.leftOut).toEqual(['ships']);
  expect(database.backup?.file).toContain('named_people');
  expect(await tableNames(createSqlRunner(database.under))).toContain('named_people');
  await database.close();
});

test('a torn folder of PostgreSQL 17 is named, and stays as it was', async () => {
  const dataDir = await mkdtemp(join(place, 'torn-'));
  await mkdir(databasePath(dataDir), { recursive: true });
  await writeFile(join(databasePath(dataDir), 'PG_VERSION'), '17\n');
  await expect(open(dataDir)).rejects.toThrow(/^The database in \S+ cannot be brought from PostgreSQL 17 to 18: .+\.$/);
  expect(await readdir(dataDir)).toEqual(['postgres']);
  expect(await readdir(databasePath(dataDir))).toContain('PG_VERSION');
});

test.runIf(isLong)(
  'a folder of PostgreSQL 17 is backed up as it is, and gives way to a backup only when told to',
  async () => {
    const dataDir = await formerFolder(place);
    const [file, at] = [join(dataDir, 'backups', 'mine.jsonl.gz'), Date.now()];
    const backup = await backupEmbedded(dataDir, { file, at });
    expect(backup.jobs).toBe(25);
    expect(await versionOf(dataDir)).toBe('17');
    expect(await restoreEmbedded(dataDir, { file, replace: false, at })).toEqual({
      ok: false,
      error: expect.stringContaining('is not empty: say --replace'),
    });
    const restored = await restoreEmbedded(dataDir, { file, replace: true, at });
    if (!restored.ok) throw new Error(restored.error);
    expect(restored.value.rows).toBe(backup.rows);
    expect(await versionOf(dataDir)).toBe('18');
    expect(await readFile(join(restored.value.kept ?? '', 'PG_VERSION'), 'utf8')).toMatch(/^17/);
  },
);
