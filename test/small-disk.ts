import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of a few megabytes that a test can fill. */
export interface SmallDisk {
  readonly at: string;
  /** Fills the disk up to the given number of free bytes. */
  readonly fill: (leave?: number) => Promise<void>;
  /** Frees the space again. */
  readonly free: () => Promise<void>;
  readonly remove: () => void;
}

/** Mounts a small disk. Undefined if this user may not mount one. */
export const smallDisk = (megabytes: number): SmallDisk | undefined => {
  const at = mkdtempSync(join(tmpdir(), 'brotherhood-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at]).status !== 0) {
    rmSync(at, { recursive: true });
    return undefined;
  }
  chmodSync(at, 0o777);
  const filler = join(at, 'filler');
  return {
    at,
    fill: async (leave = 0) => {
      const { bavail, bsize } = statfsSync(at);
      const file = await open(filler, 'a');
      // Another process may have used some of the space meanwhile.
      await file.appendFile(Buffer.alloc(Math.max(0, bavail * bsize - leave))).catch(() => {});
      await file.close();
    },
    free: () => rm(filler, { force: true }),
    remove: () => {
      spawnSync('umount', ['-l', at]);
      rmSync(at, { recursive: true });
    },
  };
};

/** Why tests with a small disk are skipped. */
export const noSmallDisk = 'Only root can mount a small disk.';
