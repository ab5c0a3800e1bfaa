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
/** Age above which a lock is stale, even if the clock was put forward (milliseconds). */
const maxLockAge = 86_400_000;

const orEmpty = (read: () => string): string => {
  try {
    return read();
  } catch {
    return '';
  }
};

/** This machine and process namespace, because each container has its own process ids. */
const place = `${hostname()} ${orEmpty(() => readlinkSync('/proc/self/ns/pid'))}`;

/** The start time of a process, because process ids are reused. Empty if it has ended or is unknown. */
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

/** True if the process with the lock is alive. On another machine, only the age of the lock can show this. */
const isHolderAlive = (holder: Holder | undefined, silentFor: number): boolean =>
  holder?.place === place
    ? isRunning(holder.pid) && processStart(holder.pid) === holder.started
    : silentFor < staleAfter;

const isThere = (error: unknown): boolean => errorCode(error) === 'EEXIST';

/** Delay between two attempts to take a lock that another process is removing (milliseconds). */
const retryDelay = 25;

/** Deletes a file. Uses `unlink`, because `rm` gives the wrong error code. */
const gone = (path: string): Promise<void> =>
  unlink(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });

/** Removes a dead process's lock. Only one process at a time may do so, or it could remove a new lock. */
const removeStaleLock = async (path: string, judged: string): Promise<void> => {
  const guard = `${path}.taken-over`;
  try {
    await mkdir(guard);
  } catch (error) {
    if (!isThere(error)) throw error;
    // The other process finishes in a moment, or was killed while doing this.
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
      // On a full disk, the file was created but is empty.
      if (errorCode(error) === 'ENOSPC') await rm(path, { force: true });
      throw error;
    },
  );

interface HeldLock {
  readonly holder: number;
  /** True if the process runs on another machine or in another container. */
  readonly isElsewhere: boolean;
}

/** Describes the process that has the lock. */
export const describeHolder = ({ holder, isElsewhere }: HeldLock): string =>
  `process ${holder}${isElsewhere ? ' of another container or machine' : ''}`;

/** The lock of this process, or the other process that has it. */
export type LockOutcome = { readonly release: () => Promise<void> } | HeldLock;

/** Takes a lock file, also from a dead process. Returns the live process that has the lock. Throws if writing fails. */
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

/** Takes a lock file. Waits if only its age can show that its process is dead, as in another container. */
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
  // A live process touches the lock in this time, even if the clock was put forward.
  if (holder !== undefined && holder.place !== place && Date.now() - (before ?? 0) < maxLockAge)
    while ((await touched()) === before && watchedFor() < touchInterval + touchInterval / 5)
      await sleep(10 * retryDelay);
  for (;;) {
    const lock = await takeLock(path);
    if ('release' in lock || !lock.isElsewhere || (await touched()) !== before) return lock;
    // After the clock was put back, a dead process's lock would look fresh.
    if (watchedFor() > staleAfter + touchInterval) await utimes(path, 0, 0);
    await sleep(10 * retryDelay);
  }
};
