import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { FakeDiscord } from '../discord/fake/discord.ts';
import { until } from '../discord/fake/until.ts';

/** The resources that the processes of one kind have used. */
export interface Used {
  /** Seconds, of all threads. */
  readonly cpu: number;
  /** Megabytes, of each. */
  readonly memory: readonly number[];
}

/** Bots in processes of their own, each with its share of the servers. */
export interface Processes {
  readonly used: () => Used;
  /** The delay of each event loop since the last call (milliseconds). */
  readonly late: () => Promise<readonly { readonly half: number; readonly worst: number }[]>;
  readonly stop: () => Promise<void>;
}

/** The kernel counts in hundredths of a second. */
const ticks = 100;

const fieldsOf = (pid: number | string): readonly string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** The user and system time of a process (seconds); `first` is the field of the user time. */
const secondsOf = (pid: number | string, first: number): number => {
  const fields = fieldsOf(pid);
  return (Number(fields[first]) + Number(fields[first + 1])) / ticks;
};

/** CPU seconds of a process, of all threads. */
const cpuOf = (pid: number | string): number => secondsOf(pid, 11);

/** The CPU time of its ended child processes. */
const cpuOfEnded = (pid: number | string): number => secondsOf(pid, 13);

const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** CPU seconds of a PostgreSQL server and all that works for it, or did. */
export const cpuOfPostgres = async (url: string): Promise<() => number> => {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('SHOW data_directory');
  await client.end();
  const server = readFileSync(join(rows[0].data_directory, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  return () => {
    let sum = cpuOfEnded(server);
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      try {
        if (pid === server || fieldsOf(pid)[1] === server) sum += cpuOf(pid);
      } catch {
        // The process ended meanwhile.
      }
    return sum;
  };
};

/** The options of `npm start`. */
export const startOptions = ['--max-semi-space-size=2', '--v8-pool-size=1'];
/** The further options that `src/start.js` sets. */
export const heapOptions = ['--no-allocation-site-pretenuring'];

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a function with the program as built by `npm run build`. */
export const asInstalled = async <T>(measure: () => Promise<T>): Promise<T> => {
  const { stderr } = spawnSync(process.execPath, ['build.mjs'], { cwd: root, encoding: 'utf8' });
  if (!existsSync(join(root, 'dist/main.js'))) throw new Error(`It could not be built. ${stderr}`);
  try {
    return await measure();
  } finally {
    rmSync(join(root, 'dist'), { recursive: true, force: true });
  }
};

const program = fileURLToPath(new URL('../../src/start.js', import.meta.url));
const floor = fileURLToPath(new URL('./instant-bot.ts', import.meta.url));

const firstPort = 20_600;

const figure = (text: string, name: string): number =>
  1000 * Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);

const lateness = async (port: number): Promise<{ readonly half: number; readonly worst: number }> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return {
    half: figure(text, 'nodejs_eventloop_lag_p50_seconds'),
    worst: figure(text, 'nodejs_eventloop_lag_p99_seconds'),
  };
};

const processesOf = (children: readonly ChildProcess[], ports: readonly number[]): Processes => {
  const pids = children.map(({ pid = 0 }) => pid);
  return {
    used: () => ({ cpu: pids.map(cpuOf).reduce((sum, each) => sum + each, 0), memory: pids.map(memoryOf) }),
    late: () => Promise.all(ports.map(lateness)),
    stop: async () => {
      for (const child of children) {
        child.kill('SIGTERM');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
    },
  };
};

/** Starts several bots on one database, and settles when each has its servers. */
export const botProcesses = async (
  { api, token }: FakeDiscord,
  databaseUrl: string,
  count: number,
): Promise<Processes> => {
  const shards = Array.from({ length: count }, (_, shard) => shard);
  const here = new Set<number>();
  const children = shards.map((shard) => {
    const child = spawn(process.execPath, [...startOptions, program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        DISCORD_TOKEN: token,
        DISCORD_API_BASE: api,
        DATABASE_URL: databaseUrl,
        METRICS_PORT: String(firstPort + shard),
        SHARDS: String(shard),
        SHARD_COUNT: String(count),
      },
    });
    child.stdout.on('data', (data: Buffer) => {
      if (data.includes('is here')) here.add(shard);
    });
    return child;
  });
  await until(() => here.size === count, 'the bots to be there', 300_000);
  return processesOf(
    children,
    shards.map((shard) => firstPort + shard),
  );
};

/** The floor beneath them. */
export const floorProcess = async ({ api, token, connections }: FakeDiscord): Promise<Processes> => {
  const before = connections().identified;
  const child = spawn(process.execPath, [floor], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, DISCORD_API_BASE: api, DISCORD_TOKEN: token },
  });
  await until(() => connections().identified > before, 'the floor', 60_000);
  return processesOf([child], []);
};
