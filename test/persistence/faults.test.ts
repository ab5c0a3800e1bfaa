import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BattleStore, StatementInDoubt, StoreUnavailable } from '../../src/battle/saved/store.ts';
import { createBattleStore } from '../../src/persistence/battle-store.ts';
import { createCharacterStore } from '../../src/persistence/character-store.ts';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import { createServerStore } from '../../src/persistence/server-store.ts';
import { stoppableProxy } from '../wiring/stoppable-proxy.ts';
import { type RealPostgres, realPostgres } from './real-postgres.ts';
import { aBattle, aCharacter, anEntry, nextOf } from './samples.ts';

let server: RealPostgres;
beforeAll(async () => {
  server = await realPostgres();
});
afterAll(() => server.end());

describe('a database that restarts', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: server.url, dataDir: undefined });
  });
  afterAll(() => database.close());

  test('an unreachable database makes each store throw StoreUnavailable, then works again', async () => {
    const { prisma } = database;
    const [battles, characters, servers] = [
      createBattleStore(prisma),
      createCharacterStore(prisma),
      createServerStore(prisma),
    ];
    const battle = aBattle();
    await battles.create(battle, anEntry(1));
    const character = aCharacter();
    const ask = [
      () => battles.byChannel(battle.channel),
      () => battles.byId(battle.id),
      () => battles.list(battle.guild),
      () => battles.log(battle),
      () => battles.findEntry(battle, 'order-1'),
      () => battles.create(aBattle(), anEntry(1)),
      () => battles.commit(nextOf(battle), anEntry(2)),
      () => characters.save(character),
      () => characters.find(character.owner, character.guild, character.name),
      () => characters.list(character.owner, character.guild),
      () => characters.remove('nobody'),
      () => servers.settings('42'),
      () =>
        servers.saveSettings({ guild: '42', systems: [], rolls: 'public', houseRules: {}, editions: {}, readings: [] }),
      () => servers.panel(battle.id),
      () => servers.placePanel({ battle: battle.id, channel: 'c', message: 'm', postedAt: 1 }, undefined),
    ] as const;
    await server.stop();
    for (const asking of ask) await expect(asking()).rejects.toThrow(StoreUnavailable);
    await server.start();
    for (const asking of ask) await asking();
    expect((await battles.byId(battle.id))?.version).toBe(2);
  });

  /** Repeats an order while the database is down. */
  const insisting = async (store: BattleStore, id: string, orderId: string): Promise<number> => {
    for (let misses = 0; ; )
      try {
        const battle = (await store.byId(id)) ?? aBattle();
        const n = battle.version + 1;
        if ((await store.commit(nextOf(battle), anEntry(n, { orderId }))) !== 'stale') return misses;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        misses++;
        await wait(20);
      }
  };

  test('orders repeated across a database restart are each saved once', async () => {
    const count = 200;
    const store = createBattleStore(database.prisma);
    const battle = aBattle();
    await store.create(battle, anEntry(1));
    const orders = Array.from({ length: count }, (_, i) => `stream-${i}`);
    let misses = 0;
    const stream = async (own: readonly string[]): Promise<void> => {
      for (const order of own) misses += await insisting(store, battle.id, order);
    };
    const streams = [0, 1, 2].map((k) => stream(orders.filter((_, i) => i % 3 === k)));
    for (let times = 0; times < 2; times++) {
      await wait(150);
      await server.stop();
      await wait(150);
      await server.start();
    }
    await Promise.all(streams);
    const log = await store.log(battle);
    expect(misses).toBeGreaterThan(0);
    expect(log.map(({ n }) => n)).toEqual(Array.from({ length: count + 1 }, (_, i) => i + 1));
    expect(
      log
        .slice(1)
        .map(({ orderId }) => orderId)
        .toSorted(),
    ).toEqual(orders.toSorted());
    expect((await store.byId(battle.id))?.version).toBe(count + 1);
  });
});

describe('a connection that breaks during a write', () => {
  test.each([
    { cut: 'answer', outcome: 'is acknowledged, because it was saved', saved: 2 },
    { cut: 'question', outcome: 'is refused, because it was not saved', saved: 1 },
  ] as const)('a commit that loses its $cut $outcome', async ({ cut, saved }) => {
    const url = new URL(server.url);
    const proxy = await stoppableProxy(Number(url.port));
    url.port = String(proxy.port);
    const database = await openDatabase({ databaseUrl: url.href, dataDir: undefined });
    const store = createBattleStore(database.prisma);
    const battle = aBattle();
    await store.create(battle, anEntry(1));
    proxy.cutNext(cut);
    const done = await store.commit(nextOf(battle), anEntry(2)).catch((error: unknown) => error);
    if (saved === 2) expect(done).toBe('kept');
    else {
      expect(done).toBeInstanceOf(StoreUnavailable);
      expect(done).not.toBeInstanceOf(StatementInDoubt);
    }
    expect((await store.byId(battle.id))?.version).toBe(saved);
    expect(await store.log(battle)).toHaveLength(saved);
    await database.close();
    proxy.close();
  });
});
