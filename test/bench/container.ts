import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../discord/fake/until.ts';

/** The two versions of memory cgroups, with their folders and files. */
const kinds = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', most: 'memory.max_usage_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', most: 'memory.peak' },
] as const;

/** True if the folder of a cgroup was removed. A process that is ending still blocks that. */
const taken = (folder: string): boolean => {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
};

export interface Container {
  /** The command that runs another command inside the cgroup. */
  readonly inside: (command: string, args: readonly string[]) => readonly [string, readonly string[]];
  /** The peak memory of all processes inside, file cache included (megabytes). */
  readonly most: () => number;
  /** Removes the cgroup after its last process has ended. */
  readonly end: () => Promise<void>;
}

/** A memory limit (megabytes). Undefined if this machine does not allow one. */
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
      // This version is missing here, or not permitted.
    }
  }
  return undefined;
};
