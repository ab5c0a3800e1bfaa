import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { constants, zstdDecompressSync } from 'node:zlib';
import { type ParsedTarFileItem, parseTar } from 'nanotar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBattle } from '../../src/battle/saved/battle-lift.ts';
import { fold } from '../../src/battle/saved/replay.ts';
import { StoreUnavailable } from '../../src/battle/saved/store-unavailable.ts';
import { clockQueue } from '../../src/persistence/alarm-jobs.ts';
import { backupEmbedded } from '../../src/persistence/backup-now.ts';
import { dumpRows, inSnapshot, queryOf, type Readable, tableNames } from '../../src/persistence/backup-rows.ts';
import { databaseIn } from '../../src/persistence/data-folder.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { openFormer } from '../../src/persistence/former-pglite.ts';
import { openJobs } from '../../src/persistence/jobs.ts';
import { migrationNames } from '../../src/persistence/migrate.ts';
import { windowBits } from '../../src/persistence/pglite.ts';
import { restoreEmbedded } from '../../src/persistence/restore-embedded.ts';
import { rulesets } from '../../src/systems/index.ts';
import { databaseStores } from '../../src/wiring/database-stores.ts';
import { runChild } from './child.ts';

const archive = join(import.meta.dirname, 'postgres-17/data.tar.zst');

let place: string;
let entries: ParsedTarFileItem[];
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'brotherhood-upgrade-'));
  entries = parseTar(
    new Uint8Array(
      zstdDecompressSync(readFileSync(archive), { params: { [constants.ZSTD_d_windowLogMax]: windowBits } }),
    ),
  );
});
afterAll(() => rm(place, { recursive: true, force: true }));

/** A data folder as release 1.2.1 left it when it was killed. */
const formerFolder = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(place, 'data-'));
  for (const { name, type, data } of entries) {
    const path = join(dataDir, name);
    if (type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 });
    else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, data ?? '', { mode: 0o600 });
    }
  }
  return dataDir;
};

const open = (dataDir: string, onUpgrade?: Parameters<typeof openDatabase>[1]) =>
  openDatabase({ databaseUrl: undefined, dataDir }, onUpgrade);

/** Every row of every table, and the jobs, in no order. */
const everything = (under: Readable): Promise<readonly string[]> =>
  inSnapshot(under, async (query) => {
    const lines: string[] = [];
    for await (const line of dumpRows(query, { release: '', at: 0 }, () => true)) lines.push(line);
    return lines.toSorted();
  });

const inFormer = async <T>(folder: string, look: (under: Readable) => Promise<T>): Promise<T> => {
  const pglite = await openFormer(folder);
  return look({ kind: 'embedded', pglite }).finally(() => pglite.close());
};

const versionOf = async (dataDir: string): Promise<string> =>
  (await readFile(join(databaseIn(dataDir), 'PG_VERSION'), 'utf8')).trim();

test('a folder of PostgreSQL 17 becomes one of 18 with all that is in it, and goes on', async () => {
  const dataDir = await formerFolder();
  const told: object[] = [];
  const database = await open(dataDir, (versions) => told.push(versions));
  expect(told).toEqual([{ from: '17', to: '18' }]);
  const { upgraded } = database;
  if (upgraded === undefined) throw new Error('It says nothing.');
  expect(upgraded.kept).toMatch(/postgres\.17-[\dTZ.-]+$/);
  expect(await versionOf(dataDir)).toBe('18');
  const was = await inFormer(upgraded.kept, everything);
  expect(await everything(database.under)).toEqual(was);
  expect(was.length).toBe(upgraded.rows + upgraded.jobs + 2);
  for (const table of ['outbox', 'shelf_items', 'named_people', 'battles'])
    expect(was.some((line) => line.startsWith(`{"table":"${table}"`))).toBe(true);
  expect(upgraded.jobs).toBe(25);

  // Battles open, and what they hold is what their logs fold to.
  const jobs = await openJobs(database, [clockQueue], () => {});
  const { battles } = databaseStores(database, jobs);
  let seen = 0;
  for (const { id } of await battles.list('200000000000000001')) {
    const saved = await battles.byId(id);
    const opened = saved && openBattle(rulesets, saved, Date.now());
    if (saved === undefined || !opened?.ok) throw new Error(`${id} does not open.`);
    expect(fold(opened.value.ruleset, await battles.log(saved)).game.save()).toEqual(opened.value.game.save());
    seen += 1;
  }
  expect(seen).toBe(4);
  expect((await jobs.boss.findJobs(clockQueue)).length).toBe(25);
  await jobs.close();
  await database.close();

  // From the next start on it is a folder like any other.
  const again = await open(dataDir, () => told.push({}));
  expect(again.upgraded).toBeUndefined();
  expect(told.length).toBe(1);
  await again.close();
  expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', upgraded.kept.slice(dataDir.length + 1)]);
});

/** Nothing of an upgrade is left beside the database but those. */
const beside = async (dataDir: string): Promise<readonly string[]> =>
  (await readdir(dataDir)).filter((name) => name !== 'postgres').toSorted();

test('a process killed while it copies leaves the former folder, and the next one begins anew', async () => {
  const dataDir = await formerFolder();
  const folder = databaseIn(dataDir);
  const was = await inFormer(folder, everything);
  const child = await runChild('open.ts', dataDir);
  await expect.poll(() => existsSync(join(`${folder}.upgrading`, 'PG_VERSION')), { timeout: 60_000 }).toBe(true);
  await expect(open(dataDir)).rejects.toThrow(`is in use by process ${child.pid}`);
  await child.kill();
  expect(await versionOf(dataDir)).toBe('17');
  const database = await open(dataDir);
  expect(await everything(database.under)).toEqual(was);
  await database.close();
  expect(await beside(dataDir)).toEqual([expect.stringMatching(/^postgres\.17-/)]);
});

test('a process killed between the two renames is finished by the next one, and one killed before them begun anew', async () => {
  const dataDir = await formerFolder();
  const [folder, kept] = [databaseIn(dataDir), join(dataDir, 'postgres.17-then')];
  await (await open(dataDir)).close();
  const [former] = await beside(dataDir);
  // Both are there: the new one was whole, and the old one is still in its place.
  await rename(folder, `${folder}.next`);
  await rename(join(dataDir, former ?? ''), folder);
  const anew = await open(dataDir);
  expect(anew.upgraded?.from).toBe('17');
  const all = await everything(anew.under);
  await anew.close();
  // The old one is out of the way, and the new one not yet in.
  await rename(join(dataDir, (await beside(dataDir))[0] ?? ''), kept);
  await rename(folder, `${folder}.next`);
  const finished = await open(dataDir);
  expect(finished.upgraded).toBeUndefined();
  expect(await everything(finished.under)).toEqual(all);
  await finished.close();
  expect(await beside(dataDir)).toEqual(['postgres.17-then']);
  // The same for a backup, which looks before it says that there is nothing.
  await rename(folder, `${folder}.next`);
  const { rows } = await backupEmbedded(dataDir, { file: join(dataDir, 'backup.gz'), at: Date.now() });
  expect(rows).toBeGreaterThan(500);
  expect(existsSync(folder)).toBe(true);
});

test('what cannot be copied is named, and stays as it was', async () => {
  const dataDir = await formerFolder();
  const folder = databaseIn(dataDir);
  await inFormer(folder, async (under) => {
    const query = queryOf(under);
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
  const applied = (await migrationNames()).slice(0, -2);
  await inFormer(folder, async (under) => {
    const query = queryOf(under);
    await query("DELETE FROM _prisma_migrations WHERE migration_name = '2099_later'", []);
    await query('DELETE FROM _prisma_migrations WHERE NOT migration_name = ANY ($1::text[])', [applied]);
    await query('DROP TABLE named_people', []);
    await query('CREATE TABLE ships (name text)', []);
    await query("INSERT INTO ships VALUES ('Argo')", []);
  });
  const database = await open(dataDir);
  expect(database.upgraded?.leftOut).toEqual(['ships']);
  expect(database.backup?.file).toContain('named_people');
  expect(await tableNames(queryOf(database.under))).toContain('named_people');
  await database.close();
});

test('a torn folder of PostgreSQL 17 is named, and stays as it was', async () => {
  const dataDir = await mkdtemp(join(place, 'torn-'));
  await mkdir(databaseIn(dataDir), { recursive: true });
  await writeFile(join(databaseIn(dataDir), 'PG_VERSION'), '17\n');
  await expect(open(dataDir)).rejects.toThrow(/^The database in \S+ cannot be brought from PostgreSQL 17 to 18: .+\.$/);
  expect(await readdir(dataDir)).toEqual(['postgres']);
  expect(await readdir(databaseIn(dataDir))).toContain('PG_VERSION');
});

test('a folder of PostgreSQL 17 is backed up as it is, and gives way to a backup only when told to', async () => {
  const dataDir = await formerFolder();
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
});
