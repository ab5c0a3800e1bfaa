import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/persistence/database.ts';
import { createDatabaseStores } from '../../../src/wiring/database-stores.ts';
import { newPostgres } from '../../shared.ts';
import type { Person } from '../fake/person.ts';
import { logOf } from './scene.ts';
import { free, isRefusal, type Table, table } from './table.ts';

const size = 50;

let database: Database;
let t: Table;
let crowd: readonly Person[];
beforeAll(async () => {
  database = await openDatabase({ databaseUrl: await newPostgres(), dataDir: undefined });
  t = await table('channel', createDatabaseStores(database));
  crowd = Array.from({ length: size }, (_, n) => t.discord.user(`Player ${n + 1}`).at(t.place));
  await t.typed(t.gwen, '/battle create', {
    system: 'straalara',
    name: free('The crowd'),
    settings: free('earlyDeclarations=sealed'),
  });
});
afterAll(async () => {
  await t.close();
  await database.close();
});

test('fifty users join at the same time, each exactly once', async () => {
  const answers = await Promise.all(crowd.map((each) => each.slash(`/battle join preset:Pell, raw recruit side:red`)));
  expect(answers.map(({ text }) => text.split('\n')[0]).toSorted()).toEqual(
    crowd.map(({ name }) => `${name} joins.`).toSorted(),
  );
  const log = await logOf(t);
  expect(log.map(({ n }) => n)).toEqual(Array.from({ length: size + 1 }, (_, at) => at + 1));
  expect(new Set(log.map(({ orderId }) => orderId)).size).toBe(size + 1);
});

test('fifty users press the same button: each press counts once or is refused', async () => {
  await t.typed(t.gwen, '/npc add', { preset: /Karg/, name: free('Karg'), side: free('blue') });
  await t.said(() => t.typed(t.gwen, '/battle start'));
  const panel = await t.panel();
  const before = (await logOf(t)).length;
  const answers = await Promise.all(crowd.map((each) => each.press('Initiative', panel)));
  const refused = answers.filter((each) => each !== undefined && isRefusal(each));
  expect(refused.map((each) => each?.text)).toEqual([]);
  const log = (await logOf(t)).slice(before);
  expect(log.length).toBe(size);
  expect(new Set(log.map(({ user }) => user)).size).toBe(size);
  expect(log.map(({ n }) => n)).toEqual(Array.from({ length: size }, (_, at) => before + at + 1));
  // A repeated order is refused with a reason, and the new panel no longer has the button.
  const again = await Promise.all(crowd.slice(0, 5).map((each) => each.slash('/straalara initiative')));
  expect(again.map(isRefusal)).toEqual([true, true, true, true, true]);
  expect((await logOf(t)).length).toBe(before + size);
  expect(t.on.takeErrors()).toEqual([]);
});
