import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeLock } from '../../src/persistence/lock.ts';
import { type Child, runChild } from './child.ts';

let folder: string;
let path: string;
const children: Child[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brotherhood-lock-'));
  path = join(folder, 'lock');
});
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
  await rm(folder, { recursive: true, force: true });
});

const contender = async (): Promise<Child> => {
  const child = await runChild('hold-lock.ts', path);
  children.push(child);
  return child;
};
/** Takes the lock if it can, and gives it back. */
const taken = async (): Promise<boolean> => {
  const lock = await takeLock(path);
  if ('release' in lock) await lock.release();
  return 'release' in lock;
};
const altered = async (parts: object): Promise<void> =>
  writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...parts }));
const silentSince = (seconds: number): Promise<void> => {
  const then = new Date(Date.now() - seconds * 1000);
  return utimes(path, then, then);
};

describe('a lock', () => {
  test('a lock is held by one process until it is released', async () => {
    const lock = await takeLock(path);
    expect(await takeLock(path)).toEqual({ holder: process.pid, isElsewhere: false });
    expect(await (await contender()).nextLine()).toBe(`refused for ${process.pid}`);
    if ('release' in lock) await lock.release();
    expect(await (await contender()).nextLine()).toBe('held');
    expect(await taken()).toBe(false);
  });

  test('a lock of a killed process is taken over', async () => {
    const child = await contender();
    expect(await child.nextLine()).toBe('held');
    await child.kill();
    expect(await taken()).toBe(true);
  });

  test('a lock of a killed process is taken over by one of four contenders', async () => {
    const dead = await contender();
    await dead.nextLine();
    await dead.kill();
    const racers = await Promise.all([contender(), contender(), contender(), contender()]);
    const outcomes = await Promise.all(racers.map((racer) => racer.nextLine()));
    expect(outcomes.filter((each) => each === 'held')).toHaveLength(1);
  });

  test('a lock is taken over if its process id now belongs to another process', async () => {
    await (await contender()).nextLine();
    await altered({ started: 'another boot 1' });
    expect(await taken()).toBe(true);
  });

  test('a lock of another machine or container holds while it is touched', async () => {
    await (await contender()).nextLine();
    await altered({ place: 'elsewhere' });
    expect(await taken()).toBe(false);
    await silentSince(10);
    expect(await taken()).toBe(false);
    await silentSince(20);
    expect(await taken()).toBe(true);
  });

  test('a lock that is half written holds for a moment', async () => {
    await writeFile(path, '{"pid":');
    expect(await taken()).toBe(false);
    await silentSince(20);
    expect(await taken()).toBe(true);
  });

  test('a lock taken over by another is not released by its first owner', async () => {
    const lock = await takeLock(path);
    await writeFile(path, 'theirs');
    if ('release' in lock) await lock.release();
    expect(await readFile(path, 'utf8')).toBe('theirs');
  });
});
