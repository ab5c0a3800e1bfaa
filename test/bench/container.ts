import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../discord/fake/until.ts';

/** Where a memory cgroup is made, of either version, and what its files are called. */
const kinds = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', most: 'memory.max_usage_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', most: 'memory.peak' },
] as const;

/** Whether the folder of a cgroup could be taken away: not while a process that ends is still counted in it. */
const taken = (folder: string): boolean => {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
};

export interface Container {
  /** A command as it is to be started to run inside. */
  readonly inside: (command: string, args: readonly string[]) => readonly [string, readonly string[]];
  /** Megabytes that all in it took at once at the most, what it has read of files included. */
  readonly most: () => number;
  /** Takes it away, once the last process in it is gone. */
  readonly end: () => Promise<void>;
}

/** Somewhere with so many megabytes and no more, where this machine lets us make it. */
export const container = (megabytes: number): Container | undefined => {
  for (const { root, limit, most } of kinds) {
    const folder = join(root, `brotherhood-bench-${process.pid}`);
    try {
      mkdirSync(folder);
      writeFileSync(join(folder, limit), String(megabytes * 2 ** 20));
      return {
        inside: (command, args) => [
          'sh',
          ['-c', 'echo $$ > "$0" && exec "$@"', join(folder, 'cgroup.procs'), command, ...args],
        ],
        most: () => Number(readFileSync(join(folder, most), 'utf8')) / 2 ** 20,
        end: () => until(() => taken(folder), 'the last process in it to be gone'),
      };
    } catch {
      // Of that kind there is none here, or it is not ours to make.
    }
  }
  return undefined;
};
