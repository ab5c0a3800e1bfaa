import { setTimeout as sleep } from 'node:timers/promises';
import { createClockScheduler, startClock } from '../../src/app/clock/clock-scheduler.ts';
import type { Asker, CommandInput } from '../../src/app/command-kit/command.ts';
import { noTransport, type Transport } from '../../src/app/outbox/transport.ts';
import { pingOf, type Reply } from '../../src/app/replies/reply.ts';
import type { Stores } from '../../src/campaign/stores.ts';
import { createAlarmStore } from '../../src/persistence/alarm-store.ts';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { pathOf } from '../app/house.ts';
import { newEmbedded } from '../shared.ts';

/** Stores with simulated time. */
export interface Ground {
  readonly stores: Stores;
  /** Advances the time and waits until due alarms have rung. */
  readonly passed: (milliseconds: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const memoryGround = async (now: () => number): Promise<Ground> => {
  const stores = createMemoryStores(now, 'when called');
  return { stores, passed: () => stores.waits.ringDueAlarms(), close: async () => {} };
};

/** Advances the time by moving waiting alarms to an earlier time. */
const shifted = async ({ prisma }: Database, time: number): Promise<void> => {
  const milliseconds = Math.round(time);
  await prisma.$executeRaw`
    UPDATE alarms SET due_at = due_at - ${milliseconds}::bigint WHERE attempts = 0`;
  await prisma.$executeRaw`
    UPDATE outbox SET due_at = due_at - ${milliseconds}::bigint, created_at = created_at - ${milliseconds}::bigint,
                      token_until = token_until - ${milliseconds}::bigint, expires_at = expires_at - ${milliseconds}::bigint
    WHERE parked_for IS NULL`;
};

const rung = async ({ prisma }: Database): Promise<void> => {
  for (let round = 0; round < 1200; round += 1) {
    const [due] = await prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM alarms WHERE attempts > 0 OR due_at <= extract(epoch FROM now()) * 1000`;
    if (due?.count === 0) return;
    await sleep(50);
  }
  throw new Error('Alarms are due that nobody rings.');
};

export const databaseGround = async (
  databaseUrl: string | undefined,
  onError: (error: unknown) => void = (error) => {
    throw error;
  },
): Promise<Ground & { readonly database: Database }> => {
  const dataDir = databaseUrl === undefined ? await newEmbedded() : undefined;
  const database = await openDatabase({ databaseUrl, dataDir });
  return {
    database,
    stores: { ...createDatabaseStores(database), alarms: createAlarmStore(database.prisma, onError, 500) },
    passed: async (milliseconds) => {
      await shifted(database, milliseconds);
      await rung(database);
    },
    close: database.close,
  };
};

/** Messages that are not answers. A key is sent once, as Discord does. */
export interface Heard {
  readonly to: string;
  readonly reply: Reply;
  readonly once: string | undefined;
}

export const recordingPlaces = (closed: readonly string[] = []) => {
  const heard: Heard[] = [];
  /** Every attempt to send a message, duplicates included. */
  const tried: string[] = [];
  let failures = 0;
  const say = (to: string, reply: Reply, once: string | undefined) => {
    tried.push(`${to} ${once}`);
    if (failures > 0) {
      failures -= 1;
      throw new Error('The network is down.');
    }
    if (closed.includes(to)) return 'forbidden' as const;
    if (once === undefined || !heard.some((each) => each.to === to && each.once === once))
      heard.push({ to, reply, once });
    return 'sent' as const;
  };
  const shown: string[] = [];
  const places: Transport = {
    ...noTransport,
    failureKind: () => 'passes',
    panel: async (battle) => void shown.push(battle),
    find: async (id) => ({ id, kind: 'text', name: id, parent: undefined, guild: 'guild' }),
    post: async (channel, reply, once) => say(`#${channel}`, reply, once),
    direct: async (user, reply, once) => say(`@${user}`, reply, once),
  };
  return {
    places,
    heard,
    /** Battles whose panel was shown, once for each time. */
    shown,
    tried,
    failNext: (count: number) => {
      failures = count;
    },
  };
};

export const hour = 3_600_000;
/** A Friday. */
const beginning = Date.parse('2026-11-20T12:00:00Z');

/** A clock that the test advances. */
export const virtualClock = (start = beginning) => {
  let ahead = 0;
  return {
    now: () => start + ahead,
    turn: (milliseconds: number) => {
      ahead += milliseconds;
    },
  };
};

/** The titles and lines of a message, in one text. */
export const textOf = ({ cards }: Reply): string =>
  cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]).join(' | ');

/** The app with a clock that the test advances, on the given stores. */
export const clockStage = async (
  ground: (now: () => number) => Promise<Ground>,
  closed: readonly string[] = [],
  clock = virtualClock(),
) => {
  const { stores, passed, close } = await ground(clock.now);
  const said = recordingPlaces(closed);
  let orders = 0;
  const open = async () => {
    const house = composeApp({ stores: stores, now: clock.now, transport: said.places });
    await house.outbox.startDelivery(() => true);
    const keeper = createClockScheduler(house.services);
    const stop = await startClock(house.services);
    return {
      ...house,
      keeper,
      stop: async () => {
        await stop();
        await house.outbox.close();
      },
    };
  };
  let house = await open();
  const others: Awaited<ReturnType<typeof open>>[] = [];
  const asker = (user: string, channel: string): Asker => ({
    user,
    name: user,
    guild: 'guild',
    channel,
    orderId: `interaction-${++orders}`,
    manages: user === 'gm',
  });
  /** Sends all messages that can be sent now. */
  const allSaid = async (): Promise<void> => {
    for (let round = 0; round < 2; round += 1) for (const each of [house, ...others]) await each.idle();
  };
  const ask = async (user: string, path: string, input: CommandInput = {}, channel = 'table') => {
    const answer = await house.dispatcher.run(await pathOf(house, path, channel), asker(user, channel), input);
    await allSaid();
    return answer;
  };
  const run = async (user: string, path: string, input: CommandInput = {}, channel = 'table'): Promise<Reply> => {
    const answer = await ask(user, path, input, channel);
    if (!answer.ok) throw new Error(`${path}: ${answer.error.code} ${JSON.stringify(answer.error.facts)}`);
    return answer.value;
  };
  return {
    stores,
    clock,
    ...said,
    refreshed: said.shown,
    ask,
    run,
    house: () => house,
    /** Advances the clock and waits for everything that is due. */
    pass: async (milliseconds: number) => {
      clock.turn(milliseconds);
      await passed(milliseconds);
      await allSaid();
    },
    allSaid,
    /** Lets stores and alarms follow a clock that was already advanced. */
    passed: async (milliseconds: number) => {
      await passed(milliseconds);
      await allSaid();
    },
    /** A second process on the same database. */
    another: async () => {
      await stores.waits.noteRunning(clock.now(), false);
      others.push(await open());
    },
    stopped: () => house.stop(),
    started: async () => {
      house = await open();
    },
    log: async (channel = 'table') => {
      const battle = await stores.battles.byChannel(channel);
      return battle === undefined ? [] : stores.battles.log(battle);
    },
    /** Messages since the last call: recipient, text and mentioned users. */
    news: () => said.heard.splice(0).map(({ to, reply }) => ({ to, says: textOf(reply), ping: pingOf(reply) })),
    duel: async (channel = 'table') => {
      await run('gm', 'battle create', { system: 'skure', name: `Duel of ${channel}`, size: '6x6' }, channel);
      await run('ada', 'battle join', { preset: 'Swordsman', name: 'Ada', side: 'red' }, channel);
      await run('bob', 'battle join', { preset: 'Swordsman', name: 'Bob', side: 'blue' }, channel);
      await run('gm', 'battle place', { target: 'Ada', to: 'C3', facing: 'S' }, channel);
      await run('gm', 'battle place', { target: 'Bob', to: 'C4', facing: 'N' }, channel);
      // Enough hit points to survive any default action.
      await run('gm', 'gm set', { field: 'hp', who: 'Ada, Bob', value: '900', reason: 'long breath' }, channel);
      await run('gm', 'battle start', {}, channel);
    },
    /** If Ada attacks Bob, Eve is asked whether she takes the attack. */
    guarded: async (channel = 'table') => {
      await run('gm', 'battle create', { system: 'skure', name: 'Guard', size: '6x6' }, channel);
      for (const [name, side, to, facing] of [
        ['Ada', 'red', 'C2', 'S'],
        ['Bob', 'blue', 'C4', 'N'],
        ['Eve', 'blue', 'C3', 'N'],
      ] as const) {
        await run(name.toLowerCase(), 'battle join', { preset: 'Swordsman', name, side }, channel);
        await run('gm', 'battle place', { target: name, to, facing }, channel);
      }
      await run('gm', 'battle start', {}, channel);
      await run('gm', 'gm set', { field: 'melee-range', who: 'Ada', value: '2', reason: 'a long blade' }, channel);
    },
    close: async () => {
      for (const each of [house, ...others]) await each.stop();
      await close();
    },
  };
};
export type ClockStage = Awaited<ReturnType<typeof clockStage>>;
