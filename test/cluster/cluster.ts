import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { serverUser, tempFor } from '../persistence/server-user.ts';

/**
 * A cluster on loopback, from Debian's packages: three PostgreSQL servers under Patroni, etcd, and HAProxy in front.
 * PgBouncer is in front of HAProxy if asked for.
 */
export interface Cluster {
  /** The address that always leads to the leader. */
  readonly url: string;
  /** The address through PgBouncer in this mode. */
  readonly pooled: (mode: 'session' | 'transaction') => Promise<string>;
  /** The name of the node that takes writes. Throws if there is none within a minute. */
  readonly leader: () => Promise<string>;
  /** The names of the replicas, the synchronous one first. */
  readonly replicas: () => Promise<readonly string[]>;
  /** Ends a node at once: Patroni, PostgreSQL and all that works for it. */
  readonly kill: (node: string) => Promise<void>;
  /** Starts a node that was ended. */
  readonly start: (node: string) => Promise<void>;
  /** Stops all processes of a node, so that it does not answer. The returned function lets them go on. */
  readonly freeze: (node: string) => () => void;
  /** Hands the lead to a replica on purpose. */
  readonly switchOver: () => Promise<void>;
  /** Ends etcd at once, and starts it again after this time (ms). */
  readonly restartEtcd: (pause: number) => Promise<void>;
  /** Waits until all three nodes run and replicate. */
  readonly whole: () => Promise<void>;
  /** Ends all processes and deletes all files. */
  readonly end: () => void;
}

const programs = { etcd: 'etcd', patroni: 'patroni', haproxy: 'haproxy', pgbouncer: 'pgbouncer' };

/** Debian keeps the programs of each PostgreSQL version in a folder of its own. */
const postgresFolder = (): string | undefined =>
  ['17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`).find((folder) => existsSync(folder));

/** The Debian packages that are missing on this machine, as one sentence. Undefined if none is. */
export const whatIsMissing = (): string | undefined => {
  const search = { env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` } };
  const missing = Object.values(programs).filter((name) => spawnSync('which', [name], search).status !== 0);
  return missing.length === 0 && postgresFolder() !== undefined
    ? undefined
    : 'The cluster needs Debian’s packages. Install them: apt-get install --no-install-recommends patroni etcd-server haproxy pgbouncer postgresql';
};

/** The fields of one member of Patroni's `/cluster`. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

interface Node {
  readonly name: string;
  readonly port: number;
  readonly api: number;
  readonly folder: string;
  readonly file: string;
}

const nodeNames = ['alder', 'birch', 'cedar'];

/** Runs a step again until it succeeds, for at most this time (ms). */
export const eventually = async <T>(what: string, step: () => Promise<T>, most = 90_000): Promise<T> => {
  const end = Date.now() + most;
  for (;;)
    try {
      return await step();
    } catch (error) {
      if (Date.now() > end) throw new Error(`Waited ${most / 1000} seconds in vain for ${what}.`, { cause: error });
      await sleep(200);
    }
};

/** Patroni's configuration of a node. Writes are acknowledged when a replica has them on its disk, too. */
const patroniConfig = ({ name, port, api, folder }: Node, etcd: number): object => ({
  ...{ scope: 'brotherhood', name },
  restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
  etcd3: { hosts: [`127.0.0.1:${etcd}`] },
  bootstrap: {
    dcs: {
      // Seconds until a leader that does not answer is replaced.
      ...{ ttl: 20, loop_wait: 2, retry_timeout: 5, maximum_lag_on_failover: 1_048_576 },
      ...{ synchronous_mode: true, failsafe_mode: true },
      postgresql: {
        ...{ use_pg_rewind: true, use_slots: true },
        parameters: { ...{ wal_receiver_timeout: '5s', wal_sender_timeout: '5s', max_connections: 100 } },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
  },
  postgresql: {
    ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` },
    ...{ data_dir: join(folder, 'data'), bin_dir: postgresFolder(), pgpass: join(folder, 'pgpass') },
    pg_hba: ['host all all 127.0.0.1/32 md5', 'host replication all 127.0.0.1/32 md5'],
    authentication: {
      superuser: { username: 'bm', password: 'bm' },
      replication: { username: 'copies', password: 'copies' },
      rewind: { username: 'rewinds', password: 'rewinds' },
    },
    parameters: { unix_socket_directories: '', shared_buffers: '32MB' },
  },
});

/** HAProxy asks each Patroni once a second who leads. The connections of a former leader are closed. */
const proxyConfig = (port: number, nodes: readonly Node[]): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port: to, api }) => `  server ${name} 127.0.0.1:${to} check port ${api}`).join('\n')}
`;

const poolConfig = (port: number, proxy: number, mode: string, folder: string): string => `
[databases]
* = host=127.0.0.1 port=${proxy}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = md5
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
max_client_conn = 200
default_pool_size = 40
server_login_retry = 1
server_connect_timeout = 3
ignore_startup_parameters = extra_float_digits
`;

/** The processes below a process, itself included. */
const family = (pid: number): readonly number[] => {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const children = Map.groupBy(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number)),
    ([, parent]) => parent,
  );
  const below = (of: number): readonly number[] => [
    of,
    ...(children.get(of) ?? []).flatMap(([child]) => (child === undefined ? [] : below(child))),
  ];
  return below(pid);
};

const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
};

/** Starts the cluster, and returns it when all three nodes replicate. Needs Debian's packages (`whatIsMissing`). */
export const startCluster = async (): Promise<Cluster> => {
  const as = serverUser();
  const folder = await mkdtemp(join(tempFor(as), 'brotherhood-cluster-'));
  const own = async (path: string): Promise<void> => {
    if (as.uid !== undefined && as.gid !== undefined) await chown(path, as.uid, as.gid);
  };
  await own(folder);
  const running = new Map<string, ChildProcess>();
  const run = (name: string, program: string, args: readonly string[]): void => {
    const env = { PATH: `${process.env.PATH}:/usr/sbin`, LC_ALL: 'C', HOME: folder };
    running.set(name, spawn(program, args, { ...as, cwd: folder, env, stdio: 'ignore' }));
  };
  const [etcd = 0, peer = 0, proxy = 0, ...ports] = await Promise.all(Array.from({ length: 9 }, () => freePort()));
  const nodes = await Promise.all(
    nodeNames.map(async (name, at): Promise<Node> => {
      const home = join(folder, name);
      await mkdir(home);
      await own(home);
      const [port = 0, api = 0] = ports.slice(2 * at);
      return { name, port, api, folder: home, file: join(home, 'patroni.yml') };
    }),
  );
  const named = (name: string): Node => {
    const node = nodes.find((each) => each.name === name);
    if (node === undefined) throw new Error(`There is no node called ${name}.`);
    return node;
  };
  const startEtcd = (): void => {
    const [clients, peers] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peer}`];
    run('etcd', programs.etcd, [
      ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', clients, '--advertise-client-urls', clients],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`],
    ]);
  };
  const startNode = (node: Node): void => {
    // JSON is YAML.
    writeFileSync(node.file, JSON.stringify(patroniConfig(node, etcd)));
    run(node.name, programs.patroni, [node.file]);
  };
  /** The processes of a node. PostgreSQL is no child of Patroni. */
  const processesOf = ({ name, folder: home }: Node): readonly number[] => {
    const pid = running.get(name)?.pid;
    const file = join(home, 'data/postmaster.pid');
    const server = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
    return [...(pid === undefined ? [] : family(pid)), ...(server === undefined ? [] : family(server))];
  };
  const ask = async ({ api }: Node, path: string, options: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${api}${path}`, { ...options, signal: AbortSignal.timeout(30_000) });
  const members = async (): Promise<readonly Member[]> => {
    const answers = nodes.map(async (node) => {
      const response = await fetch(`http://127.0.0.1:${node.api}/cluster`, { signal: AbortSignal.timeout(2_000) });
      return ((await response.json()) as { readonly members: readonly Member[] }).members;
    });
    return Promise.any(answers);
  };
  const leads = async (node: Node): Promise<boolean> => {
    const options = { signal: AbortSignal.timeout(1_000) };
    return fetch(`http://127.0.0.1:${node.api}/primary`, options).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const leader = (): Promise<string> =>
    eventually('a leader', async () => {
      const all = await Promise.all(nodes.map(async (node) => ((await leads(node)) ? [node.name] : [])));
      const [name] = all.flat();
      if (name === undefined) throw new Error('No node leads.');
      return name;
    });
  const whole = (): Promise<void> =>
    eventually(
      'three nodes that replicate',
      async () => {
        const all = await members();
        const ready = all.filter(({ state }) => /^(?:running|streaming)$/.test(state));
        const copying = all.filter(({ role }) => /sync_standby|replica/.test(role));
        const upToDate = copying.every(({ lag }) => Number(lag) < 65_536);
        if (ready.length < 3 || copying.length < 2 || !upToDate || !all.some(({ role }) => role === 'sync_standby'))
          throw new Error(JSON.stringify(all));
      },
      180_000,
    );
  const endNow = (): void => {
    for (const node of nodes) signal(processesOf(node), 'SIGKILL');
    for (const child of running.values()) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  process.once('exit', endNow);
  const pooled = async (mode: string): Promise<string> => {
    const port = await freePort();
    const file = join(folder, `pgbouncer-${mode}.ini`);
    writeFileSync(join(folder, 'users'), '"bm" "bm"\n');
    writeFileSync(file, poolConfig(port, proxy, mode, folder));
    run(`pgbouncer ${mode}`, programs.pgbouncer, [file]);
    const url = `postgresql://bm:bm@127.0.0.1:${port}/postgres`;
    await eventually('PgBouncer', () => answers(url));
    return url;
  };
  try {
    startEtcd();
    await eventually('etcd', () => fetch(`http://127.0.0.1:${etcd}/health`));
    for (const node of nodes) startNode(node);
    writeFileSync(join(folder, 'haproxy.cfg'), proxyConfig(proxy, nodes));
    run('haproxy', programs.haproxy, ['-f', join(folder, 'haproxy.cfg')]);
    await whole();
    const url = `postgresql://bm:bm@127.0.0.1:${proxy}/postgres`;
    await eventually('the leader to answer', () => answers(url));
    return {
      url,
      pooled,
      leader,
      replicas: async () =>
        (await members())
          .filter(({ role }) => role !== 'leader')
          .toSorted((a, b) => b.role.localeCompare(a.role))
          .map(({ name }) => name),
      kill: async (name) => {
        const node = named(name);
        const child = running.get(name);
        signal(processesOf(node), 'SIGKILL');
        if (child !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      },
      start: async (name) => startNode(named(name)),
      freeze: (name) => {
        const pids = processesOf(named(name));
        signal(pids, 'SIGSTOP');
        return () => signal(pids, 'SIGCONT');
      },
      switchOver: async () => {
        const name = await leader();
        const response = await ask(named(name), '/switchover', {
          method: 'POST',
          body: JSON.stringify({ leader: name }),
        });
        if (!response.ok) throw new Error(`Patroni did not switch over: ${await response.text()}`);
      },
      restartEtcd: async (pause) => {
        const child = running.get('etcd');
        child?.kill('SIGKILL');
        await sleep(pause);
        startEtcd();
      },
      whole,
      end: endNow,
    };
  } catch (error) {
    endNow();
    throw error;
  }
};

/** Settles if the server at this address takes writes. Throws if it does not. */
export const answers = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS copies');
    if (rows[0].copies) throw new Error('It is a replica.');
  } finally {
    await client.end().catch(() => undefined);
  }
};
