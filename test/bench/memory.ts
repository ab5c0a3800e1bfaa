import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type FakeDiscord, fakeDiscord } from '../discord/fake/discord.ts';
import { until } from '../discord/fake/until.ts';
import { realPostgres } from '../persistence/real-postgres.ts';
import { duel } from './bench-bot.ts';
import { type Container, container } from './container.ts';
import { type Measured, median } from './measure.ts';
import { asInstalled, startOptions } from './processes.ts';

const start = fileURLToPath(new URL('../../src/start.js', import.meta.url));

interface Started {
  readonly child: ChildProcess;
  /** The times until the first line and until the commands are registered (milliseconds). */
  readonly line: number;
  readonly here: number;
}

/** The program as `npm start` runs it. */
const started = async (
  { api, token, connections, commands }: FakeDiscord,
  where: NodeJS.ProcessEnv,
  within: Container | undefined,
): Promise<Started> => {
  const before = connections().identified;
  const begun = performance.now();
  const program = [...startOptions, start];
  const [command, args] = within?.inside(process.execPath, program) ?? [process.execPath, program];
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, DISCORD_TOKEN: token, DISCORD_API_BASE: api, ...where },
  });
  let line = Number.POSITIVE_INFINITY;
  let said = '';
  child.stdout?.on('data', (data: Buffer) => {
    line = Math.min(line, performance.now() - begun);
    said += data.toString();
  });
  await until(
    () => connections().identified > before && commands().length > 0 && said.includes('is here'),
    'the bot to be there',
    80_000,
  );
  return { child, line, here: performance.now() - begun };
};

const stopped = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
};

/** The current and the peak memory of a process (megabytes). */
const memoryOf = ({ pid }: ChildProcess): { readonly now: number; readonly most: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: of('VmRSS'), most: of('VmHWM') };
};

/** A battle of two in a channel of its own, each turn with its picture. */
const played = async (discord: FakeDiscord, name: string): Promise<void> => {
  const gm = discord.user(`GM of ${name}`, { manages: true }).at(discord.newChannel(name));
  await duel(gm);
  for (const who of ['Ann', 'Bob']) await gm.slash(`/end as:${who}`);
};

const row = (what: string, unit: string, value: number, most: number): Measured => ({
  ...{ what, unit, median: value, worst: value, budget: `${most} ${unit}`, holds: value <= most },
});

interface Budget {
  readonly rest: number;
  readonly after: number;
  readonly peak: number;
  readonly later: number;
  readonly first?: number;
}

/** Megabytes of the machine for everything. */
const room = 512;

const battles = 30;
const more = 270;
/** Number of measurements. Memory varies by a dozen megabytes with each collection. */
const looks = 15;

/** Before its first start, nothing of this kind is compiled. */
const measured = async (kind: string, data: NodeJS.ProcessEnv, budget: Budget): Promise<readonly Measured[]> => {
  const discord = await fakeDiscord();
  const within = container(room);
  const compiled = await mkdtemp(join(tmpdir(), 'brotherhood-bench-'));
  const where = { ...data, NODE_COMPILE_CACHE: compiled };
  try {
    const first = await started(discord, where, within);
    const peak = [memoryOf(first.child).most];
    await stopped(first.child);
    const later = [];
    for (let n = 0; n < 3; n++) {
      const again = await started(discord, where, within);
      later.push(again);
      peak.push(memoryOf(again.child).most);
      if (n < 2) await stopped(again.child);
    }
    const bot = later.at(-1)?.child ?? first.child;
    await pause(3000);
    const rest = memoryOf(bot).now;
    /** Plays battles, and returns the median memory after the last of them. */
    const playedAll = async (name: string, count: number): Promise<number> => {
      const seen: number[] = [];
      for (let n = 0; n < count; n++) {
        await played(discord, `${name}${n}`);
        seen.push(memoryOf(bot).now);
      }
      return median(seen.slice(-looks));
    };
    const early = await playedAll('b', battles);
    await pause(3000);
    const after = memoryOf(bot).now;
    const growth = (await playedAll('c', more)) - early;
    await pause(3000);
    const late = memoryOf(bot);
    await stopped(bot);
    return [
      ...(budget.first === undefined
        ? []
        : [
            row(`first start, ${kind}`, 'ms', first.here, budget.first),
            row(`first start, ${kind}: to a line on screen`, 'ms', first.line, 300),
          ]),
      row(`later start, ${kind}`, 'ms', median(later.map(({ here }) => here)), budget.later),
      row(`memory at rest after a later start, ${kind}`, 'MB', rest, budget.rest),
      row(`memory after ${battles} battles with pictures, ${kind}`, 'MB', after, budget.after),
      row(`memory at the most, any start included, ${kind}`, 'MB', Math.max(late.most, ...peak), budget.peak),
      row(
        `memory that grows from battle ${battles} to ${battles + more}, the middle of ${looks} looks each, ${kind}`,
        'MB',
        growth,
        20,
      ),
      ...(within === undefined
        ? []
        : [row(`most of a container of ${room} MB, with what it reads of files, ${kind}`, 'MB', within.most(), room)]),
    ];
  } finally {
    await discord.close();
    await within?.end();
    await rm(compiled, { recursive: true, force: true });
  }
};

/** Measures memory and start time of the whole program with either database. Only where /proc exists. */
export const benchMemory = async (): Promise<readonly Measured[]> => {
  if (!existsSync('/proc/self/status')) return [];
  const folder = await mkdtemp(join(tmpdir(), 'brotherhood-bench-'));
  const postgres = await realPostgres(true);
  try {
    const embedded = { rest: 260, after: 330, peak: 360, later: 1800, first: 3000 };
    const own = { rest: 210, after: 260, peak: 280, later: 2000 };
    return await asInstalled(async () => [
      ...(await measured('embedded', { DATA_DIR: folder }, embedded)),
      ...(await measured('own Postgres', { DATABASE_URL: postgres.url }, own)),
    ]);
  } finally {
    await postgres.end();
    await rm(folder, { recursive: true, force: true });
  }
};
