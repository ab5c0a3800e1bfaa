import { open } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import { openPglite } from './pglite.ts';

/** A dump to write. */
export interface DumpJob {
  /** Folder of a database that no process has open. */
  readonly folder: string;
  readonly file: string;
}

const { folder, file }: DumpJob = workerData;

// Undelivered messages are left out: sent again after a restore, they would be read twice.
const args = ['--no-owner', '--exclude-table-data=outbox'];

const pglite = await openPglite(folder);
const sql = await pgDump({ pg: pglite, args });
await pglite.close();
const handle = await open(file, 'w', 0o600);
await handle.writeFile(new Uint8Array(await sql.arrayBuffer()));
await handle.sync();
await handle.close();
