import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Person } from '../discord/fake/person.ts';
import { compiled } from '../shared.ts';

const root = join(import.meta.dirname, '../..');

export interface Running {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly code: Promise<number | null>;
}

/** Starts one of our programs as a process in the folder `place`, which also holds its data. */
export const running = async (
  place: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Running> => {
  const cache = await compiled();
  const child = spawn(process.execPath, ['--import', join(root, 'test/provoked.ts'), join(root, program), ...args], {
    cwd: place,
    env: { ...cache, PATH: process.env.PATH, DATA_DIR: join(place, 'data'), ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => {
    out += part;
  });
  child.stderr.on('data', (part: Buffer) => {
    err += part;
  });
  return { child, out: () => out, err: () => err, code: once(child, 'close').then(([code]) => code) };
};

/** Waits until the bot answers. Its first command is slow on a busy machine, and may miss the three seconds that Discord gives. */
export const firstAnswer = async ({ child, out }: Running, person: Person): Promise<void> => {
  for (let isAnswered = false; !isAnswered; ) {
    if (child.exitCode !== null) throw new Error(`The bot ended:\n${out()}`);
    isAnswered = await person.slash('/roll dice:2d6').then(
      () => true,
      () => false,
    );
  }
};

/** The lines of a log, parsed. */
export const linesIn = (text: string): readonly Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .map((line) => JSON.parse(line));

/** The lines at level fatal. */
export const fatal = (text: string) => linesIn(text).filter(({ level }) => level === 60);
