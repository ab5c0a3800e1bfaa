import '../src/check-install.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { memoizeByKey } from '../src/core/memoize.ts';
import { type Shared, sharedAt } from './shared.ts';

/**
 * Creates what test files share when the first one asks for it, and removes it at the end: a PostgreSQL server, a
 * folder with an embedded database and its tables, and a compile cache.
 */
export default async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'brotherhood-shared-'));
  const ends: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 10 })];
  const make: Readonly<Record<Shared, () => Promise<string>>> = {
    postgres: async () => {
      const { realPostgres } = await import('./persistence/real-postgres.ts');
      const server = await realPostgres();
      ends.push(server.end);
      return server.url;
    },
    embedded: async () => {
      const { openDatabase } = await import('../src/persistence/database.ts');
      const dataDir = join(folder, 'template');
      await (await openDatabase({ databaseUrl: undefined, dataDir })).close();
      return dataDir;
    },
    compiled: async () => {
      const cache = join(folder, 'compiled');
      const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: cache };
      // A killed process saves no compile cache, so this one loads the whole program and ends.
      const load = ['bot-process', 'practice-process', 'practice-arguments'].map(
        (name) => `await import('${new URL(`../src/wiring/${name}.ts`, import.meta.url)}');`,
      );
      const args = ['--input-type=module', '--eval', load.join('')];
      await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'close');
      return cache;
    },
  };
  const made = memoizeByKey((what: Shared) => make[what]());
  const isShared = (what: string): what is Shared => what in make;
  const server = createServer({ allowHalfOpen: true }, async (asked) => {
    const what = await text(asked);
    const answer = isShared(what)
      ? await made(what).then(
          (there) => ({ there }),
          (error: unknown) => ({ problem: String(error) }),
        )
      : { problem: `There is no shared database ${what}.` };
    asked.end(JSON.stringify(answer));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  process.env[sharedAt] = String(typeof address === 'object' ? address?.port : address);
  return async () => {
    server.close();
    for (const end of ends.toReversed()) await end();
  };
};
