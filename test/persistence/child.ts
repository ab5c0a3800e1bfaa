import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compiled } from '../shared.ts';

export interface Child {
  readonly pid: number;
  /** Lines it printed so far. */
  readonly lines: readonly string[];
  readonly nextLine: () => Promise<string>;
  /** Sends SIGTERM, so that the process may finish. */
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>;
  readonly ended: Promise<void>;
}

const started = (child: ChildProcess): Promise<unknown> => once(child, 'spawn');

/** The path of one of our scripts for other processes. */
export const ownScript = (name: string): string => fileURLToPath(new URL(`children/${name}`, import.meta.url));

/** Runs one of our scripts as another process. */
export const runChild = (script: string, ...args: readonly string[]): Promise<Child> =>
  runScript(ownScript(script), ...args);

/** Runs a script as another process. */
export const runScript = async (path: string, ...args: readonly string[]): Promise<Child> => {
  const env = { ...process.env, ...(await compiled()) };
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
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
      let over = false;
      const end = ended.then(() => {
        over = true;
      });
      while (lines.length <= read && !over) await Promise.race([once(output, 'line'), end]);
      if (lines.length <= read) throw new Error('The process ended without another line.');
      return lines[read++] ?? '';
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    ended,
  };
};
