import { describe, expect, test } from 'vitest';
import { clockQueue } from '../../src/persistence/alarm-jobs.ts';
import { createBattleStore } from '../../src/persistence/battle-store.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { countOpenBattles, databaseProblems } from '../../src/persistence/health.ts';
import { openJobs } from '../../src/persistence/jobs.ts';
import { newPostgres } from '../shared.ts';
import { aBattle, anEntry } from './samples.ts';

describe.each([
  { kind: 'PGlite', url: async () => undefined },
  { kind: 'PostgreSQL', url: newPostgres },
])('on $kind', ({ url }) => {
  test('all is well until jobs are late or the database is gone; battles that are not over are counted', async () => {
    const database = await openDatabase({ databaseUrl: await url(), dataDir: undefined });
    const jobs = await openJobs(database, [clockQueue], () => {});
    expect(await databaseProblems(database, clockQueue)).toEqual([]);
    expect(await countOpenBattles(database)).toBe(0);
    const store = createBattleStore(database.prisma);
    await store.create(aBattle(), anEntry(1));
    await store.create(aBattle({ status: 'ended' }), anEntry(1));
    expect(await countOpenBattles(database)).toBe(1);
    await jobs.boss.send(clockQueue, {}, { startAfter: new Date(Date.now() - 60_000) });
    expect(await databaseProblems(database, clockQueue)).toEqual([]);
    await jobs.boss.send(clockQueue, {}, { startAfter: new Date(Date.now() - 180_000) });
    expect(await databaseProblems(database, clockQueue)).toEqual([
      'Jobs of the clock should have run two minutes ago: 1.',
    ]);
    await jobs.close();
    await database.close();
    expect(await databaseProblems(database, clockQueue)).toEqual(['The database does not answer.']);
  });
});
