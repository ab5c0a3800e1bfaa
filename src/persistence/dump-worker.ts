import { open } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import { openPglite } from './pglite.ts';

/** A database to dump, and the file to write. */
export interface DumpJob {
  /** The folder of the database, which no process may have open. */
  readonly folder: string;
  readonly file: string;
}

const { folder, file }: DumpJob = workerData;

// Undelivered messages are omitted. After a restore, users would read them twice.
const args = ['--no-owner', '--exclude-table-data=outbox'];

const pglite = await openPglite(folder);
const sql = await pgDump({ pg: pglite, args });
await pglite.close();
const handle = await open(file, 'w', 0o600);
await handle.writeFile(new Uint8Array(await sql.arrayBuffer()));
await handle.sync();
await handle.close();
