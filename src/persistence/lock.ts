import { readFileSync, readlinkSync } from 'node:fs';
import { mkdir, readFile, rm, rmdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { errorCode } from './error-text.ts';

const holderSchema = z.object({ pid: z.int(), place: z.string(), started: z.string() });
type Holder = z.output<typeof holderSchema>;

const touchInterval = 5_000;
const staleAfter = 15_000;
/** A lock older than this is stale even if the clock was put forward (milliseconds). */
const longestJump = 86_400_000;

const orEmpty = (read: () => string): string => {
  try {
    return read();
  } catch {
    return '';
  }
};

/** Host and process namespace, as each container has its own process ids. */
const place = `${hostname()} ${orEmpty(() => readlinkSync('/proc/self/ns/pid'))}`;

/** Start time of a process, as ids are reused. Empty if it has ended or the system cannot say. Names in the file may contain blanks. */
const processStart = (pid: number): string =>
  orEmpty(() => {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return fields[0] === 'Z' ? '' : `${boot} ${fields[19]}`;
  });

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
};

const parseHolder = (text: string): Holder | undefined => {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** True if the process that has the lock is alive. On another machine only the age of the lock counts. */
const isHolderAlive = (holder: Holder | undefined, silentFor: number): boolean =>
  holder?.place === place
    ? isRunning(holder.pid) && processStart(holder.pid) === holder.started
    : silentFor < staleAfter;

const isThere = (error: unknown): boolean => errorCode(error) === 'EEXIST';

/** Delay between checks of a lock that another process is taking over (milliseconds). */
const retryDelay = 25;

/** Deletes a file. `unlink` fails with the right code, `rm` does not. */
const gone = (path: string): Promise<void> =>
  unlink(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });

/** Removes a dead process's lock. One process at a time does so, lest it removes the next one's lock. */
const removeStaleLock = async (path: string, judged: string): Promise<void> => {
  const guard = `${path}.taken-over`;
  try {
    await mkdir(guard);
  } catch (error) {
    if (!isThere(error)) throw error;
    // Whoever is at it is done in a moment, or was killed in the middle of it.
    const since = await stat(guard).catch(() => undefined);
    if (since !== undefined && Math.abs(Date.now() - since.mtimeMs) > staleAfter) await rmdir(guard).catch(() => {});
    await sleep(retryDelay);
    return;
  }
  try {
    if ((await readFile(path, 'utf8').catch(() => undefined)) === judged) await gone(path);
  } finally {
    await rmdir(guard).catch(() => {});
  }
};

const written = (path: string, text: string): Promise<boolean> =>
  writeFile(path, text, { flag: 'wx' }).then(
    () => true,
    async (error: unknown) => {
      if (isThere(error)) return false;
      // On a full disk it was made, with nothing in it.
      if (errorCode(error) === 'ENOSPC') await rm(path, { force: true });
      throw error;
    },
  );

interface HeldLock {
  readonly holder: number;
  /** True if the process is on another machine or in another container. */
  readonly isElsewhere: boolean;
}

/** Describes the process that has a lock. */
export const describeHolder = ({ holder, isElsewhere }: HeldLock): string =>
  `process ${holder}${isElsewhere ? ' of another container or machine' : ''}`;

/** A lock of this process, or the process that has it. */
export type LockOutcome = { readonly release: () => Promise<void> } | HeldLock;

/** Takes a lock file, or returns the process that has it. Replaces the lock of a dead process. Throws if the file cannot be written. */
export const takeLock = async (path: string): Promise<LockOutcome> => {
  const mine = JSON.stringify({ pid: process.pid, place, started: processStart(process.pid) } satisfies Holder);
  for (let tries = 0; !(await written(path, mine)); tries++) {
    const theirs = await readFile(path, 'utf8').catch(() => '');
    const silentFor = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    const holder = parseHolder(theirs);
    if (tries === 20 || isHolderAlive(holder, silentFor))
      return { holder: holder?.pid ?? 0, isElsewhere: holder?.place !== place };
    await removeStaleLock(path, theirs);
  }
  const touching = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, touchInterval).unref();
  return {
    release: async () => {
      clearInterval(touching);
      if ((await readFile(path, 'utf8').catch(() => '')) === mine) await rm(path, { force: true });
    },
  };
};

/** Takes a lock file, and waits while only the age of the lock can show that its process is dead, as after a container was killed. */
export const takeLockPatiently = async (path: string): Promise<LockOutcome> => {
  const touched = () =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
  const before = await touched();
  const began = performance.now();
  const watchedFor = (): number => performance.now() - began;
  const holder = parseHolder(await readFile(path, 'utf8').catch(() => ''));
  // Whoever lives touches it meanwhile: a clock that was put forward must not make them look dead.
  if (holder !== undefined && holder.place !== place && Date.now() - (before ?? 0) < longestJump)
    while ((await touched()) === before && watchedFor() < touchInterval + touchInterval / 5)
      await sleep(10 * retryDelay);
  for (;;) {
    const lock = await takeLock(path);
    if ('release' in lock || !lock.isElsewhere || (await touched()) !== before) return lock;
    // A clock that was put back must not make the dead look alive.
    if (watchedFor() > staleAfter + touchInterval) await utimes(path, 0, 0);
    await sleep(10 * retryDelay);
  }
};
