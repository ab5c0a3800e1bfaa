import { openDatabase } from '../../src/persistence/database.ts';
import { databaseStores } from '../../src/wiring/database-stores.ts';
import { newPostgres } from '../shared.ts';
import { campaignSuite } from './campaign-suite.ts';
import { outboxSuite } from './outbox-suite.ts';
import { partitioned } from './partitioned.ts';
import { shelfSuite } from './shelf-suite.ts';
import { type Stores, storeSuite } from './store-suite.ts';

const url = await newPostgres();
await partitioned(url);

const open = async (): Promise<Stores> => {
  const database = await openDatabase({ databaseUrl: url, dataDir: undefined });
  return { ...databaseStores(database), close: database.close };
};

const where = 'on PostgreSQL, every table partitioned by its server';
storeSuite(where, open);
campaignSuite(where, open);
outboxSuite(where, open);
shelfSuite(where, open);
