import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly pid: number;
  /** Lines it printed so far. */
  readonly lines: readonly string[];
  readonly nextLine: () => Promise<string>;
  /** SIGKILL: no last word, no cleaning up. */
  readonly kill: () => Promise<void>;
  readonly ended: Promise<void>;
}

const started = (child: ChildProcess): Promise<unknown> => once(child, 'spawn');

/** Runs one of our own scripts as another process. */
export const runChild = async (script: string, ...args: readonly string[]): Promise<Child> => {
  const path = fileURLToPath(new URL(`children/${script}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  await started(child);
  const lines: string[] = [];
  let read = 0;
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => lines.push(line));
  const ended = Promise.all([once(output, 'close'), once(child, 'exit')]).then(() => {});
  return {
    pid: child.pid ?? 0,
    lines,
    nextLine: async () => {
      while (lines.length <= read) await Promise.race([once(output, 'line'), ended]);
      return lines[read++] ?? '';
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    ended,
  };
};
