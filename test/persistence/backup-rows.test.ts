import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AlarmData, readAlarm } from '../../src/battle/saved/waits.ts';
import type { HistoryEvent } from '../../src/campaign/character-history.ts';
import { clockQueue } from '../../src/persistence/alarm-jobs.ts';
import {
  dumpRows,
  restoreRows,
  runInSnapshot,
  runInSqlTransaction,
  toInsertableJob,
} from '../../src/persistence/backup-rows.ts';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import { openJobs } from '../../src/persistence/jobs.ts';
import { migrationNames } from '../../src/persistence/migrate.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { newDatabase } from '../shared.ts';
import { aBattle, aCharacter, anEntry, nextOf } from './samples.ts';

const hard = `O'Brien "the \\ quoted" {a,b} 🗡️\n\tNULL `;
const alarm: AlarmData = { battle: 'one', actor: hard, kind: 'turn', since: 3, step: 'look', due: 7, tries: 0 };

const dumped = ({ under }: Database): Promise<readonly string[]> =>
  runInSnapshot(under, async (query) => {
    const lines: string[] = [];
    for await (const line of dumpRows(query, { release: '1.2.3', at: 5 })) lines.push(line);
    return lines;
  });
const restored = ({ under }: Database, lines: readonly string[]) =>
  runInSqlTransaction(under, (query) => restoreRows(query, lines));

const rest = (id: string): HistoryEvent => ({
  id,
  character: 'Éowyn',
  kind: 'rested',
  at: 1,
  changes: [hard],
  dead: false,
  edition: 1,
});

/** One of everything a text can be hard at, and more battles than one FETCH gives. */
const filled = async (database: Database): Promise<void> => {
  const jobs = await openJobs(database, [clockQueue], () => {});
  const { battles, servers, characters, alarms, histories } = createDatabaseStores(database, jobs);
  const battle = aBattle({ game: { text: `${hard}\u0000`, z: 1, a: [], no: null } });
  await battles.create(battle, anEntry(1, { user: hard }));
  await battles.commit(nextOf(battle), anEntry(2));
  for (let n = 0; n < 520; n++) await battles.create(aBattle(), anEntry(1));
  await servers.saveSettings({
    guild: '1',
    systems: [],
    rolls: 'public',
    houseRules: { skure: { objective: hard } },
    editions: {},
    readings: [],
  });
  await servers.saveSettings({
    guild: '2',
    systems: ['a,b', '', 'NULL', '{}'],
    rolls: 'self',
    houseRules: {},
    editions: {},
    readings: [],
  });
  await characters.save(aCharacter({ id: 'Éowyn', name: hard }));
  for (const id of ['first', 'second']) await histories.add(rest(id));
  await alarms.set({ after: 3_600_000, data: alarm });
  await jobs.close();
};

const kinds = ['PGlite', 'PostgreSQL'] as const;

describe.each(kinds)('the rows of %s', (where) => {
  let database: Database;
  let lines: readonly string[];
  beforeAll(async () => {
    database = await openDatabase(await newDatabase(where));
    await filled(database);
    lines = await dumped(database);
  });
  afterAll(() => database.close());

  test('begin with who wrote them and which migrations had been applied', async () => {
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      format: 'brotherhood-master/rows@2',
      release: '1.2.3',
      migrations: await migrationNames(),
      at: 5,
    });
  });

  test('keep JSON as it was written, arrays and numbers as text, and what is not there as null', () => {
    const row = (table: string, has: string) => lines.find((each) => each.includes(`"${table}"`) && each.includes(has));
    const battle = JSON.parse(row('battles', '\\\\u0000') ?? '').row;
    expect(battle.game).toBe(JSON.stringify({ text: `${hard}\u0000`, z: 1, a: [], no: null }));
    expect(battle.pending).toBeNull();
    expect(battle.created_at).toBe('1790000000000');
    expect(JSON.parse(row('servers', '"guild":"1"') ?? '').row.systems).toBe('{}');
  });

  test.each(kinds)('are the same again in a new %s', async (to) => {
    const copy = await openDatabase(await newDatabase(to));
    const { rows, jobs } = await restored(copy, lines);
    expect(rows).toBe(lines.length - 3);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ end: { rows, jobs: 1 } });
    expect(jobs).toMatchObject([{ queue: clockQueue, data: expect.any(String) }]);
    const queues = await openJobs(copy, [clockQueue], () => {});
    for (const job of jobs) await queues.boss.insert(job.queue, [toInsertableJob(job)]);
    expect((await queues.boss.findJobs(clockQueue)).map(({ data }) => readAlarm(data))).toEqual([alarm]);
    const again = await dumped(copy);
    expect(again.length).toBe(lines.length);
    expect(again.toSorted()).toEqual(lines.toSorted());
    const { histories, battles } = createDatabaseStores(copy);
    // Numbers that count by themselves go on behind those that came.
    await histories.add(rest('third'));
    expect((await histories.list('Éowyn')).map(({ id }) => id)).toEqual(['first', 'second', 'third']);
    expect((await battles.list('200000000000000001')).length).toBe(521);
    await queues.close();
    await copy.close();
  });

  test('go in whole or not at all, and not beside what is there', async () => {
    await expect(restored(database, lines)).rejects.toThrow(/duplicate key/);
    await expect(restored(database, [])).rejects.toThrow('nothing to restore');
    const end = '{"end":{"rows":1,"jobs":0}}';
    const strange = [lines[0] ?? '', '{"table":"ships","row":{}}', end];
    await expect(restored(database, strange)).rejects.toThrow('The database has no table ships.');
    await expect(restored(database, [lines[0] ?? '', end])).rejects.toThrow('Lines are missing.');
    await expect(restored(database, lines.slice(0, 1))).rejects.toThrow('The closing line is missing.');
  });
});
