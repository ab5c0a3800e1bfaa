import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { type Backup, backupFile, backupsFolder, listBackups, writeBackup } from '../../src/persistence/backup.ts';
import { createAutomaticBackup } from '../../src/persistence/backup-keeper.ts';
import { backUpNow } from '../../src/persistence/backup-requests.ts';
import { databasePath } from '../../src/persistence/data-folder.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../../src/persistence/database.ts';
import { applyMigrations, migrationNames } from '../../src/persistence/migrate.ts';
import { openPglite } from '../../src/persistence/pglite.ts';
import { restoreEmbedded } from '../../src/persistence/restore.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { isLong, someOf } from '../budget.ts';
import { compiled, newEmbedded, newPostgres } from '../shared.ts';
import { runChild } from './child.ts';
import { aBattle, anEntry } from './samples.ts';

const cache = await compiled();
const source = (name: string): string => join(import.meta.dirname, '../../src', name);

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'brotherhood-backup-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

let folders = 0;
/** An empty data folder. */
const emptyFolder = async (): Promise<string> => {
  folders += 1;
  const dataDir = join(place, `data-${folders}`);
  await mkdir(dataDir);
  return dataDir;
};
/** A data folder whose database has only its tables. */
const newTables = async (): Promise<string> => {
  const dataDir = await emptyFolder();
  await rename(databasePath(await newEmbedded()), databasePath(dataDir));
  return dataDir;
};

const opened = async <T>(location: DatabaseLocation, look: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase(location);
  try {
    return await look(database);
  } finally {
    await database.close();
  }
};
const openedEmbedded = <T>(dataDir: string, look: (database: Database) => Promise<T>): Promise<T> =>
  opened({ databaseUrl: undefined, dataDir }, look);

const backUp = (dataDir: string, { under }: Database, file: string): Promise<Backup> =>
  writeBackup(dataDir, file, under.kind === 'embedded' ? under.pglite : undefined);

interface Left {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts one of our programs as another process. */
const started = (program: string, dataDir: string, args: readonly string[] = [], more: NodeJS.ProcessEnv = {}) => {
  const env = { ...process.env, ...cache, DISCORD_TOKEN: '', DATABASE_URL: '', DATA_DIR: dataDir, ...more };
  const child = spawn(process.execPath, [source(program), ...args], { env, cwd: place });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => {
    out += part.toString();
  });
  child.stderr.on('data', (part: Buffer) => {
    err += part.toString();
  });
  const left = new Promise<Left>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  const shown = (text: string) => vi.waitFor(() => expect(out + err).toContain(text), { timeout: 30_000 });
  return { child, left, shown };
};
const ran = (program: string, dataDir: string, ...args: readonly string[]): Promise<Left> =>
  started(program, dataDir, args).left;

/** Loads a file as psql does, and by psql if this machine has one. */
const load = async (databaseUrl: string, file: string): Promise<void> => {
  const options = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '--single-transaction', '-o', '/dev/null'];
  const { error, status, stderr } = spawnSync('psql', [...options, '-f', file, databaseUrl], { encoding: 'utf8' });
  if (error === undefined) return expect([status, stderr]).toEqual([0, '']);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(await readFile(file, 'utf8'));
  await client.end();
};

const opening = [
  'as bo: /character create system:skure name:Brenna preset:longbowman',
  '/campaign create name:The Marches systems:skure',
  '/battle create system:skure name:The ford',
  'as ada: /battle join preset:swordsman name:Ada side:west',
  '/npc add preset:zombie',
  '/battle deploy',
  '/battle clock do:set time:24h',
  '/battle start',
  'in cellar',
  '/battle create system:segment name:The cellar',
  'in table',
];

/** A value after a round trip through JSON. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** All data of the battles in a database, and their alarms. */
const contentOf = async ({ prisma }: Database) => {
  const { battles } = createDatabaseStores({ prisma });
  const found = [];
  for (const { id } of await battles.list(undefined)) {
    const saved = await battles.byId(id);
    if (saved === undefined) throw new Error('A battle is gone.');
    const { storeState: _, ...battle } = saved;
    found.push({ battle, log: await battles.log(saved) });
  }
  const alarms = await prisma.$queryRaw`SELECT id, data, due_at::text AS due FROM alarms ORDER BY id`;
  const characters = await prisma.character.findMany();
  return {
    battles: found.toSorted((a, b) => a.battle.id.localeCompare(b.battle.id)),
    alarms: plain(alarms),
    characters,
  };
};
type Content = Awaited<ReturnType<typeof contentOf>>;

/** The log of each battle leads to its saved state. */
const expectFolded = ({ battles }: Content): void => {
  expect(battles.map(({ battle }) => battle.table.name).toSorted()).toEqual(['The cellar', 'The ford']);
  for (const { battle, log } of battles) {
    const ruleset = rulesets.find(({ id }) => id === battle.system);
    if (ruleset === undefined) throw new Error(`There is no rulebook ${battle.system}.`);
    const folded = foldLog(ruleset, log);
    expect(plain(folded.game.save())).toEqual(plain(battle.game));
    expect(plain(folded.table)).toEqual(plain(battle.table));
  }
};

/** A backup made while the battle was played. */
let file: string;

describe('backup during a battle', () => {
  let dataDir: string;
  let content: Content;
  beforeAll(async () => {
    dataDir = await emptyFolder();
    const table = started('main.ts', dataDir);
    table.child.stdin.write(`${opening.join('\n')}\n/gm ruling text:It rains.\n`);
    await table.shown('It rains.');
    const backup = await ran('cli/backup.ts', dataDir);
    expect(backup).toEqual({ code: 0, err: '', out: expect.stringMatching(/^\S+: \d+ bytes\.\n$/) });
    [file = ''] = backup.out.split(': ');
    expect(file).toContain(backupsFolder(dataDir));
    table.child.stdin.end('/gm ruling text:The rain ends.\n');
    expect(await table.left).toMatchObject({ code: 0, err: '' });
    await rm(databasePath(dataDir), { recursive: true });
  }, 180_000);

  test('a backup made during a battle restores the same battle state and log, and the battle goes on', async () => {
    expect(await ran('cli/restore.ts', dataDir, file)).toEqual({ code: 0, err: '', out: `Restored ${file}.\n` });
    content = await openedEmbedded(dataDir, contentOf);
    expectFolded(content);
    expect(content.characters.map(({ name }) => name)).toEqual(['Brenna', 'Ada']);
    expect(content.alarms).not.toEqual([]);
    const table = started('main.ts', dataDir);
    table.child.stdin.end('/battle log\n/gm ruling text:The sun shines.\n/campaign show\n');
    const { code, out, err } = await table.left;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const text of ['It rains.', 'The sun shines.', 'The Marches']) expect(out).toContain(text);
    expect(out).not.toContain('The rain ends.');
  }, 180_000);

  test('a backup made during a battle loads unchanged into PostgreSQL', async () => {
    const databaseUrl = await newPostgres();
    const sql = await readFile(file, 'utf8');
    // psql has commands of its own, and pg_dump writes them for it.
    expect(sql).not.toMatch(/^\\/m);
    expect(sql).not.toMatch(/^COPY /m);
    await load(databaseUrl, file);
    await opened({ databaseUrl, dataDir: undefined }, async (database) => {
      expect(await contentOf(database)).toEqual(content);
      // Sequences continue after the last value.
      const { battles } = createDatabaseStores(database);
      expect(await battles.create(aBattle(), anEntry(1))).toBe('kept');
    });
  });
});

describe('backups', () => {
  test('a backup is readable by its owner only and never overwritten', async () => {
    const dataDir = await newTables();
    const file = join(dataDir, 'deep', 'mine.sql');
    await openedEmbedded(dataDir, async (database) => {
      const { outbox } = createDatabaseStores(database);
      const content = { kind: 'post', channel: 'arena', words: { says: 'It rains.' } } as const;
      const messages = [{ key: 'rain', lane: 'arena', content }];
      await outbox.write({ guild: '1', channel: 'arena' }, { messages, lease: { owner: 'me', milliseconds: 0 } });
      await backUp(dataDir, database, file);
      const text = readFileSync(file, 'utf8');
      expect(text).toContain('CREATE TABLE public.outbox');
      expect(text).not.toContain('It rains.');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readdirSync(join(dataDir, 'deep'))).toEqual(['mine.sql']);
      const sentence = `${file} is there already: name another file for the backup.`;
      await expect(backUp(dataDir, database, file)).rejects.toThrow(sentence);
      expect(readFileSync(file, 'utf8')).toBe(text);
      await database.prisma.battle.count();
    });
    expect(await ran('cli/backup.ts', dataDir, file)).toMatchObject({ code: 1, out: '' });
    expect(readdirSync(dataDir).toSorted()).toEqual(['deep', 'postgres']);
  });

  test('a backup that is interrupted leaves earlier backups whole, and the next one works', async () => {
    const dataDir = await newTables();
    const file = backupFile(dataDir, 'brotherhood', 1);
    const whole = 'An earlier one.';
    await mkdir(backupsFolder(dataDir));
    await writeFile(file, whole);
    const late = backupFile(dataDir, 'brotherhood', 2);
    const cut = started('cli/backup.ts', dataDir, [late]);
    await expect.poll(() => existsSync(`${databasePath(dataDir)}.copy`), { timeout: 30_000, interval: 5 }).toBe(true);
    cut.child.kill('SIGKILL');
    await cut.left;
    expect(await listBackups(dataDir, 'brotherhood')).toEqual([file]);
    expect(readFileSync(file, 'utf8')).toBe(whole);
    expect(await ran('cli/backup.ts', dataDir, late)).toMatchObject({ code: 0 });
    expect(readFileSync(late, 'utf8')).toContain('PostgreSQL database dump complete');
  });

  test.runIf(existsSync('/proc/self'))('a backup into a folder that cannot be created is refused at once', async () => {
    const file = '/proc/brotherhood/mine.sql';
    const refused = backUpNow(await newTables(), file);
    await expect(refused).rejects.toThrow(`The backup cannot be written to ${file}: ENOENT`);
  });

  test('a backup of a missing database or of PostgreSQL is refused', async () => {
    const dataDir = await emptyFolder();
    const { code, err } = await ran('cli/backup.ts', dataDir);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^There is nothing to back up: .*\.\n$/) });
    for (const program of someOf(['backup', 'restore'], 1)) {
      const elsewhere = started(`cli/${program}.ts`, dataDir, ['x.sql'], { DATABASE_URL: 'postgresql://nowhere/x' });
      expect(await elsewhere.left).toMatchObject({ code: 1, err: expect.stringContaining('pg_') });
    }
    expect((await ran('cli/backup.ts', dataDir, '--help')).code).toBe(2);
  });
});

describe('backup by the running process', () => {
  test('a process that dies when asked for a backup leaves it to the asking process', async ({ onTestFinished }) => {
    const dataDir = await newTables();
    const holder = await runChild('hold-lock.ts', join(dataDir, 'lock'));
    onTestFinished(() => holder.kill());
    await holder.nextLine();
    const backup = backUpNow(dataDir, join(place, 'after-all.sql'));
    await expect.poll(() => readdirSync(dataDir), { timeout: 30_000 }).toContain('backup.request');
    await holder.kill();
    expect((await backup).bytes).toBeGreaterThan(0);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  test.runIf(isLong)('a backup that the running process fails to write is reported to the asking process', async () => {
    const dataDir = await newTables();
    const table = started('main.ts', dataDir);
    table.child.stdin.write('/battle create system:skure name:The ford\n');
    await table.shown('The ford');
    await writeFile(join(place, 'no-folder'), '');
    const file = join(place, 'no-folder', 'x.sql');
    expect(await ran('cli/backup.ts', dataDir, file)).toMatchObject({
      code: 1,
      err: `The bot could not write the backup to ${file}. Its log says why.\n`,
    });
    await table.shown(`The backup cannot be written to ${file}`);
    table.child.stdin.end('/battle status\n');
    expect(await table.left).toMatchObject({ code: 0 });
  });
});

describe('restoring', () => {
  test('restoring over an existing database or with the bot running is refused', async () => {
    const dataDir = await newTables();
    const refused = () => restoreEmbedded(dataDir, file);
    await expect(refused()).rejects.toThrow(`${databasePath(dataDir)} is there already: give it another name`);
    await openedEmbedded(dataDir, () => expect(refused()).rejects.toThrow(/in use by process \d+: stop it first\.$/));
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  const bad = [
    { called: 'that is missing', text: undefined, says: /ENOENT/ },
    { called: 'of another program', text: 'hello', says: /syntax error/ },
    { called: 'with other tables', text: 'CREATE TABLE ships (name text);', says: /_prisma_migrations/ },
  ];

  test.each(someOf(bad, 2))(
    'restoring from a file $called is refused and creates nothing',
    async ({ called, text, says }) => {
      const dataDir = await emptyFolder();
      const file = join(place, `${called}.sql`);
      if (text !== undefined) await writeFile(file, text);
      const refusal = await restoreEmbedded(dataDir, file).catch(String);
      expect(refusal).toContain(`${file} cannot be restored: `);
      expect(refusal).toMatch(says);
      expect(readdirSync(dataDir)).toEqual([]);
    },
  );

  test('restoring from a truncated file is refused and creates nothing', async () => {
    const dataDir = await emptyFolder();
    const cut = join(place, 'cut.sql');
    const text = readFileSync(file, 'utf8');
    await writeFile(cut, text.slice(0, text.indexOf('INSERT INTO') + 200));
    await expect(restoreEmbedded(dataDir, cut)).rejects.toThrow(`${cut} cannot be restored: `);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('automatic backups', () => {
  const hour = 3_600_000;

  /** An automatic backup over a new database, at a time that the test sets. */
  const automatic = async (hours: number, keep = 2) => {
    const dataDir = await newTables();
    let now = Date.now();
    const [backups, errors]: [Backup[], unknown[]] = [[], []];
    const database = await openDatabase({ databaseUrl: undefined, dataDir });
    if (database.under.kind !== 'embedded') throw new Error('That is no embedded database.');
    const { run, failing } = createAutomaticBackup({
      ...{ pglite: database.under.pglite, dataDir, hours, keep, now: () => now },
      onBackup: (backup) => void backups.push(backup),
      onError: (error) => void errors.push(error),
    });
    /** The number of backups and errors after the given hours. */
    const hoursLater = async (passed: number): Promise<readonly [backups: number, errors: number]> => {
      now += passed * hour;
      const before = [...(await listBackups(dataDir, 'automatic'))];
      await run();
      const made = (await listBackups(dataDir, 'automatic')).filter((file) => !before.includes(file));
      for (const file of made) await utimes(file, now / 1000, now / 1000);
      return [backups.splice(0).length, errors.splice(0).length];
    };
    return { dataDir, hoursLater, failing, close: database.close };
  };

  test('automatic backups start when the database is old enough, repeat when due, and keep the newest', async () => {
    const keep = isLong ? 2 : 1;
    const { dataDir, hoursLater, close } = await automatic(24, keep);
    await mkdir(backupsFolder(dataDir));
    await writeFile(join(backupsFolder(dataDir), 'brotherhood-mine.sql'), '');
    expect(await hoursLater(1), 'a new database').toEqual([0, 0]);
    expect(await hoursLater(23.5), 'the first').toEqual([1, 0]);
    expect(await hoursLater(23), 'too early').toEqual([0, 0]);
    expect(await hoursLater(1.1), 'due').toEqual([1, 0]);
    if (isLong) expect(await hoursLater(24.1), 'the third').toEqual([1, 0]);
    expect(await listBackups(dataDir, 'automatic')).toHaveLength(keep);
    expect(readdirSync(backupsFolder(dataDir))).toContain('brotherhood-mine.sql');
    await close();
  });

  test('an interval of 0 hours makes no backups', async () => {
    const { hoursLater, close } = await automatic(0);
    expect(await hoursLater(1000)).toEqual([0, 0]);
    await close();
  });

  test('failures are logged once an hour, and a clock set back delays no backup', async () => {
    const { dataDir, hoursLater, failing, close } = await automatic(24);
    await writeFile(backupsFolder(dataDir), 'in the way');
    expect(failing()).toBe(false);
    expect(await hoursLater(25)).toEqual([0, 1]);
    expect(await hoursLater(0.5)).toEqual([0, 0]);
    expect(failing()).toBe(true);
    expect(await hoursLater(0.6)).toEqual([0, 1]);
    await rm(backupsFolder(dataDir));
    expect(await hoursLater(-60)).toEqual([1, 0]);
    expect(failing()).toBe(false);
    await close();
  });
});

describe.runIf((await migrationNames()).length > 1)('backup before a migration', () => {
  /** A database as the first release left it. */
  const former = async (): Promise<string> => {
    const dataDir = await emptyFolder();
    const pglite = await openPglite(databasePath(dataDir));
    await applyMigrations(pglite, (await migrationNames()).slice(1));
    await pglite.query(`INSERT INTO people (user_id, person, edition) VALUES ('ada', '{}', 1)`);
    await pglite.close();
    return dataDir;
  };

  test('an embedded database is backed up once', async () => {
    const dataDir = await former();
    const backup = await openedEmbedded(dataDir, async (database) => database.backup);
    expect(backup?.file).toContain('before-migration-');
    expect(await openedEmbedded(dataDir, async (database) => database.backup)).toBeUndefined();
    const target = await emptyFolder();
    const copy = join(place, basename(backup?.file ?? ''));
    await copyFile(backup?.file ?? '', copy);
    await restoreEmbedded(target, copy);
    await openedEmbedded(target, async ({ prisma }) => {
      expect(await prisma.$queryRaw`SELECT user_id FROM people`).toEqual([{ user_id: 'ada' }]);
    });
  });

  test('a failed backup prevents the migration', async () => {
    const dataDir = await former();
    await writeFile(backupsFolder(dataDir), 'in the way');
    const refused = openDatabase({ databaseUrl: undefined, dataDir });
    await expect(refused).rejects.toThrow(/^The tables are not brought up to date without a backup\. /);
    await rm(backupsFolder(dataDir));
    expect(await openedEmbedded(dataDir, async (database) => database.backup)).toBeDefined();
  });
});
