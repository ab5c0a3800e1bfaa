// node test/faults/kill.ts [times]: kills a process under a stream of orders, on each database, and looks for what was lost.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Where } from '../../src/persistence/database.ts';
import { killing } from '../persistence/killing.ts';
import { realPostgres } from '../persistence/real-postgres.ts';

const times = Number(process.argv[2] ?? 20);
const folder = await mkdtemp(join(tmpdir(), 'brotherhood-kill-'));
const server = await realPostgres();

const report = async (called: string, where: Where): Promise<boolean> => {
  const { acknowledged, problems } = await killing(where, times);
  for (const problem of problems) console.log(`${called}: ${problem}`);
  console.log(`${called}: killed ${times} times, ${acknowledged} orders acknowledged, ${problems.length} problems`);
  return problems.length === 0;
};

const whole = [
  await report('PGlite', { databaseUrl: undefined, dataDir: folder }),
  await report('PostgreSQL', { databaseUrl: server.url, dataDir: undefined }),
];
await server.end();
await rm(folder, { recursive: true, force: true });
process.exitCode = whole.every((each) => each) ? 0 : 1;
