import { describe, expect, test } from 'vitest';
import { createAlarmStore } from '../../src/persistence/alarm-store.ts';
import { createBattleStore } from '../../src/persistence/battle-store.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { countOpenBattles, databaseProblems } from '../../src/persistence/health.ts';
import { newPostgres } from '../shared.ts';
import { aBattle, anEntry } from './samples.ts';

describe.each([
  { kind: 'PGlite', url: async () => undefined },
  { kind: 'PostgreSQL', url: newPostgres },
])('on $kind', ({ url }) => {
  test('late alarms and an unreachable database are reported as problems', async () => {
    const database = await openDatabase({ databaseUrl: await url(), dataDir: undefined });
    expect(await databaseProblems(database)).toEqual([]);
    expect(await countOpenBattles(database)).toBe(0);
    const store = createBattleStore(database.prisma);
    await store.create(aBattle(), anEntry(1));
    await store.create(aBattle({ status: 'ended' }), anEntry(1));
    expect(await countOpenBattles(database)).toBe(1);
    await createAlarmStore(database.prisma).set({
      after: 0,
      data: { battle: 'b', actor: 'Ada', kind: 'turn', since: 1, step: 'look', due: 1, tries: 0 },
    });
    const ringsLate = (milliseconds: number) =>
      database.prisma.alarm.updateMany({ data: { dueAt: Date.now() - milliseconds } });
    await ringsLate(60_000);
    expect(await databaseProblems(database)).toEqual([]);
    await ringsLate(180_000);
    expect(await databaseProblems(database)).toEqual(['Alarms should have rung two minutes ago: 1.']);
    await database.close();
    expect(await databaseProblems(database)).toEqual(['The database does not answer.']);
  });
});
