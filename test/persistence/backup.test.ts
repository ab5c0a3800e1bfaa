import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { foldLog } from '../../src/battle/saved/replay.ts';
import type { AlarmData } from '../../src/battle/saved/waits.ts';
import { clockQueue, createJobAlarms } from '../../src/persistence/alarm-jobs.ts';
import { type Backup, writeBackup } from '../../src/persistence/backup-file.ts';
import { backupName, backupsFolder } from '../../src/persistence/backup-folder.ts';
import { automaticBackup } from '../../src/persistence/backup-keeper.ts';
import { backupEmbedded } from '../../src/persistence/backup-now.ts';
import { dumpRows, runInSnapshot } from '../../src/persistence/backup-rows.ts';
import { databasePath } from '../../src/persistence/data-folder.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../../src/persistence/database.ts';
import { createPgliteMigrationAdapter } from '../../src/persistence/embedded-migrations.ts';
import { openJobs } from '../../src/persistence/jobs.ts';
import { applyMigrations, migrationNames } from '../../src/persistence/migrate.ts';
import { openPglite } from '../../src/persistence/pglite.ts';
import { restoreEmbedded } from '../../src/persistence/restore-embedded.ts';
import { restorePostgres } from '../../src/persistence/restore-postgres.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { isLong, someOf } from '../budget.ts';
import { fakeDiscord } from '../discord/fake/discord.ts';
import { compiled, newEmbedded, newPostgres } from '../shared.ts';
import { runChild } from './child.ts';
import { aBattle, anEntry } from './samples.ts';

const cache = await compiled();
const source = (name: string): string => join(import.meta.dirname, '../../src', name);

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'brotherhood-backup-'));
});
afterAll(async () => {
  await rm(place, { recursive: true, force: true });
});

type Kind = 'PGlite' | 'PostgreSQL';
const kinds = [{ kind: 'PGlite' }, { kind: 'PostgreSQL' }] as const;

/** Somewhere that nothing was ever kept. */
interface Ground extends DatabaseLocation {
  readonly kind: Kind;
  readonly dataDir: string;
  /** Throws everything away that a backup could be needed for. */
  readonly destroy: () => Promise<void>;
}

const asked = async (databaseUrl: string, sql: string): Promise<void> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(sql);
  await client.end();
};

let grounds = 0;
const newGround = async (kind: Kind): Promise<Ground> => {
  grounds += 1;
  const dataDir = join(place, `data-${grounds}`);
  await mkdir(dataDir);
  if (kind === 'PGlite') {
    const destroy = () => rm(databasePath(dataDir), { recursive: true });
    return { kind, dataDir, databaseUrl: undefined, destroy };
  }
  const databaseUrl = await newPostgres();
  const destroy = () =>
    asked(databaseUrl, 'DROP SCHEMA public CASCADE; DROP SCHEMA pgboss CASCADE; CREATE SCHEMA public');
  return { kind, dataDir, databaseUrl, destroy };
};

/** Somewhere that has its tables and nothing else. */
const newTables = async (kind: Kind): Promise<Ground> => {
  const ground = await newGround(kind);
  if (kind === 'PGlite') await rename(databasePath(await newEmbedded()), databasePath(ground.dataDir));
  else await opened(ground, async () => {});
  return ground;
};

const restoreTo = ({ databaseUrl, dataDir }: Ground, file: string, replace = false) => {
  const restoring = { file, replace, at: Date.now() };
  return databaseUrl === undefined ? restoreEmbedded(dataDir, restoring) : restorePostgres(databaseUrl, restoring);
};

interface Left {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** One of our programs as another process, over the database of a ground. */
const started = (
  program: string,
  { databaseUrl = '', dataDir }: Ground,
  args: readonly string[] = [],
  more: NodeJS.ProcessEnv = {},
) => {
  const env = { ...process.env, ...cache, DISCORD_TOKEN: '', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...more };
  const child = spawn(process.execPath, [source(program), ...args], { env, cwd: place });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => {
    out += part.toString();
  });
  child.stderr.on('data', (part: Buffer) => {
    err += part.toString();
  });
  const left = new Promise<Left>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  const shown = (text: string) => expect.poll(() => out + err, { timeout: 30_000 }).toContain(text);
  return { child, left, shown };
};
const ran = (program: string, ground: Ground, ...args: readonly string[]): Promise<Left> =>
  started(program, ground, args).left;

const opening = [
  'as bo: /character create system:skure name:Brenna preset:longbowman',
  '/campaign create name:The Marches systems:skure',
  '/battle create system:skure name:The ford',
  'as ada: /battle join preset:swordsman name:Ada side:west',
  '/npc add preset:zombie',
  '/battle deploy',
  '/clock set time:24h',
  '/battle start',
  'in cellar',
  '/battle create system:segment name:The cellar',
  'in table',
];

const linesIn = (file: string): readonly string[] => gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
/** All but the header, which says when. */
const contentOf = (lines: readonly string[]): readonly string[] => lines.slice(1).toSorted();

const dumped = ({ under }: Database): Promise<readonly string[]> =>
  runInSnapshot(under, async (query) => {
    const lines: string[] = [];
    for await (const line of dumpRows(query, { release: '1.2.3', at: 5 })) lines.push(line);
    return lines;
  });

const opened = async <T>(ground: Ground, look: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase({ databaseUrl: ground.databaseUrl, dataDir: ground.dataDir });
  try {
    return await look(database);
  } finally {
    await database.close();
  }
};

const written = (name: string, lines: readonly string[]): Promise<string> => {
  const file = join(place, name);
  return writeFile(file, gzipSync(`${lines.join('\n')}\n`)).then(() => file);
};

const anyRow = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });
const rowsOf = (lines: readonly string[], table: string) =>
  lines
    .map((line) => anyRow.safeParse(JSON.parse(line)).data)
    .filter((each) => each?.table === table)
    .map((each) => each?.row);

/** As it comes back from JSON. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** What the logs of all battles lead to is what their snapshots say. */
const expectFolded = async (database: Database): Promise<void> => {
  const { battles } = createDatabaseStores(database);
  const all = await battles.list(undefined);
  expect(all.map(({ name }) => name).toSorted()).toEqual(['The cellar', 'The ford']);
  for (const { id } of all) {
    const saved = await battles.byId(id);
    const ruleset = rulesets.find((each) => each.id === saved?.system);
    if (saved === undefined || ruleset === undefined) throw new Error('A battle is gone.');
    const folded = foldLog(ruleset, await battles.log(saved));
    expect(plain(folded.game.save())).toEqual(plain(saved.game));
    expect(plain(folded.table)).toEqual(plain(saved.table));
  }
};

describe.each(someOf(kinds, 1))('on $kind', ({ kind }) => {
  test('what is backed up while the table plays on comes back after everything was destroyed', async () => {
    const ground = await newGround(kind);
    const table = started('main.ts', ground);
    table.child.stdin.write(`${opening.join('\n')}\n`);
    await table.shown('The cellar');
    await table.shown('Ada');
    const rulings = Array.from({ length: 40 }, (_, n) => `/gm ruling text:It rains for ${n + 1} hours.`);
    table.child.stdin.write(`${rulings.join('\n')}\n`);
    await table.shown('It rains for 3 hours.');
    const backup = await ran('cli/backup.ts', ground);
    expect(backup).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(/^\S+: \d+ bytes, \d+ rows, [1-9] waiting/),
    });
    await table.shown('It rains for 40 hours.');
    table.child.kill('SIGKILL');
    await table.left;

    const [file = ''] = backup.out.split(': ');
    expect(file).toContain(backupsFolder(ground.dataDir));
    const kept = linesIn(file);
    const before = await opened(ground, dumped);
    for (const what of ['seats', 'campaigns', 'characters']) {
      expect(rowsOf(kept, what)).toEqual(rowsOf(before, what));
      expect(rowsOf(kept, what).length).toBeGreaterThan(0);
    }
    const log = new Set(rowsOf(before, 'log_entries').map((row) => JSON.stringify(row)));
    expect(rowsOf(kept, 'log_entries').filter((row) => !log.has(JSON.stringify(row)))).toEqual([]);

    await ground.destroy();
    const restored = await ran('cli/restore.ts', ground, file);
    expect(restored).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Restored .* waiting jobs [1-9]\.\n$/),
    });
    await opened(ground, async (database) => {
      expect(contentOf(await dumped(database))).toEqual(contentOf(kept));
      await expectFolded(database);
    });
    const again = started('main.ts', ground);
    again.child.stdin.end('/gm ruling text:The sun shines.\n/battle status\n/campaign show\nas bo: /character list\n');
    const { code, out, err } = await again.left;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const text of ['The sun shines.', 'Ada', 'The Marches', 'Brenna']) expect(out).toContain(text);
  }, 180_000);

  test('jobs whose time has passed meanwhile ring at once, and the others are as they were', async () => {
    const ground = await newTables(kind);
    const alarm = (due: number): AlarmData => ({
      ...{ battle: 'one', actor: 'Ada', kind: 'turn', since: 3, step: 'look', due, tries: 0 },
    });
    const file = join(place, `jobs-${kind}.gz`);
    await opened(ground, async (database) => {
      const jobs = await openJobs(database, [clockQueue], () => {});
      const alarms = createJobAlarms(jobs.boss);
      await alarms.set({ after: 3_600_000, data: alarm(1) });
      await alarms.set({ after: 7_200_000, data: alarm(2) });
      await jobs.close();
      await writeBackup(database.under, file, 5);
    });
    // Of the first the hour is over.
    const lines = linesIn(file).map((line) =>
      /"due\\": ?1\b/.test(line)
        ? line.replace(/"startAfter":"[^"]+"/, '"startAfter":"2026-01-01T00:00:00.000Z"')
        : line,
    );
    await rm(ground.dataDir, { recursive: true });
    const target = await newGround(kind);
    expect(await restoreTo(target, await written(`late-${kind}.gz`, lines))).toMatchObject({ ok: true });
    await opened(target, async (database) => {
      const jobs = await openJobs(database, [clockQueue], () => {});
      const rung: AlarmData[] = [];
      const stop = await createJobAlarms(jobs.boss, 0.5).startRinging(async (data) => void rung.push(data));
      await expect.poll(() => rung, { timeout: 20_000 }).toEqual([alarm(1)]);
      await stop();
      const waiting = (await jobs.boss.findJobs(clockQueue)).filter(({ state }) => state === 'created');
      expect(waiting.map(({ data }) => data)).toMatchObject([{ due: 2 }]);
      await jobs.close();
    });
  });

  describe('a restore', () => {
    let ground: Ground;
    let good: string;
    let bad: string;
    let before: readonly string[];
    beforeAll(async () => {
      const elsewhere = await newTables(kind);
      good = join(place, `good-${kind}.gz`);
      await opened(elsewhere, async (database) => {
        await createDatabaseStores(database).battles.create(aBattle(), anEntry(1));
        await writeBackup(database.under, good, 5);
      });
      const lines = linesIn(good);
      const twice = lines.find((line) => line.includes('"battles"')) ?? '';
      const end = { end: { rows: lines.length - 1, jobs: 0 } };
      bad = await written(`bad-${kind}.gz`, [...lines.slice(0, -1), twice, JSON.stringify(end)]);
      ground = await newTables(kind);
      await opened(ground, async (database) => {
        await createDatabaseStores(database).battles.create(aBattle(), anEntry(1));
        before = await dumped(database);
      });
    });
    const expectUntouched = async (): Promise<void> => {
      expect(await opened(ground, dumped)).toEqual(before);
      expect(readdirSync(ground.dataDir).filter((name) => name.startsWith('postgres.'))).toEqual([]);
    };

    test('is refused where there is something already', async () => {
      expect(await restoreTo(ground, good)).toEqual({
        ok: false,
        error: expect.stringMatching(/^The database .* is not empty: say --replace to put the backup in its place\.$/),
      });
      await expectUntouched();
    });

    test('is refused while the bot is there', async () => {
      const { prisma, close } = await openDatabase(ground);
      await prisma.battle.count();
      expect(await restoreTo(ground, good, true)).toEqual({
        ok: false,
        error: expect.stringMatching(
          kind === 'PGlite' ? /in use by process \d+: stop it/ : /^The bot is connected .* stop it/,
        ),
      });
      await close();
      await expectUntouched();
    });

    test('that fails half way leaves what was there', async () => {
      expect(await restoreTo(ground, bad, true)).toEqual({
        ok: false,
        error: expect.stringMatching(/^The backup cannot be restored, and nothing was changed: duplicate key/),
      });
      await expectUntouched();
    });

    test('with --replace puts the backup in the place of what was there, which is kept', async () => {
      const done = await restoreTo(ground, good, true);
      expect(done).toMatchObject({ ok: true, value: { rows: linesIn(good).length - 2, kept: expect.any(String) } });
      expect(contentOf(await opened(ground, dumped))).toEqual(contentOf(linesIn(good)));
      const kept = done.ok ? (done.value.kept ?? '') : '';
      if (kind === 'PGlite') {
        expect(existsSync(kept)).toBe(true);
      } else {
        const client = new pg.Client(ground.databaseUrl);
        await client.connect();
        const { rows } = await client.query(`SELECT id FROM ${kept}.battles`);
        expect(rows).toEqual(rowsOf(before, 'battles').map((row) => ({ id: row?.id })));
        await client.end();
      }
    });
  });

  test('nothing is backed up where nothing was ever kept', async () => {
    const ground = await newGround(kind);
    const { code, err } = await ran('cli/backup.ts', ground);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^There is nothing to back up: .*\.\n$/) });
  });
});

test.runIf(isLong)('from the embedded database to PostgreSQL and back: everything is the same', async () => {
  const [first, second, third] = [await newGround('PGlite'), await newGround('PostgreSQL'), await newGround('PGlite')];
  await opened(first, async ({ prisma }) => {
    const { battles } = createDatabaseStores({ prisma });
    for (let n = 0; n < 5; n += 1) await battles.create(aBattle(), anEntry(1));
  });
  const moved = async (from: Ground, to: Ground, name: string): Promise<readonly string[]> => {
    const file = join(place, name);
    await opened(from, ({ under }) => writeBackup(under, file, 5));
    expect(await restoreTo(to, file)).toMatchObject({ ok: true });
    return contentOf(linesIn(file));
  };
  const there = await moved(first, second, 'moving-1.gz');
  const back = await moved(second, third, 'moving-2.gz');
  expect(back).toEqual(there);
  expect(contentOf(await opened(third, dumped))).toEqual(there);
});

describe('tables that are not the bot’s', () => {
  test('do not come along', async () => {
    const [from, to] = [await newGround('PostgreSQL'), await newGround('PGlite')];
    const file = join(place, 'ships.gz');
    await opened(from, async ({ under, prisma }) => {
      await prisma.$executeRaw`CREATE TABLE ships AS SELECT 'Argo' AS name`;
      await createDatabaseStores({ prisma }).battles.create(aBattle(), anEntry(1));
      await writeBackup(under, file, 5);
    });
    expect(await restoreTo(to, file)).toMatchObject({ ok: true, value: { leftOut: ['ships'] } });
    expect(contentOf(await opened(to, dumped)).length).toBe(linesIn(file).length - 2);
  });

  test('alone in a database are left in peace', async () => {
    const ground = await newGround('PostgreSQL');
    await asked(ground.databaseUrl ?? '', `CREATE TABLE ships AS SELECT 'Argo' AS name`);
    const file = await written('nothing.gz', [
      JSON.stringify({ format: 'brotherhood-master/rows@2', release: '1.1.0', migrations: [], at: 5 }),
      JSON.stringify({ end: { rows: 0, jobs: 0 } }),
    ]);
    expect(await restoreTo(ground, file, true)).toMatchObject({
      ok: false,
      error: expect.stringContaining('not the bot’s'),
    });
    expect((await ran('cli/backup.ts', ground)).err).toContain('There is nothing to back up');
    await asked(ground.databaseUrl ?? '', 'SELECT name FROM ships');
  });
});

describe('a file', () => {
  const header = (parts: object) =>
    JSON.stringify({ format: 'brotherhood-master/rows@2', release: '9.9.9', migrations: [], at: 5, ...parts });
  const end = JSON.stringify({ end: { rows: 0, jobs: 0 } });
  const newer = 'was written by release 9.9.9, and this is ';

  test.each([
    { called: 'without a closing line', lines: [header({})], says: 'is damaged: The closing line is missing.' },
    {
      called: 'that lacks a line',
      lines: [header({}), JSON.stringify({ end: { rows: 1, jobs: 0 } })],
      says: 'is damaged: Lines are missing.',
    },
    {
      called: 'with a strange line',
      lines: [header({}), '{"table":1}', end],
      says: 'is damaged: a line of it cannot be read.',
    },
    { called: 'of a newer release', lines: [header({ migrations: ['20991231000000_moon'] }), end], says: newer },
    { called: 'of a newer format', lines: [header({ format: 'brotherhood-master/rows@3' }), '{"new":1}'], says: newer },
    { called: 'of somebody else', lines: ['{"hello":"world"}'], says: 'is no backup of the Brotherhood Master.' },
  ])('$called is refused, and nothing is made', async ({ called, lines, says }) => {
    const ground = await newGround('PGlite');
    const file = await written(`${called}.gz`, lines);
    expect(await restoreTo(ground, file, true)).toEqual({
      ok: false,
      error: expect.stringContaining(`${file} ${says}`),
    });
    expect(readdirSync(ground.dataDir)).toEqual([]);
  });

  test.each([
    {
      called: 'cut short',
      bytes: (whole: Buffer) => whole.subarray(0, -20),
      says: 'is damaged: unexpected end of file.',
    },
    {
      called: 'with a wrong byte',
      bytes: (whole: Buffer) => Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8)]),
      says: 'is damaged: incorrect data check.',
    },
    { called: 'not compressed', bytes: () => Buffer.from(end), says: 'is no backup of the Brotherhood Master.' },
  ])('$called is refused', async ({ called, bytes, says }) => {
    const file = join(place, `${called}.gz`);
    await writeFile(file, bytes(gzipSync(`${header({})}\n${end}\n`)));
    expect(await restoreTo(await newGround('PGlite'), file)).toEqual({ ok: false, error: `${file} ${says}` });
  });

  const row = JSON.stringify({ table: 'battles', row: { name: 'x'.repeat(10_000) } });
  test.each([
    { called: 'one endless line', each: 'x'.repeat(2 ** 20) },
    { called: 'endless blank lines', each: '\n'.repeat(2 ** 20) },
    { called: 'endless rows', each: `${row}\n`.repeat(100) },
  ])('that unpacks to $called is refused, and nothing is made', async ({ called, each }) => {
    const ground = await newGround('PGlite');
    const file = join(place, `${called}.gz`);
    const parts = [`${header({})}\n`, ...Array.from({ length: 256 }, () => each)];
    await pipeline(Readable.from(parts), createGzip(), createWriteStream(file));
    expect(await restoreTo(ground, file, true)).toEqual({
      ok: false,
      error: `${file} unpacks to more than a backup of its size holds: nothing was restored.`,
    });
    expect(readdirSync(ground.dataDir)).toEqual([]);
  });

  test('that is not there is named', async () => {
    const ground = await newGround('PostgreSQL');
    expect(await ran('cli/restore.ts', ground, 'nowhere.gz')).toEqual({
      ...{ code: 1, out: '' },
      err: `${join(place, 'nowhere.gz')} cannot be read (ENOENT).\n`,
    });
    expect((await ran('cli/restore.ts', ground)).code).toBe(2);
  });

  test('is for its owner alone, has its name only when it is whole, and is never overwritten', async () => {
    const ground = await newTables('PGlite');
    const file = join(ground.dataDir, 'deep', 'mine.gz');
    await opened(ground, async ({ under }) => {
      await writeBackup(under, file, 5);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readdirSync(join(ground.dataDir, 'deep'))).toEqual(['mine.gz']);
      const sentence = `${file} is there already: name another file for the backup.`;
      await expect(writeBackup(under, file, 5)).rejects.toThrow(sentence);
    });
    expect(await ran('cli/backup.ts', ground, file)).toMatchObject({ code: 1, out: '' });
  });

  test.runIf(existsSync('/proc/self'))('in a folder that the system lets nobody make is refused at once', async () => {
    const ground = await newTables('PGlite');
    const file = '/proc/brotherhood/mine.gz';
    const wanted = backupEmbedded(ground.dataDir, { file, at: 5 });
    await expect(wanted).rejects.toThrow(`The backup cannot be written to ${file}: ENOENT`);
  });
});

describe('a process that has the embedded database open', () => {
  test('and does not answer is given up, and its request taken back', async () => {
    const ground = await newTables('PGlite');
    const holder = await runChild('hold-lock.ts', join(ground.dataDir, 'lock'));
    await holder.nextLine();
    const backup = backupEmbedded(ground.dataDir, { file: join(place, 'never.gz'), at: 5, patience: 1000 });
    await expect(backup).rejects.toThrow('does not answer. Perhaps it is of an older release: stop it, and try again.');
    expect(readdirSync(ground.dataDir).toSorted()).toEqual(['lock', 'postgres']);
    await holder.kill();
  });

  test('and dies instead of answering leaves the backup to the one that asked', async () => {
    const ground = await newTables('PGlite');
    const holder = await runChild('hold-lock.ts', join(ground.dataDir, 'lock'));
    await holder.nextLine();
    const backup = backupEmbedded(ground.dataDir, { file: join(place, 'after-all.gz'), at: 5 });
    await expect.poll(() => readdirSync(ground.dataDir).some((name) => name.endsWith('.request'))).toBe(true);
    await holder.kill();
    expect(await backup).toMatchObject({ rows: 0, jobs: 0 });
    expect(readdirSync(ground.dataDir)).toEqual(['postgres']);
  });

  test('and cannot write says why', async () => {
    const ground = await newTables('PGlite');
    const table = started('main.ts', ground);
    table.child.stdin.write('/battle create system:skure name:The ford\n');
    await table.shown('The ford');
    await writeFile(join(place, 'no-folder'), '');
    const { code, err } = await ran('cli/backup.ts', ground, join(place, 'no-folder', 'x.gz'));
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^The backup cannot be written to .*: E\w+/) });
    table.child.stdin.end('/battle status\n');
    expect(await table.left).toMatchObject({ code: 0 });
  });
});

describe('at intervals', () => {
  const hour = 3_600_000;

  test.runIf(isLong)(
    'the bot makes one by itself, another when it is asked, and leaves as it always does',
    async () => {
      const ground = await newTables('PGlite');
      await opened(ground, ({ prisma }) => createDatabaseStores({ prisma }).battles.create(aBattle(), anEntry(1)));
      const { api, token, close } = await fakeDiscord();
      const bot = started('main.ts', ground, [], { DISCORD_TOKEN: token, DISCORD_API_BASE: api, LOG_LEVEL: 'info' });
      await bot.shown('"msg":"Backed up."');
      const [name = ''] = readdirSync(backupsFolder(ground.dataDir));
      expect(name).toMatch(/^automatic-/);
      await bot.shown('is here');
      const asked = await ran('cli/backup.ts', ground);
      expect(asked).toMatchObject({ code: 0, err: '' });
      bot.child.kill('SIGTERM');
      expect(await bot.left).toMatchObject({ code: 0, err: '' });
      await close();
      const [file = ''] = asked.out.split(': ');
      expect(rowsOf(linesIn(file), 'battles')).toEqual(
        rowsOf(linesIn(join(backupsFolder(ground.dataDir), name)), 'battles'),
      );
    },
  );

  test.each(kinds)('a backup is made when it is due and something was written, on $kind', async ({ kind }) => {
    const ground = await newTables(kind);
    let now = Date.parse('2026-11-22T10:00:00.000Z');
    const [backups, errors]: [Backup[], unknown[]] = [[], []];
    const keeping = {
      ...{ dataDir: ground.dataDir, hours: 24, keep: 2, now: () => now },
      onBackup: (backup: Backup) => void backups.push(backup),
      onError: (error: unknown) => void errors.push(error),
    };
    await opened(ground, async ({ under, prisma }) => {
      const automatic = automaticBackup({ ...keeping, under });
      const madeAfter = async (hours: number): Promise<number> => {
        now += hours * hour;
        await automatic.made();
        return backups.splice(0).length;
      };
      const { battles } = createDatabaseStores({ prisma });
      const write = () => battles.create(aBattle(), anEntry(1));
      expect(await madeAfter(0), 'nothing is there').toBe(0);
      await write();
      expect(await madeAfter(1), 'the first').toBe(1);
      await write();
      expect(await madeAfter(23), 'too early').toBe(0);
      expect(await madeAfter(1), 'due').toBe(1);
      expect(await madeAfter(25), 'nothing was written').toBe(0);
      await write();
      expect(await madeAfter(1), 'something was').toBe(1);
      expect(errors).toEqual([]);
      expect(readdirSync(backupsFolder(ground.dataDir)).toSorted()).toEqual(
        [now - 26 * hour, now].map((at) => backupName('automatic', at)),
      );
    });
  });

  test.each(kinds)('a backup, a restore and migrations tell how far they are, on $kind', async ({ kind }) => {
    const from = await newTables(kind);
    const file = join(place, `told-${kind}.gz`);
    const told: string[] = [];
    const rows = await opened(from, async ({ under, prisma }) => {
      const { battles } = createDatabaseStores({ prisma });
      for (let n = 0; n < 5; n += 1) await battles.create(aBattle(), anEntry(1));
      return (await writeBackup(under, file, 0, (says) => told.push(says))).rows;
    });
    expect(told.at(-1)).toBe(`Backing up: ${rows} of ${rows} rows`);
    const to = await newGround(kind);
    told.length = 0;
    const restoring = { file, replace: false, at: 5, onProgress: (says: string) => void told.push(says) };
    await (to.databaseUrl === undefined
      ? restoreEmbedded(to.dataDir, restoring)
      : restorePostgres(to.databaseUrl, restoring));
    expect(told[0]).toBe('Checking the backup');
    expect(told).toContain(`Restoring: ${rows} of ${rows} rows`);
    if (kind === 'PGlite') return;
    const migrations: string[] = [];
    const { close } = await openDatabase({ databaseUrl: await newPostgres(), dataDir: undefined }, (name, nth, of) =>
      migrations.push(`${nth} of ${of}: ${name}`),
    );
    await close();
    const names = await migrationNames();
    expect(migrations).toEqual(names.map((name, at) => `${at + 1} of ${names.length}: ${name}`));
  });

  test('a clock that is put back puts off no backup', async () => {
    const ground = await newTables('PGlite');
    let now = Date.parse('2026-11-22T10:00:00.000Z');
    let failed = 0;
    const backups: Backup[] = [];
    await opened(ground, async ({ under, prisma }) => {
      await createDatabaseStores({ prisma }).battles.create(aBattle(), anEntry(1));
      await writeFile(backupsFolder(ground.dataDir), 'in the way');
      const automatic = automaticBackup({
        ...{ under, dataDir: ground.dataDir, hours: 24, keep: 2, now: () => now },
        onBackup: (backup) => void backups.push(backup),
        onError: () => void failed++,
      });
      await automatic.made();
      expect(failed).toBe(1);
      await rm(backupsFolder(ground.dataDir));
      now -= hour;
      await automatic.made();
      expect(backups).toHaveLength(1);
    });
  });

  test('0 hours are none; what goes wrong is told once an hour and hurts nobody', async () => {
    const ground = await newTables('PGlite');
    let now = Date.parse('2026-11-22T10:00:00.000Z');
    const errors: unknown[] = [];
    await opened(ground, async ({ under, prisma }) => {
      await createDatabaseStores({ prisma }).battles.create(aBattle(), anEntry(1));
      await writeFile(backupsFolder(ground.dataDir), 'in the way');
      const keeping = { under, dataDir: ground.dataDir, keep: 2, now: () => now };
      let made = 0;
      const heard = { onBackup: () => void made++, onError: (error: unknown) => void errors.push(error) };
      await automaticBackup({ ...keeping, ...heard, hours: 0 }).made();
      expect(errors).toEqual([]);
      const automatic = automaticBackup({ ...keeping, ...heard, hours: 24 });
      expect(automatic.failing()).toBe(false);
      await automatic.made();
      now += hour / 2;
      await automatic.made();
      expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('cannot be written') })]);
      now += hour;
      await automatic.made();
      expect(errors.length).toBe(2);
      expect(automatic.failing()).toBe(true);
      await rm(backupsFolder(ground.dataDir));
      now += hour;
      await automatic.made();
      expect([errors.length, made, automatic.failing()]).toEqual([2, 1, false]);
    });
  });
});

describe.runIf((await migrationNames()).length > 1)('before migrations', () => {
  /** A database as the first release left it. */
  const former = async (): Promise<Ground> => {
    const ground = await newGround('PGlite');
    const names = await migrationNames();
    const pglite = await openPglite(databasePath(ground.dataDir));
    await applyMigrations(createPgliteMigrationAdapter(pglite), names.slice(1));
    await pglite.query(`INSERT INTO people (user_id, person, edition) VALUES ('ada', '{}', 1)`);
    await pglite.close();
    return ground;
  };

  test('an existing embedded database is backed up, once', async () => {
    const ground = await former();
    const next = (await migrationNames())[1];
    const { backup, close } = await openDatabase(ground);
    await close();
    expect(backup).toMatchObject({ rows: 1, file: expect.stringContaining(`before-${next}-`) });
    const again = await openDatabase(ground);
    expect(again.backup).toBeUndefined();
    await again.close();
    expect(readdirSync(backupsFolder(ground.dataDir)).length).toBe(1);
    const target = await newGround('PGlite');
    expect(await restoreTo(target, backup?.file ?? '')).toMatchObject({ ok: true, value: { rows: 1 } });
  });

  test('that cannot be backed up, nothing is migrated', async () => {
    const ground = await former();
    await writeFile(backupsFolder(ground.dataDir), 'in the way');
    await expect(openDatabase(ground)).rejects.toThrow(/^The tables are not brought up to date without a backup\. /);
    await rm(backupsFolder(ground.dataDir));
    const { backup, close } = await openDatabase(ground);
    await close();
    expect(linesIn(backup?.file ?? '').some((line) => line.includes('"user_id":"ada"'))).toBe(true);
  });
});
