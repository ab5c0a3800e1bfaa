import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/battle/saved/store-unavailable.ts';
import { battleStore } from '../../src/persistence/battle-store.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { runChild } from './child.ts';
import { aBattle, anEntry, bare } from './samples.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brotherhood-embedded-'));
  await mkdir(join(folder, 'postgres.new'));
  await writeFile(join(folder, 'postgres.new', 'PG_VERSION'), 'cut short');
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const open = () => openDatabase({ databaseUrl: undefined, dataDir: folder });

test('a first start that was cut short is begun again', async () => {
  const { prisma, close } = await open();
  expect(await prisma.battle.count()).toBe(0);
  await close();
  expect(await readdir(folder)).toEqual(['postgres']);
});

test('a second process is refused in one sentence, and served when the first has left', async () => {
  const { close } = await open();
  const sentence = `The data in ${folder} is in use by process ${process.pid}: stop it, or give this one another DATA_DIR.`;
  await expect(open()).rejects.toThrow(new StoreUnavailable(sentence));
  expect(await (await runChild('open.ts', folder)).nextLine()).toBe(sentence);
  await close();
  expect(await (await runChild('open.ts', folder)).nextLine()).toBe('opened');
});

test.runIf(existsSync('/sys/kernel'))('a folder in which nothing may be written is named in one sentence', async () => {
  const opened = openDatabase({ databaseUrl: undefined, dataDir: '/sys/kernel' });
  await expect(opened).rejects.toThrow(StoreUnavailable);
  await expect(opened).rejects.toThrow(
    /^DATA_DIR cannot be used: this user may not write \/sys\/kernel\/lock \((?:EACCES|EPERM|EROFS)\)\.$/,
  );
});

test('what was kept is there again', async () => {
  const first = await open();
  const battle = aBattle();
  await battleStore(first.prisma).create(battle, anEntry(1));
  await first.close();
  const { prisma, close } = await open();
  expect(bare(await battleStore(prisma).at(battle.channel))).toEqual(battle);
  await close();
});

test('once it is closed, stores say that it is out of reach', async () => {
  const { prisma, close } = await open();
  await close();
  await expect(battleStore(prisma).at('any')).rejects.toThrow(StoreUnavailable);
});
