import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { oncePerKey } from '../../src/core/lazily.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { realPostgres } from './real-postgres.ts';
import { databasesAt, type SharedDatabase } from './shared-databases.ts';

/**
 * Before the tests of a run: what all their files share is made when the first of them asks for it, a PostgreSQL server and the
 * folder of an embedded database with its tables, and thrown away with the last.
 */
export default async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'brotherhood-shared-'));
  const ends: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  const make: Readonly<Record<SharedDatabase, () => Promise<string>>> = {
    postgres: async () => {
      const server = await realPostgres();
      ends.push(server.end);
      return server.url;
    },
    embedded: async () => {
      const dataDir = join(folder, 'template');
      await (await openDatabase({ databaseUrl: undefined, dataDir })).close();
      return dataDir;
    },
  };
  const made = oncePerKey((what: SharedDatabase) => make[what]());
  const isShared = (what: string): what is SharedDatabase => what in make;
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
  process.env[databasesAt] = String(typeof address === 'object' ? address?.port : address);
  return async () => {
    server.close();
    for (const end of ends.toReversed()) await end();
  };
};
