import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/persistence/database.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { newPostgres } from '../shared.ts';
import { askedRollSuite } from './asked-roll-suite.ts';
import { campaignSuite } from './campaign-suite.ts';
import { librarySuite } from './library-suite.ts';
import { outboxSuite } from './outbox-suite.ts';
import { partitioned } from './partitioned.ts';
import { pictureSuite } from './picture-suite.ts';
import { spokenSuite } from './spoken-suite.ts';
import { partitionsAskedBy, statementsOf } from './statement-plans.ts';
import { type Stores, storeSuite } from './store-suite.ts';

const url = await newPostgres();
await partitioned(url);
const heard: ReturnType<typeof statementsOf>[] = [];

const open = async (): Promise<Stores> => {
  const database = await openDatabase({ databaseUrl: url, dataDir: undefined });
  if (database.under.kind === 'postgres') heard.push(statementsOf(database.under.pool));
  return { ...createDatabaseStores(database), close: database.close };
};

const where = 'on PostgreSQL, every table partitioned by its server';
storeSuite(where, open);
campaignSuite(where, open);
outboxSuite(where, open);
librarySuite(where, open);
pictureSuite(where, open);
askedRollSuite(where, open);
spokenSuite(where, open);

/**
 * True if a statement names one server and nothing else. Others search all servers, by an id, a channel, a user, or a
 * due time.
 */
const namesServer = (text: string): boolean => /\bguild (=|IN) \(?\$/.test(text) && !text.includes(' OR ');

const plainText = (text: string): string =>
  text
    .replaceAll(/"public"\.|"/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('the statements of each order name its server, and so use one partition', {
  timeout: 60_000,
}, async () => {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('ANALYZE').finally(() => client.end());
  let [orders, named] = [0, 0];
  for (const asked of new Map(heard.flatMap((each) => [...each])).values()) {
    const text = plainText(asked.text);
    const isOrder = /^WITH (saved|moved) AS \( (UPDATE|INSERT INTO) battles /.test(text);
    if (isOrder) orders += 1;
    const partitions = await partitionsAskedBy(url, asked);
    if (isOrder) expect([text, partitions]).not.toEqual([text, undefined]);
    // Battles without a server are filed under their channel, so a move touches two partitions.
    const outside = new Set(asked.values.map(String).filter((value) => value.startsWith('dm:')));
    const most = Math.max(1, outside.size);
    if (!isOrder && !namesServer(text)) continue;
    named += 1;
    expect([text, Math.max(most, partitions ?? 0)]).toEqual([text, most]);
  }
  expect(orders).toBeGreaterThan(10);
  expect(named).toBeGreaterThan(30);
});
