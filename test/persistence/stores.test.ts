import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { inMemory } from '../../src/in-memory.ts';
import { battleStore } from '../../src/persistence/battle-store.ts';
import { openDatabase, type Where } from '../../src/persistence/database.ts';
import { storesOn } from '../../src/stores-on.ts';
import { campaignSuite } from './campaign-suite.ts';
import { realPostgres } from './real-postgres.ts';
import { aBattle, anEntry, nextOf } from './samples.ts';
import { type Stores, storeSuite } from './store-suite.ts';

const folder = await mkdtemp(join(tmpdir(), 'brotherhood-stores-'));
const server = await realPostgres();
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true, force: true });
});

const openStores = async (where: Where): Promise<Stores> => {
  const database = await openDatabase(where);
  return { ...storesOn(database), close: database.close };
};

const databases: readonly (Where & { readonly called: string })[] = [
  { called: 'on PGlite in memory', databaseUrl: undefined, dataDir: undefined },
  { called: 'on PGlite in a folder', databaseUrl: undefined, dataDir: folder },
  { called: 'on PostgreSQL', databaseUrl: server.url, dataDir: undefined },
];

const memory = async (): Promise<Stores> => ({ ...inMemory(), close: async () => {} });
storeSuite('in memory', memory);
campaignSuite('in memory', memory);
for (const { called, ...where } of databases) {
  storeSuite(called, () => openStores(where));
  campaignSuite(called, () => openStores(where));
}

describe.each(databases.slice(1))('a database $called', (where) => {
  test('knows who has a seat in which battle', async () => {
    const { prisma, close } = await openDatabase(where);
    const store = battleStore(prisma);
    const seats = async (battleId: string) =>
      (await prisma.seat.findMany({ where: { battleId }, orderBy: { user: 'asc' } })).map(({ user, role }) => [
        user,
        role,
      ]);
    const battle = aBattle();
    await store.create(battle, anEntry(1));
    expect(await seats(battle.id)).toEqual([['gm', 'gm']]);
    const player = (name: string) => ({ name, role: 'player' as const });
    const joined = nextOf(battle, { table: { ...battle.table, seats: { ada: player('Ada'), bo: player('Bo') } } });
    const table = [{ type: 'seated' as const, user: 'ada', ...player('Ada') }];
    await store.commit(joined, anEntry(2, { table }));
    const both = [
      ['ada', 'player'],
      ['bo', 'player'],
      ['gm', 'gm'],
    ];
    expect(await seats(battle.id)).toEqual(both);
    const handed = nextOf(joined, {
      table: { ...battle.table, gm: 'ada', seats: { gm: { name: 'Mo', role: 'co-gm' } } },
    });
    await store.commit(handed, anEntry(3, { table: [{ type: 'gm-handed', to: 'ada', name: 'Ada' }] }));
    expect(await seats(battle.id)).toEqual([
      ['ada', 'gm'],
      ['gm', 'co-gm'],
    ]);
    const ordered = nextOf(handed);
    await store.commit(ordered, anEntry(4));
    const undone = nextOf(ordered, { table: joined.table });
    await store.commit(undone, anEntry(5, { request: { kind: 'undo', takes: [3] } }));
    expect(await seats(battle.id)).toEqual(both);
    await close();
  });

  test('keeps everything when it is opened again', async () => {
    const battle = aBattle();
    const first = await openStores(where);
    await first.battles.create(battle, anEntry(1));
    await first.close();
    const second = await openStores(where);
    expect(await second.battles.byId(battle.id)).toEqual(battle);
    await second.close();
  });

  test('says so when a saved battle is not one', async () => {
    const { prisma, close } = await openDatabase(where);
    const store = battleStore(prisma);
    const battle = aBattle();
    await store.create(battle, anEntry(1));
    await prisma.battle.update({ where: { id: battle.id }, data: { table: { name: 7 } } });
    await expect(store.byId(battle.id)).rejects.toThrow(/name/);
    await close();
  });
});

test('a database that isolates more strictly gives one winner too', async () => {
  const { prisma, close } = await openDatabase({ databaseUrl: server.url, dataDir: undefined });
  const strict = await openDatabase({
    databaseUrl: `${server.url}?options=-c%20default_transaction_isolation%3Dserializable`,
    dataDir: undefined,
  });
  expect(await strict.prisma.$queryRaw`SHOW transaction_isolation`).toEqual([
    { transaction_isolation: 'serializable' },
  ]);
  const battle = aBattle();
  await battleStore(prisma).create(battle, anEntry(1));
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      battleStore(strict.prisma).commit(nextOf(battle), anEntry(2, { orderId: `strict-${i}` })),
    ),
  );
  expect(outcomes.filter((each) => each === 'kept')).toHaveLength(1);
  expect(outcomes.filter((each) => each === 'stale')).toHaveLength(49);
  await Promise.all([close(), strict.close()]);
});
