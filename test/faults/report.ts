import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseLocation } from '../../src/persistence/database.ts';
import { realPostgres } from '../persistence/real-postgres.ts';

type Killing = (
  where: DatabaseLocation,
  times: number,
) => Promise<{ readonly acknowledged: number; readonly problems: readonly string[] }>;

/** Kills on each database as often as the first argument says, 20 times without it, and prints what was lost; exit 1 if anything was. */
export const reportKills = async (killing: Killing): Promise<void> => {
  const times = Number(process.argv[2] ?? 20);
  const folder = await mkdtemp(join(tmpdir(), 'brotherhood-kill-'));
  const server = await realPostgres();

  const report = async (called: string, where: DatabaseLocation): Promise<boolean> => {
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
};
