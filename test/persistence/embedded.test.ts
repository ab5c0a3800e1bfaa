import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/battle/saved/store.ts';
import { createBattleStore } from '../../src/persistence/battle-store.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { diskProblems } from '../../src/persistence/health.ts';
import { takeLock } from '../../src/persistence/lock.ts';
import { restoreEmbedded } from '../../src/persistence/restore.ts';
import { isLong, someOf } from '../budget.ts';
import { noSmallDisk, smallDisk } from '../small-disk.ts';
import { runChild } from './child.ts';
import { aBattle, anEntry, bare } from './samples.ts';
import { serverUser, tempFor } from './server-user.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brotherhood-embedded-'));
  await mkdir(join(folder, 'postgres.new'));
  await writeFile(join(folder, 'postgres.new', 'PG_VERSION'), 'cut short');
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const open = () => openDatabase({ databaseUrl: undefined, dataDir: folder });

test('an interrupted first start is started again', async () => {
  const { prisma, close } = await open();
  expect(await prisma.battle.count()).toBe(0);
  await close();
  expect(await readdir(folder)).toEqual(['postgres']);
});

test('a second process is refused in one sentence until the first has closed', async () => {
  const { close } = await open();
  const sentence = `The data in ${folder} is in use by process ${process.pid}: stop it, or give this one another DATA_DIR.`;
  await expect(open()).rejects.toThrow(new StoreUnavailable(sentence));
  expect(await (await runChild('open.ts', folder)).nextLine()).toBe(sentence);
  await close();
  expect(await (await runChild('open.ts', folder)).nextLine()).toBe('opened');
});

describe('the lock of another container or machine', () => {
  const leave = async (dataDir: string): Promise<(seconds?: number) => Promise<void>> => {
    const lock = join(dataDir, 'lock');
    await mkdir(dataDir, { recursive: true });
    await writeFile(lock, '{"pid":1,"place":"elsewhere","started":""}');
    const touch = async (seconds = 0) => {
      const then = new Date(Date.now() - seconds * 1000);
      await utimes(lock, then, then);
    };
    await touch(14);
    return touch;
  };

  test('another machine’s lock is taken over if its owner does not renew it', async () => {
    const dataDir = join(folder, 'killed');
    await leave(dataDir);
    const { close } = await openDatabase({ databaseUrl: undefined, dataDir });
    await close();
  });

  test.runIf(isLong)('another machine’s unrenewed lock is taken over even if the clock was set back', async () => {
    const dataDir = join(folder, 'put-back');
    const touch = await leave(dataDir);
    await touch(-3600);
    const { close } = await openDatabase({ databaseUrl: undefined, dataDir });
    await close();
  });

  test.runIf(isLong)('another machine’s renewed lock is not taken over if the clock was set forward', async () => {
    const dataDir = join(folder, 'put-forward');
    const touch = await leave(dataDir);
    await touch(3600);
    // The owner touches it every five seconds.
    const touching = pause(5000).then(() => touch());
    await expect(openDatabase({ databaseUrl: undefined, dataDir })).rejects.toThrow('is in use by process 1');
    await touching;
  });

  test('another machine’s lock is not taken over while its owner renews it', async () => {
    const dataDir = join(folder, 'theirs');
    const touch = await leave(dataDir);
    const opened = openDatabase({ databaseUrl: undefined, dataDir });
    let isSettled = false;
    const settled = opened
      .catch(() => undefined)
      .finally(() => {
        isSettled = true;
      });
    for (; !isSettled; await Promise.race([settled, pause(100)])) await touch();
    await expect(opened).rejects.toThrow(
      new StoreUnavailable(
        `The data in ${dataDir} is in use by process 1 of another container or machine: stop it, or give this one another DATA_DIR.`,
      ),
    );
  });
});

test.runIf(existsSync('/sys/kernel'))('a folder without write permission is named in one sentence', async () => {
  const opened = openDatabase({ databaseUrl: undefined, dataDir: '/sys/kernel' });
  await expect(opened).rejects.toThrow(StoreUnavailable);
  await expect(opened).rejects.toThrow(
    /^DATA_DIR cannot be used: this user may not write \/sys\/kernel\/lock \((?:EACCES|EPERM|EROFS)\)\. Let this user write there, run this as one who may, or set another DATA_DIR\.$/,
  );
});

test('a database of another PostgreSQL or a broken one is named with what to do', async () => {
  const dataDir = join(folder, 'other');
  const postgres = join(dataDir, 'postgres');
  await mkdir(postgres, { recursive: true });
  await writeFile(join(postgres, 'PG_VERSION'), '19\n');
  const toRestore = 'Give that folder another name, and restore the last backup (docs/host.md).';
  await expect(openDatabase({ databaseUrl: undefined, dataDir })).rejects.toThrow(
    new StoreUnavailable(
      `The database in ${postgres} is one of PostgreSQL 19, and this release opens those of 18. ${toRestore}`,
    ),
  );
  await writeFile(join(postgres, 'PG_VERSION'), '18\n');
  const opened = openDatabase({ databaseUrl: undefined, dataDir });
  await expect(opened).rejects.toThrow(StoreUnavailable);
  await expect(opened).rejects.toThrow(
    /^The database in \S+ cannot be opened \(.+\)\. Give that folder another name, and restore .*\.$/,
  );
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
});

test.runIf(existsSync('/proc/self'))('a data folder that cannot be created is named at once', async () => {
  for (const dataDir of ['/proc/brotherhood', '/proc/self/brotherhood/data']) {
    const sentence = `DATA_DIR cannot be used: no folder can be made at ${dataDir} (ENOENT). Set another DATA_DIR.`;
    const wanted = new StoreUnavailable(sentence);
    await expect(openDatabase({ databaseUrl: undefined, dataDir })).rejects.toThrow(wanted);
    await expect(restoreEmbedded(dataDir, 'none.sql')).rejects.toThrow(wanted);
  }
});

test.runIf(process.getuid?.() === 0)('a file that this user may not write is named with what to do', async () => {
  const dataDir = await mkdtemp(join(tempFor(serverUser()), 'brotherhood-theirs-'));
  const file = join(dataDir, 'mine.sql');
  const asNobody = async (what: 'open' | 'backup' | 'restore', where = dataDir) => {
    const child = await runChild('as-nobody.ts', what, where, file);
    return child.nextLine();
  };
  const notWritten = (path: string) =>
    `DATA_DIR cannot be used: this user may not write ${path} (EACCES). Let this user write there, run this as one who may, or set another DATA_DIR.`;
  const works = someOf(['open', 'backup', 'restore'] as const, 1);
  const [postgres, lock] = [join(dataDir, 'postgres'), join(dataDir, 'lock')];
  await mkdir(postgres, { mode: 0o700 });
  await chmod(dataDir, 0o1777);
  for (const what of works) expect(await asNobody(what)).toBe(notWritten(postgres));
  await writeFile(lock, '{"pid":1,"place":"elsewhere","started":""}');
  await utimes(lock, new Date(0), new Date(0));
  for (const what of works)
    expect(await asNobody(what)).toBe(
      `DATA_DIR cannot be used: a process that has ended left ${lock}, and this user may not delete it (EPERM). Delete it, then start again.`,
    );
  await chmod(dataDir, 0o755);
  for (const what of works) expect(await asNobody(what)).toBe(notWritten(dataDir));
  await rm(lock);
  for (const what of works) expect(await asNobody(what)).toBe(notWritten(lock));
  const held = await takeLock(lock);
  expect(await asNobody('backup')).toBe(notWritten(dataDir));
  if ('release' in held) await held.release();
  const inside = join(dataDir, 'deeper');
  for (const what of works.filter((each) => each !== 'backup'))
    expect(await asNobody(what, inside)).toBe(
      `DATA_DIR cannot be used: no folder can be made at ${inside} (EACCES). Make it for this user, or set another DATA_DIR.`,
    );
  await rm(dataDir, { recursive: true });
});

test('a full disk is named in one sentence, and nothing is left on it', async ({ skip }) => {
  const disk = smallDisk(44) ?? skip(noSmallDisk);
  const dataDir = disk.at;
  const filler = join(dataDir, 'filler');
  const fill = (megabytes: number) => writeFile(filler, Buffer.alloc(megabytes * 2 ** 20)).catch(() => {});
  const opened = () => openDatabase({ databaseUrl: undefined, dataDir });
  const full =
    /^DATA_DIR cannot be used: there is no room left on the disk of \/\S+ \(ENOSPC\)\. Make some, then start again\.$/;
  try {
    for (const megabytes of [44, 30]) {
      await fill(megabytes);
      await expect(opened()).rejects.toThrow(StoreUnavailable);
      await expect(opened()).rejects.toThrow(full);
      expect(await readdir(dataDir)).toEqual(['filler']);
    }
    await rm(filler);
    await (await opened()).close();
    expect(await diskProblems(dataDir)).toEqual([]);
    await fill(44);
    expect(await diskProblems(dataDir)).toEqual([`There is no room left on the disk of ${dataDir}.`]);
    await expect(opened()).rejects.toThrow(full);
    expect(await readdir(dataDir)).toEqual(['filler', 'postgres']);
    await rm(filler);
    await (await opened()).close();
  } finally {
    disk.remove();
  }
});

test('saved data is there after closing and opening again', async () => {
  const first = await open();
  const battle = aBattle();
  await createBattleStore(first.prisma).create(battle, anEntry(1));
  await first.close();
  const { prisma, close } = await open();
  expect(bare(await createBattleStore(prisma).byChannel(battle.channel))).toEqual(battle);
  await close();
});

test('a closed database throws StoreUnavailable', async () => {
  const { prisma, close } = await open();
  await close();
  await expect(createBattleStore(prisma).byChannel('any')).rejects.toThrow(StoreUnavailable);
});
