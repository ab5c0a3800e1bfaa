import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { postgresPrograms } from './postgres-programs.ts';
import { type ServerUser, serverUser, tempFor } from './server-user.ts';

export interface RealPostgres {
  readonly url: string;
  /** Creates another empty database on the server. */
  readonly another: () => Promise<string>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Stops the server and deletes its data. */
  readonly end: () => Promise<void>;
}

/** The server's time zone is not UTC, as is common. */
const settings = {
  timezone: 'Asia/Kathmandu',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 300,
};

/** Options without durability. */
const hasty = { fsync: 'off', full_page_writes: 'off' };

/** Options for the same text, order and messages in any environment. */
const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];

const give = async (path: string, { uid, gid }: ServerUser): Promise<void> => {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
};

/** A new folder that the server's user owns. */
const newFolder = async (as: ServerUser, at = tempFor(as)): Promise<string> => {
  const folder = await mkdtemp(join(at, 'brotherhood-postgres-'));
  await give(folder, as);
  return folder;
};

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

interface Cluster {
  readonly programs: string;
  readonly data: string;
  /** How each of its programs is run. */
  readonly options: ServerUser & { readonly cwd: string; readonly env: NodeJS.ProcessEnv };
}

/** Makes the files of a server. */
const makeCluster = async (folder: string, as: ServerUser): Promise<Cluster> => {
  const programs = await postgresPrograms(folder, as);
  const options = { ...as, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const [data, password] = [join(folder, 'data'), join(folder, 'password')];
  await writeFile(password, 'bm');
  await give(password, as);
  const login = ['--username=bm', '--auth=password', `--pwfile=${password}`];
  const args = [`--pgdata=${data}`, '--no-sync', ...login, ...locale];
  await promisify(execFile)(join(programs, 'initdb'), args, options);
  return { programs, data, options };
};

/** Starts a server, and returns it when it accepts connections. Throws with the end of its log if it does not. */
const startServer = async ({ programs, data, options }: Cluster, flags: readonly string[]): Promise<ChildProcess> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...flags], { ...options, stdio: [...stdio] });
  let log = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4_000);
    if (log.includes('ready to accept connections')) resolve();
  });
  server.once('error', reject);
  server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  await promise;
  return server;
};

/**
 * Starts a real PostgreSQL server in a new folder, created in `at`; `durable`: with production settings, for
 * measurements.
 */
export const realPostgres = async (durable = false, at?: string): Promise<RealPostgres> => {
  const as = serverUser();
  const folder = await newFolder(as, at);
  const remove = () => rm(folder, { recursive: true, force: true });
  const port = await freePort();
  const flags = Object.entries({ port, ...settings, ...(!durable && hasty) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  try {
    const cluster = await makeCluster(folder, as);
    let server = await startServer(cluster, flags);
    const stop = async (): Promise<void> => {
      if (hasEnded(server)) return;
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    };
    const address = `postgresql://bm:bm@127.0.0.1:${port}`;
    let databases = 0;
    return {
      url: `${address}/postgres`,
      another: async () => {
        const name = `another_${++databases}`;
        const client = new pg.Client(`${address}/postgres`);
        await client.connect();
        await client.query(`CREATE DATABASE ${name}`).finally(() => client.end());
        return `${address}/${name}`;
      },
      start: async () => {
        server = await startServer(cluster, flags);
      },
      stop,
      end: () => stop().then(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
};
