import { fromPrisma } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBattleStore } from '../../src/persistence/battle-store.ts';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import { type Jobs, openJobs } from '../../src/persistence/jobs.ts';
import { newDatabase } from '../shared.ts';
import { aBattle, anEntry, bare } from './samples.ts';

describe.each(['PGlite', 'PostgreSQL'] as const)('jobs on %s', (where) => {
  let database: Database;
  let jobs: Jobs;
  const errors: Error[] = [];
  beforeAll(async () => {
    database = await openDatabase(await newDatabase(where));
    jobs = await openJobs(database, ['clock', 'slow'], (error) => errors.push(error));
  });
  afterAll(() => database.close());

  test('a job goes the way of the transaction it was sent in', async () => {
    const { prisma } = database;
    const [lost, kept] = [aBattle(), aBattle()];
    const created = (battle: typeof lost, thenFail: boolean) =>
      prisma.$transaction(async (tx) => {
        expect(await createBattleStore(tx).create(battle, anEntry(1))).toBe('kept');
        await jobs.boss.send('clock', { battle: battle.id }, { db: fromPrisma(tx) });
        if (thenFail) throw new Error('changed my mind');
      });
    await expect(created(lost, true)).rejects.toThrow('changed my mind');
    await created(kept, false);

    const arrived: unknown[] = [];
    await jobs.boss.work('clock', { pollingIntervalSeconds: 0.5 }, async (batch) => {
      arrived.push(...batch.map(({ data }) => data));
    });
    await expect.poll(() => arrived, { timeout: 10_000 }).toEqual([{ battle: kept.id }]);
    await expect.poll(async () => (await jobs.boss.findJobs('clock')).map(({ state }) => state)).toEqual(['completed']);
    expect(await createBattleStore(prisma).byId(lost.id)).toBeUndefined();
    expect(bare(await createBattleStore(prisma).byId(kept.id))).toEqual(kept);
  });

  test('stopping lets the job in hand finish and leaves the database open', async () => {
    let finished = false;
    const begun = new Promise<void>((resolve) => {
      void jobs.boss.work('slow', { pollingIntervalSeconds: 0.5 }, async () => {
        resolve();
        await new Promise((done) => setTimeout(done, 300));
        finished = true;
      });
    });
    await jobs.boss.send('slow', {});
    await begun;
    await jobs.close();
    expect(finished).toBe(true);
    expect(await database.prisma.battle.count()).toBe(1);
    expect(errors).toEqual([]);
  });
});
