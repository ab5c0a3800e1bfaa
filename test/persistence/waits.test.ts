import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BattleStore } from '../../src/battle/saved/store.ts';
import {
  type Alarm,
  alarmId,
  type BattleWait,
  type WaitChanges,
  type WaitStore,
} from '../../src/battle/saved/waits.ts';
import { defaultPersonalSettings, type PeopleStore, type PersonalSettings } from '../../src/campaign/people.ts';
import { createAlarmStore } from '../../src/persistence/alarm-store.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { isLong, someOf } from '../budget.ts';
import { begunByClock } from '../campaign/begun-by-clock.ts';
import { clockStage, databaseGround, hour, virtualClock } from '../campaign/clock-stage.ts';
import { type RealPostgres, realPostgres } from './real-postgres.ts';
import { aBattle, anEntry, nextOf } from './samples.ts';

let server: RealPostgres;
beforeAll(async () => {
  server = await realPostgres();
});
afterAll(() => server.end());

interface Opened {
  readonly battles: BattleStore;
  readonly waits: WaitStore;
  readonly people: PeopleStore;
  /** The number of alarms, if it can be counted. */
  readonly alarms: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const onDatabase = async (url: string | undefined): Promise<Opened> => {
  const { stores, database, close } = await databaseGround(url);
  return { ...stores, alarms: () => database.prisma.alarm.count(), close };
};

const grounds: readonly { readonly where: string; readonly open: () => Promise<Opened> }[] = [
  { where: 'on PostgreSQL', open: () => onDatabase(server.url) },
  { where: 'on PGlite', open: () => onDatabase(undefined) },
  {
    where: 'in memory',
    open: async () => ({ ...createMemoryStores(), alarms: async () => Number.NaN, close: async () => {} }),
  },
];

describe.each(someOf(grounds, 1))('waits, $where', ({ where, open }) => {
  let stores: Opened;
  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores.close());

  const created = async () => {
    const battle = aBattle();
    await stores.battles.create(battle, anEntry(1));
    return battle;
  };
  const wait = (battle: string, actor: string, parts: Partial<BattleWait> = {}): BattleWait => ({
    ...{ battle, actor, kind: 'turn', user: actor.toLowerCase(), what: 'to act' },
    ...{ since: 2, at: 1000, begun: 1000, spent: 0, told: 0, state: 'running' as const, deputy: undefined },
    ...parts,
  });
  const aftermath = (waits: readonly BattleWait[], anew: boolean, alarms: readonly Alarm[] = []): WaitChanges => ({
    waits: waits.map((each) => ({ ...each, isNew: anew })),
    alarms,
  });
  const alarm = (battle: string, after = 3_600_000): Alarm => ({
    after,
    data: { battle, actor: 'Ada', kind: 'turn', since: 2, step: 'reminder', due: 1, tries: 0 },
  });

  test('waits are saved with the entry and read back', async () => {
    const battle = await created();
    const ada = wait(battle.id, 'Ada', { begun: undefined, spent: 12, deputy: { user: 'dan', until: 99 } });
    const bob = wait(battle.id, 'Bob', { state: 'asked', told: 2 });
    await stores.battles.commit(nextOf(battle), anEntry(2), aftermath([ada, bob], true));
    expect(await stores.waits.forBattle(battle.id)).toEqual([ada, bob]);
  });

  test('waits keep their elapsed time if the actor is still awaited, and otherwise start or end', async () => {
    const battle = await created();
    const [ada, bob, eve] = [wait(battle.id, 'Ada'), wait(battle.id, 'Bob'), wait(battle.id, 'Eve')];
    await stores.battles.commit(nextOf(battle), anEntry(2), aftermath([ada, bob, eve], true));
    expect(await stores.waits.claim(ada, 1, 'an alarm')).toBe(true);
    const later = { since: 3, at: 5000, begun: 5000 };
    const next: WaitChanges = {
      waits: [
        { ...ada, ...later, what: 'to act again', isNew: false },
        { ...bob, ...later, isNew: true },
        { ...wait(battle.id, 'Cid', later), isNew: false },
      ],
      alarms: [],
    };
    await stores.battles.commit(nextOf(nextOf(battle)), anEntry(3), next);
    expect((await stores.waits.forBattle(battle.id)).toSorted((a, b) => (a.actor < b.actor ? -1 : 1))).toEqual([
      { ...ada, what: 'to act again', told: 1 },
      { ...bob, ...later },
      wait(battle.id, 'Cid', later),
    ]);
  });

  test('a wait stays with the GM who was asked to act, and the player may still act', async () => {
    const battle = await created();
    const ada = wait(battle.id, 'Ada', {
      user: 'gm',
      state: 'asked',
      deputy: { user: 'ada', until: Number.MAX_SAFE_INTEGER },
    });
    await stores.battles.commit(nextOf(battle), anEntry(2), aftermath([ada], true));
    await stores.battles.commit(nextOf(nextOf(battle)), anEntry(3), aftermath([wait(battle.id, 'Ada')], false));
    expect(await stores.waits.forBattle(battle.id)).toEqual([ada]);
  });

  test('waits are unchanged by a commit that does not mention them or is not saved', async () => {
    const battle = await created();
    const ada = wait(battle.id, 'Ada');
    await stores.battles.commit(nextOf(battle), anEntry(2), aftermath([ada], true));
    const before = await stores.alarms();
    await stores.battles.commit(nextOf(nextOf(battle)), anEntry(3));
    const gone = aftermath([], true, [alarm(battle.id)]);
    expect(await stores.battles.commit(nextOf(battle), anEntry(2, { orderId: 'late' }), gone)).toBe('stale');
    expect(await stores.battles.commit(nextOf(nextOf(nextOf(battle))), anEntry(4, { orderId: 'order-2' }), gone)).toBe(
      'twice',
    );
    expect(await stores.waits.forBattle(battle.id)).toEqual([ada]);
    expect(await stores.alarms()).toBe(before);
  });

  test('alarms are set with the entry, each once', async () => {
    const battle = await created();
    const before = await stores.alarms();
    const set = aftermath([wait(battle.id, 'Ada')], true, [alarm(battle.id)]);
    await stores.battles.commit(nextOf(battle), anEntry(2), set);
    await stores.battles.commit(nextOf(nextOf(battle)), anEntry(3), set);
    expect(await stores.alarms()).toBe(where === 'in memory' ? Number.NaN : before + 1);
    expect(alarmId(alarm(battle.id).data)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('a reminder of a wait is claimed by one alarm, which may claim it again', async () => {
    const battle = await created();
    const ada = wait(battle.id, 'Ada');
    await stores.battles.commit(nextOf(battle), anEntry(2), aftermath([ada], true));
    const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => stores.waits.claim(ada, 1, `alarm-${n}`)));
    expect(claims.filter((each) => each)).toHaveLength(1);
    expect(await stores.waits.claim(ada, 1, `alarm-${claims.indexOf(true)}`)).toBe(true);
    expect(await stores.waits.claim({ ...ada, since: 1 }, 2, 'an alarm of before')).toBe(false);
    expect(await stores.waits.claim(ada, 2, 'the next')).toBe(true);
    expect(await stores.waits.claim(ada, 1, `alarm-${claims.indexOf(true)}`)).toBe(false);
  });

  test('waits are listed for each user and deputy, the newest first', async () => {
    const [old, young] = [await created(), await created()];
    const deputy = { user: 'dan', until: 5000 };
    await stores.battles.commit(nextOf(old), anEntry(2), aftermath([wait(old.id, 'Zoe', { at: 10, deputy })], true));
    await stores.battles.commit(nextOf(young), anEntry(2), aftermath([wait(young.id, 'Zoe', { at: 20 })], true));
    const zoe = await stores.waits.forUser('zoe', 0);
    expect(zoe.map(({ battle, name, channel, guild }) => ({ battle, name, channel, guild }))).toEqual(
      [young, old].map(({ id, channel, guild }) => ({ battle: id, name: 'The Ford', channel, guild })),
    );
    expect((await stores.waits.forUser('dan', 4999)).map(({ battle }) => battle)).toEqual([old.id]);
    expect(await stores.waits.forUser('dan', 5000)).toEqual([]);
  });

  test.each(['nul \0 inside', 'lone \ud800 half', "'; DROP TABLE awaited; --"])(
    'waits accept any name: %j',
    async (name) => {
      const battle = await created();
      await stores.battles.commit(nextOf(battle), anEntry(2), aftermath([wait(battle.id, name, { what: name })], true));
      const [found] = await stores.waits.forBattle(battle.id);
      expect(found !== undefined && (await stores.waits.claim({ ...found, actor: name }, 1, 'x'))).toBe(true);
    },
  );

  test('listTimed returns the waits of battles that have a time limit, and no others', async () => {
    const plain = aBattle();
    const timed = aBattle({ table: { ...plain.table, clock: { ...plain.table.clock, seconds: 3600 } } });
    for (const battle of [plain, timed]) {
      await stores.battles.create(battle, anEntry(1));
      await stores.battles.commit(nextOf(battle), anEntry(2), aftermath([wait(battle.id, 'Ada')], true));
    }
    const found = (await stores.waits.listTimed()).map(({ battle }) => battle);
    expect(found).toContain(timed.id);
    expect(found).not.toContain(plain.id);
  });

  test('personal settings are stored, and otherwise are the defaults', async () => {
    const ada: PersonalSettings = {
      ...defaultPersonalSettings('ada'),
      ...{ zone: 'Europe/Berlin', quiet: { from: 1320, to: 420 }, weekdaysOff: [6, 7], awayUntil: 99 },
      ...{ datesOff: [{ from: '2026-12-24', to: '2026-12-26' }] },
    };
    await stores.people.save({ ...ada, zone: 'UTC' });
    await stores.people.save(ada);
    expect(await stores.people.findMany(['ada', 'bob'])).toEqual(
      new Map([
        ['ada', ada],
        ['bob', defaultPersonalSettings('bob')],
      ]),
    );
    const deputy = { user: 'dan', name: 'Dan', until: 1_800_000_000_000 };
    await stores.people.saveLocale('ada', 'ja');
    await stores.people.saveLocale('eve', 'de');
    expect(await stores.people.findMany(['ada', 'eve'])).toEqual(
      new Map([
        ['ada', { ...ada, locale: 'ja' }],
        ['eve', { ...defaultPersonalSettings('eve'), locale: 'de' }],
      ]),
    );
    await stores.people.save({ ...ada, deputy });
    expect((await stores.people.findMany(['ada'])).get('ada')).toEqual({ ...ada, deputy });
    expect(await stores.people.listRepresentedBy('dan')).toEqual(['ada']);
    await stores.people.remove('dan');
    expect((await stores.people.findMany(['ada'])).get('ada')).toEqual(ada);
    expect(await stores.people.listRepresentedBy('dan')).toEqual([]);
    await stores.people.remove('ada');
    expect(await stores.people.findMany(['ada'])).toEqual(new Map([['ada', defaultPersonalSettings('ada')]]));
  });
});

const hurried = async (on: Awaited<ReturnType<typeof clockStage>>, channel: string, reminders = 'none') => {
  await on.duel(channel);
  await on.run('gm', 'battle clock', { do: 'set', time: '1h', reminders }, channel);
};
const byClock = async (on: Awaited<ReturnType<typeof clockStage>>, channel: string) =>
  begunByClock(await on.log(channel)).length;

test('two processes on one database run each alarm once between them', async () => {
  const clock = virtualClock();
  const ground = () => databaseGround(server.url);
  const first = await clockStage(ground, [], clock);
  const second = await clockStage(ground, [], clock);
  const channels = Array.from({ length: isLong ? 12 : 4 }, (_, n) => `shared-${n}`);
  for (const channel of channels) await hurried(first, channel, '50');
  await first.pass(0.6 * hour);
  await first.pass(0.5 * hour);
  // The second process may still be sending what it claimed.
  await second.allSaid();
  expect(await Promise.all(channels.map((channel) => byClock(first, channel)))).toEqual(channels.map(() => 1));
  const tried = [...first.tried, ...second.tried].filter((each) => each.includes('#shared'));
  expect(new Set(tried).size).toBe(2 * channels.length);
  expect(tried).toHaveLength(2 * channels.length);
  for (const channel of channels) await first.run('gm', 'battle end', {}, channel);
  await first.close();
  await second.close();
});

test('an alarm of a process that died is run by another', async () => {
  const opened: Awaited<ReturnType<typeof databaseGround>>[] = [];
  const on = await clockStage(async () => {
    const ground = await databaseGround(server.url);
    opened.push(ground);
    return ground;
  });
  const [ground] = opened;
  if (ground === undefined) throw new Error('nothing was opened');
  const { prisma } = ground.database;
  await hurried(on, 'orphan');
  await on.stopped();
  on.clock.turn(2 * hour);
  await on.stores.waits.noteRunning(on.clock.now(), false);
  // A process claimed them and died before it was done.
  expect((await prisma.alarm.updateMany({ data: { attempts: 1, dueAt: 0 } })).count).toBeGreaterThan(0);
  await on.started();
  await on.pass(0.1 * hour);
  expect(await byClock(on, 'orphan')).toBe(1);
  await on.run('gm', 'battle end', {}, 'orphan');
  await on.close();
});

test('alarms due while the database was down run once when it is back', async () => {
  const errors: unknown[] = [];
  const on = await clockStage(() => databaseGround(server.url, (error) => errors.push(error)));
  await hurried(on, 'dark', '50');
  await server.stop();
  on.clock.turn(30 * hour);
  await sleep(2500);
  await server.start();
  await expect
    .poll(
      () =>
        on.passed(30 * hour).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
  expect(await byClock(on, 'dark')).toBe(1);
  expect(on.tried.filter((each) => each.startsWith('#dark'))).toHaveLength(1);
  expect(errors.length).toBeGreaterThan(0);
  await on.run('gm', 'battle end', {}, 'dark');
  await on.close();
});

test('a failing alarm is retried and dropped after 20 failures', async () => {
  const { database, close } = await databaseGround(undefined);
  const { alarm: rows } = database.prisma;
  const errors: unknown[] = [];
  const alarms = createAlarmStore(database.prisma, (error) => errors.push(error), 20);
  const alarm = (actor: string) =>
    ({ battle: 'b', actor, kind: 'turn', since: 1, step: 'look', due: 1, tries: 0 }) as const;
  for (const actor of ['Good', 'Bad']) await alarms.set({ after: 0, data: alarm(actor) });
  await rows.update({ where: { guild_id: { guild: '', id: alarmId(alarm('Bad')) } }, data: { attempts: 18 } });
  const rung: string[] = [];
  const inHand = Promise.withResolvers<void>();
  const stop = await alarms.startRinging(async ({ actor }, _, again) => {
    rung.push(`${actor}${again ? ' again' : ''}`);
    if (actor === 'Bad') throw new Error('no');
    if (actor === 'Slow') await inHand.promise;
  });
  await expect.poll(async () => (await rows.findMany()).map(({ attempts }) => attempts)).toEqual([19]);
  expect(errors).toEqual([]);
  await rows.updateMany({ data: { dueAt: 0 } });
  await expect.poll(() => rows.count()).toBe(0);
  expect(rung.toSorted()).toEqual(['Bad again', 'Bad again', 'Good']);
  expect(errors).toHaveLength(1);
  await alarms.set({ after: 0, data: alarm('Slow') });
  await expect.poll(() => rung).toContain('Slow');
  const stopped = stop();
  expect(await rows.count()).toBe(1);
  inHand.resolve();
  await stopped;
  expect(await rows.count()).toBe(0);
  await close();
});

test('downtime of the bot counts against no one’s time', async () => {
  const on = await clockStage(() => databaseGround(server.url));
  await hurried(on, 'downtime');
  await on.pass(0.5 * hour);
  await on.stopped();
  on.clock.turn(5 * hour);
  await on.started();
  await on.pass(0);
  expect(await byClock(on, 'downtime')).toBe(0);
  await on.pass(0.4 * hour);
  expect(await byClock(on, 'downtime')).toBe(0);
  await on.pass(0.2 * hour);
  expect(await byClock(on, 'downtime')).toBe(1);
  await on.run('gm', 'battle end', {}, 'downtime');
  await on.close();
});
