/**
 * `npm run test:cluster`: two bot processes on a PostgreSQL cluster, under a stream of orders. In each round something
 * fails; then nothing acknowledged may be lost, and nothing may be said twice or not at all. ROUNDS (35) rounds; ONLY one kind of failure if that is set.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startOptions } from '../bench/processes.ts';
import { type FakeDiscord, fakeDiscord } from '../discord/fake/discord.ts';
import { freePort } from '../free-port.ts';
import { type Club, clubsOn, type Fate, judge, letClocksRunOut, settled } from './clubs.ts';
import { answers, type Cluster, eventually, startCluster, whatIsMissing } from './cluster.ts';

const missing = whatIsMissing();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}

const program = fileURLToPath(new URL('../../src/start.js', import.meta.url));

/** Bot processes by name, each with its shards. They are started again if a round ends them. */
class Bots {
  readonly #discord: FakeDiscord;
  readonly #url: string;
  readonly #children = new Map<string, ChildProcess>();
  /** Processes that ended though no round ended them. */
  readonly died: string[] = [];

  constructor(discord: FakeDiscord, url: string) {
    this.#discord = discord;
    this.#url = url;
    process.once('exit', () => {
      for (const child of this.#children.values()) child.kill('SIGKILL');
    });
  }

  async start(name: string, shards: string): Promise<void> {
    const port = await freePort();
    const child = spawn(process.execPath, [...startOptions, program], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...{ PATH: process.env.PATH, LOG_LEVEL: 'silent', METRICS_PORT: String(port), DATABASE_URL: this.#url },
        ...{ DISCORD_TOKEN: this.#discord.token, DISCORD_API_BASE: this.#discord.apiFor(name) },
        ...{ SHARDS: shards, SHARD_COUNT: String(shardCount) },
      },
    });
    this.#children.set(name, child);
    child.once('exit', (code, signal) => {
      if (this.#children.get(name) === child) this.died.push(`${name} ended with ${code ?? signal}`);
    });
    await eventually(`the bot ${name}`, async () => {
      const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`);
      if (!ok) throw new Error('It is not ready.');
    });
  }

  async end(name: string, how: NodeJS.Signals): Promise<void> {
    const child = this.#children.get(name);
    if (child === undefined) return;
    this.#children.delete(name);
    // A process that has ended sends no further event.
    if (child.exitCode !== null || child.signalCode !== null) return;
    const over = once(child, 'exit');
    child.kill(how);
    await over;
  }

  /** Starts a process with these shards, and stops the one that had the name before, when the new one is ready. */
  async replace(name: string, shards: string): Promise<void> {
    const old = this.#children.get(name);
    this.#children.delete(name);
    await this.start(name, shards);
    if (old === undefined) return;
    const over = once(old, 'exit');
    old.kill('SIGTERM');
    await over;
  }

  async endAll(): Promise<void> {
    for (const name of [...this.#children.keys()]) await this.end(name, 'SIGKILL');
  }
}

const shardCount = 4;
const shards = { oak: '0,1', elm: '2,3' } as const;

interface Stage {
  readonly cluster: Cluster;
  readonly bots: Bots;
}

/** What fails in a round. Each settles when the failure is under way, with what puts all right again. */
const failures: Readonly<Record<string, (stage: Stage) => Promise<() => Promise<unknown>>>> = {
  'leader killed': async ({ cluster }) => {
    const name = await cluster.leader();
    await cluster.kill(name);
    return () => cluster.start(name);
  },
  'leader frozen': async ({ cluster }) => {
    const thaw = cluster.freeze(await cluster.leader());
    return async () => thaw();
  },
  'switched over': async ({ cluster }) => {
    await cluster.switchOver();
    return async () => undefined;
  },
  'etcd restarted': async ({ cluster }) => {
    await cluster.restartEtcd(8_000);
    return async () => undefined;
  },
  'leader and bot killed': async ({ cluster, bots }) => {
    const name = await cluster.leader();
    await Promise.all([cluster.kill(name), bots.end('oak', 'SIGKILL')]);
    return async () => {
      await cluster.start(name);
      await bots.start('oak', shards.oak);
    };
  },
  // A third process takes shards of both others, then leaves again. Each process is replaced by a new one that is ready.
  'shards moved': async ({ bots }) => {
    await bots.start('ash', '1,3');
    await bots.replace('oak', '0');
    await bots.replace('elm', '2');
    return async () => {
      await bots.replace('oak', shards.oak);
      await bots.replace('elm', shards.elm);
      await bots.end('ash', 'SIGTERM');
    };
  },
  'replica frozen': async ({ cluster }) => {
    const [first = ''] = await cluster.replicas();
    const thaw = cluster.freeze(first);
    await sleep(12_000);
    return async () => thaw();
  },
};

interface Round extends Fate {
  readonly what: string;
  /** Seconds until the address answered again, and from then until both bots did. */
  readonly away: number;
  readonly back: number;
}

const seconds = (from: number): number => (performance.now() - from) / 1000;

/** Sends orders in all clubs during a failure, and judges what became of them. */
const playRound = async (stage: Stage, clubs: readonly Club[], url: string, what: string): Promise<Round> => {
  for (const club of clubs) await club.act();
  const stop = new AbortController();
  const streams = clubs.map((club) => club.stream(stop.signal));
  await sleep(1_000);
  await letClocksRunOut(url);
  const began = performance.now();
  const heal = await failures[what]?.(stage);
  await eventually('the address to answer', () => answers(url));
  const away = seconds(began);
  const answered = performance.now();
  const mark = clubs.map(({ acknowledged }) => acknowledged());
  const isBack = (club: Club, at: number): boolean => club.acknowledged() > (mark[at] ?? 0);
  // A killed bot is started by `heal`; the clubs of the other shards must be served meanwhile.
  const served = clubs.filter(({ shard }) => what !== 'leader and bot killed' || shard >= 2);
  await eventually('the bots to answer', async () => {
    if (!served.every((club) => isBack(club, clubs.indexOf(club)))) throw new Error('A club waits.');
  });
  const back = seconds(answered);
  await heal?.();
  await eventually('all clubs to be served', async () => {
    if (!clubs.every(isBack)) throw new Error('A club waits.');
  });
  stop.abort();
  await Promise.all(streams);
  await stage.cluster.whole();
  await settled(url);
  return { what, away, back, ...(await judge(url, clubs)) };
};

const began = performance.now();
// An exit ends the cluster and the bots.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
const cluster = await startCluster();
const discord = await fakeDiscord();
const url = process.argv.includes('pgbouncer') ? await cluster.pooled('session') : cluster.url;
const bots = new Bots(discord, url);
const rounds: Round[] = [];
let failed = false;
try {
  await bots.start('oak', shards.oak);
  await bots.start('elm', shards.elm);
  const clubs = await clubsOn(discord, shardCount);
  console.info(`The cluster and two bots are up after ${seconds(began).toFixed(0)} s.`);
  const kinds = process.env.ONLY === undefined ? Object.keys(failures) : [process.env.ONLY];
  for (let n = 0; n < Number(process.env.ROUNDS ?? 35); n += 1) {
    const round = await playRound({ cluster, bots }, clubs, url, kinds[n % kinds.length] ?? '');
    rounds.push(round);
    console.info(
      `${n + 1} ${round.what}: address away ${round.away.toFixed(1)} s, bots back ${round.back.toFixed(1)} s later;`,
      `${round.acknowledged} acknowledged, ${round.refused} refused, ${round.unanswered} unanswered;`,
      `lost ${round.lost}, doubled ${round.doubled}, untold ${round.untold}, refused yet saved ${round.untrue}, clocks missed ${round.missed}`,
    );
    for (const each of round.problems) console.info(`  ${each}`);
  }
  const sum = (of: (round: Round) => number, which = rounds): number =>
    which.reduce((total, round) => total + of(round), 0);
  const most = (of: (round: Round) => number, which: readonly Round[]): string => Math.max(...which.map(of)).toFixed(1);
  console.table(
    Object.fromEntries(
      [...Map.groupBy(rounds, ({ what }) => what)].map(([what, own]) => [
        what,
        {
          rounds: own.length,
          acknowledged: sum((round) => round.acknowledged, own),
          refused: sum((round) => round.refused, own),
          unanswered: sum((round) => round.unanswered, own),
          lost: sum((round) => round.lost, own),
          doubled: sum((round) => round.doubled, own),
          untold: sum((round) => round.untold, own),
          'refused, yet saved': sum((round) => round.untrue, own),
          'clocks missed': sum((round) => round.missed, own),
          'away (s)': most((round) => round.away, own),
          'back (s)': most((round) => round.back, own),
        },
      ]),
    ),
  );
  const faults = [...bots.died, ...discord.takeFaults()];
  for (const each of faults) console.error(each);
  const bad = sum((r) => r.lost + r.doubled + r.untold + r.untrue + r.missed) + faults.length;
  failed = bad > 0 || rounds.some(({ back }) => back > 15);
  console.info(failed ? 'Something is wrong.' : 'Nothing was lost, doubled or untold.');
} catch (error) {
  failed = true;
  for (const each of bots.died) console.error(each);
  console.error(error);
} finally {
  await bots.endAll();
  await discord.close().catch((error: unknown) => console.error(error));
  cluster.end();
}
process.exit(failed ? 1 : 0);
