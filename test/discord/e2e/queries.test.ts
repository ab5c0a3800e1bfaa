import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/persistence/database.ts';
import { createDatabaseStores } from '../../../src/wiring/database-stores.ts';
import type { Person } from '../fake/person.ts';
import { onTheBridge } from './scene.ts';
import { isRefusal, type Table, table } from './table.ts';

/** The purpose of each statement of an order, by its beginning. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^WITH saved AS \( UPDATE battles/, 'commits the order'],
  [/^SELECT messages, pictures FROM servers/, 'reads how the server has things told'],
  [/FROM "public"."panels"/, 'reads where the panel is'],
  [/^SELECT n, entry::text AS entry FROM log_entries/, 'reads the log'],
  [/^SELECT id, guild, channel, system, version/, 'reads the battle'],
  [/^WITH gone AS \(DELETE FROM outbox/, 'crosses out what was said'],
];
const kindOf = (statement: string): string => kinds.find(([begins]) => begins.test(statement))?.[1] ?? statement;

/** True for the regular checks of the outbox and of the alarms, and if a slow machine renews its hold on a message. */
const isBeside = (statement: string): boolean =>
  /^SELECT DISTINCT guild AS server FROM outbox|^WITH due AS \( SELECT guild, id FROM alarms|^UPDATE outbox AS o SET due_at/.test(
    statement,
  );

let database: Database;
let t: Table;
const asked: string[] = [];
beforeAll(async () => {
  database = await openDatabase({ databaseUrl: undefined, dataDir: undefined });
  if (database.under.kind !== 'embedded') throw new Error('It is to be an embedded one.');
  const { pglite } = database.under;
  const query = pglite.query.bind(pglite);
  pglite.query = (statement, ...more) => {
    asked.push(statement.replaceAll(/\s+/g, ' ').trim());
    return query(statement, ...more);
  };
  t = await table('thread', createDatabaseStores(database));
  await onTheBridge(t);
});
afterAll(async () => {
  await t.close();
  await database.close();
});

/** The database statements of an order, until everything is sent and shown. */
const askedBy = async (who: Person, line: string): Promise<readonly string[]> => {
  await t.discord.quiet();
  asked.splice(0);
  expect(isRefusal(await who.slash(line))).toBe(false);
  await t.discord.quiet();
  return asked.filter((statement) => !isBeside(statement)).map(kindOf);
};

/** The statements after the commit: reading the turn's message and the battle, and acknowledging the outbox. */
const most = [
  'commits the order',
  'reads how the server has things told',
  'reads where the panel is',
  'reads the log',
  'reads the battle',
  'crosses out what was said',
  'crosses out what was said',
];

test('an ordinary order starts with its commit and makes at most six other queries', async () => {
  await t.ann.slash('/turn facing:SE');
  for (const [who, line] of [
    [t.ann, '/turn facing:E'],
    [t.gwen, '/turn facing:SE as:Ann'],
  ] as const) {
    const statements = await askedBy(who, line);
    expect(statements[0]).toBe(most[0]);
    const left = [...most];
    expect(
      statements.filter((each) => left.splice(left.indexOf(each), left.includes(each) ? 1 : 0).length === 0),
    ).toEqual([]);
  }
});
