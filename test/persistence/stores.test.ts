import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Issuer } from '../../src/battle/decide/decisions.ts';
import { appEdition } from '../../src/battle/editions/app-edition.ts';
import { createBattleService } from '../../src/battle/service.ts';
import { createBattleStore } from '../../src/persistence/battle-store.ts';
import { type DatabaseLocation, openDatabase } from '../../src/persistence/database.ts';
import { rulesets } from '../../src/systems/index.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { someOf } from '../budget.ts';
import { newPostgres } from '../shared.ts';
import { askedRollSuite } from './asked-roll-suite.ts';
import { batchSuite } from './batch-suite.ts';
import { aCampaign, aHappening, campaignSuite } from './campaign-suite.ts';
import { librarySuite } from './library-suite.ts';
import { outboxSuite } from './outbox-suite.ts';
import { pictureSuite } from './picture-suite.ts';
import { aBattle, aCharacter, anEntry, bare, nextOf } from './samples.ts';
import { spokenSuite } from './spoken-suite.ts';
import { type Stores, storeSuite } from './store-suite.ts';

const folder = await mkdtemp(join(tmpdir(), 'brotherhood-stores-'));
const url = await newPostgres();
/** The stores shared by the suites of one database. */
const shared: Stores[] = [];
afterAll(async () => {
  for (const { close } of shared) await close();
  await rm(folder, { recursive: true, force: true });
});

const openStores = async (where: DatabaseLocation): Promise<Stores> => {
  const database = await openDatabase(where);
  return { ...createDatabaseStores(database), close: database.close };
};

/** In every run partitions.test.ts tries them on PostgreSQL. */
const databases: readonly (DatabaseLocation & { readonly called: string })[] = [
  { called: 'on PGlite in memory', databaseUrl: undefined, dataDir: undefined },
  { called: 'on PostgreSQL', databaseUrl: url, dataDir: undefined },
];

const suites = [
  ...[storeSuite, campaignSuite, outboxSuite, librarySuite],
  ...[pictureSuite, askedRollSuite, spokenSuite, batchSuite],
] as const;
for (const suite of suites) suite('in memory', async () => ({ ...createMemoryStores(), close: async () => {} }));
for (const { called, ...where } of someOf(databases, 1)) {
  let opened: Promise<Stores> | undefined;
  const open = async (): Promise<Stores> => {
    opened ??= openStores(where);
    const stores = await opened;
    if (!shared.includes(stores)) shared.push(stores);
    return { ...stores, close: async () => {} };
  };
  for (const suite of suites) suite(called, open);
}

const keeping: typeof databases = [
  { called: 'on PGlite in a folder', databaseUrl: undefined, dataDir: folder },
  { called: 'on PostgreSQL', databaseUrl: url, dataDir: undefined },
];
describe.each(someOf(keeping, 1))('a database $called', (where) => {
  test('a database stores who has a seat in which battle', async () => {
    const { prisma, close } = await openDatabase(where);
    const store = createBattleStore(prisma);
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

  test('a database row stores its edition', async () => {
    const database = await openDatabase(where);
    const { prisma, close } = database;
    const stores = createDatabaseStores(database);
    const character = aCharacter({ owner: 'hal', edition: 7 });
    await stores.characters.save(character);
    const happening = aHappening(character.id, { edition: 6 });
    await stores.histories.add(happening);
    const campaign = aCampaign({ editions: { skirmish: 5 } });
    await stores.campaigns.create(campaign);
    expect(await prisma.character.findFirst({ where: { id: character.id }, select: { edition: true } })).toEqual({
      edition: 7,
    });
    const { edition: _, ...happened } = happening;
    expect(await prisma.happening.findFirst({ where: { id: happening.id }, omit: { n: true, guild: true } })).toEqual({
      ...{ id: happening.id, character: character.id, happening: happened },
      ...{ edition: appEdition, rulesEdition: 6 },
    });
    const { editions, ...written } = campaign;
    expect(
      await prisma.campaign.findFirst({ where: { id: campaign.id }, select: { campaign: true, editions: true } }),
    ).toEqual({ campaign: written, editions });
    await close();
  });

  test('a database keeps its data after it was closed and opened again', async () => {
    const battle = aBattle();
    const first = await openStores(where);
    await first.battles.create(battle, anEntry(1));
    await first.close();
    const second = await openStores(where);
    expect(bare(await second.battles.byId(battle.id))).toEqual(battle);
    await second.close();
  });

  test('a database throws if a saved battle is invalid', async () => {
    const { prisma, close } = await openDatabase(where);
    const store = createBattleStore(prisma);
    const battle = aBattle();
    await store.create(battle, anEntry(1));
    await prisma.battle.updateMany({ where: { id: battle.id }, data: { table: { name: 7 } } });
    await expect(store.byId(battle.id)).rejects.toThrow(/name/);
    await close();
  });
});

test('serializable isolation also accepts one of many simultaneous commits', async () => {
  const { prisma, close } = await openDatabase({ databaseUrl: url, dataDir: undefined });
  const strict = await openDatabase({
    databaseUrl: `${url}?options=-c%20default_transaction_isolation%3Dserializable`,
    dataDir: undefined,
  });
  expect(await strict.prisma.$queryRaw`SHOW transaction_isolation`).toEqual([
    { transaction_isolation: 'serializable' },
  ]);
  const battle = aBattle();
  await createBattleStore(prisma).create(battle, anEntry(1));
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      createBattleStore(strict.prisma).commit(nextOf(battle), anEntry(2, { orderId: `strict-${i}` })),
    ),
  );
  expect(outcomes.filter((each) => each === 'kept')).toHaveLength(1);
  expect(outcomes.filter((each) => each === 'stale')).toHaveLength(49);
  await Promise.all([close(), strict.close()]);
});

test('a process never uses its cached battle after another process changed it', async () => {
  const where = { databaseUrl: await newPostgres(), dataDir: undefined };
  const [one, other] = [await openStores(where), await openStores(where)];
  const battle = { ...aBattle(), game: { hp: 10, log: 'x'.repeat(20_000) } };
  expect(await one.battles.create(battle, anEntry(1))).toBe('kept');
  const first = await one.battles.byId(battle.id);
  expect(await one.battles.byId(battle.id)).toBe(first);

  const read = await other.battles.byChannel(battle.channel);
  if (first === undefined || read === undefined) throw new Error('It is not there.');
  const second = { ...read, version: 2, game: { hp: 9, log: 'x'.repeat(20_000) } };
  expect(await other.battles.commit(second, anEntry(2))).toBe('kept');
  expect((await one.battles.byChannel(battle.channel))?.game).toEqual(second.game);
  expect((await one.battles.byId(battle.id))?.version).toBe(2);

  // The process that saved it has it cached, and saves the next state.
  const known = await other.battles.byId(battle.id);
  if (known === undefined) throw new Error('It is not there.');
  expect(known.game).toBe(second.game);
  expect(await other.battles.commit({ ...known, version: 3, game: { ...second.game, hp: 8 } }, anEntry(3))).toBe(
    'kept',
  );
  expect(
    await one.battles.commit({ ...second, version: 3, game: second.game }, anEntry(3, { orderId: 'late' })),
  ).not.toBe('kept');
  expect((await one.battles.byId(battle.id))?.game).toEqual({ ...second.game, hp: 8 });

  // Another process erases a user under the same version.
  const there = await other.battles.byId(battle.id);
  if (there === undefined) throw new Error('It is not there.');
  const without = { ...there, game: { hp: 8, log: '' } };
  expect(await other.battles.rewrite(without, 3, { changed: [], entry: undefined, waitChanges: undefined })).toBe(
    'kept',
  );
  expect((await one.battles.byId(battle.id))?.game).toEqual({ hp: 8, log: '' });
  expect((await other.battles.byId(battle.id))?.game).toEqual({ hp: 8, log: '' });
  await one.close();
  await other.close();
});

test('an order decided on a stale cached battle is decided again', async () => {
  const where = { databaseUrl: await newPostgres(), dataDir: undefined };
  const [one, other] = [await openStores(where), await openStores(where)];
  const [here, there] = [one, other].map(({ battles: store }) =>
    createBattleService({ rulesets, store, now: Date.now }),
  );
  if (here === undefined || there === undefined) throw new Error('Both are to be there.');
  const by = (orderId: string): Issuer => ({ user: 'gm', name: 'gm', guild: '77', channel: 'c', orderId });
  const roll = { notation: '1d6' };
  expect((await here.create(by('1'), { system: 'skure', name: 'It' })).ok).toBe(true);
  expect((await there.roll(by('2'), roll, 'public')).ok).toBe(true);
  expect((await here.roll(by('3'), roll, 'public')).ok).toBe(true);
  // The repeated order is answered again, and not refused.
  expect((await there.roll(by('3'), roll, 'public')).ok).toBe(true);
  // A battle that another process ended is over here too, and a new one is not confused with it.
  expect((await there.finish(by('4'), undefined, '')).ok).toBe(true);
  expect((await there.create(by('5'), { system: 'skure', name: 'Another' })).ok).toBe(true);
  expect((await here.roll(by('6'), roll, 'public')).ok).toBe(true);
  const battle = await other.battles.byChannel('c');
  if (battle === undefined) throw new Error('It is not there.');
  expect((await other.battles.log(battle)).map(({ orderId }) => orderId)).toEqual(['5', '6']);
  await one.close();
  await other.close();
});
