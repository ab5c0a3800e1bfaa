import { setTimeout as sleep } from 'node:timers/promises';
import { createBattleStore } from '../../src/persistence/battle-store.ts';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import type { FakeDiscord } from '../discord/fake/discord.ts';
import type { Person } from '../discord/fake/person.ts';
import { until } from '../discord/fake/until.ts';
import { eventually } from './cluster.ts';

/** What became of all orders so far. */
export interface Fate {
  readonly acknowledged: number;
  readonly refused: number;
  /** Orders that no process answered. */
  readonly unanswered: number;
  /** Acknowledged orders that are not in the log. */
  readonly lost: number;
  /** Orders that are in the log twice, or were posted twice. */
  readonly doubled: number;
  /** Orders and acts of a clock that are in the log and were not posted. */
  readonly untold: number;
  /** Orders that were refused with a message and are in the log. */
  readonly untrue: number;
  /** Clocks that ran out and did not act. */
  readonly missed: number;
  readonly problems: readonly string[];
}

type Answer = 'acknowledged' | 'refused' | 'unanswered';

/** A server with a battle in one channel, whose GM gives a stream of orders. */
export interface Club {
  readonly shard: number;
  readonly place: { readonly id: string };
  readonly reader: Person;
  /** The answer to each order, by its text. */
  readonly orders: Map<string, Answer>;
  /** The message that refused an order, by the order’s text. */
  readonly refusals: ReadonlyMap<string, string>;
  /** Number of acknowledged orders so far. */
  readonly acknowledged: () => number;
  /** The GM ends a turn. The clock plays at most one round without an order from a person. */
  readonly act: () => Promise<unknown>;
  /** Gives orders one after another until the signal. */
  readonly stream: (stop: AbortSignal) => Promise<void>;
}

/** The private answer to an order that a public message tells together with others. */
const done = 'Done.';

const clockRanOut = 'the clock ran out';

const newClub = async (discord: FakeDiscord, guild: { readonly id: string }, shard: number): Promise<Club> => {
  const place = discord.newChannel('arena', guild);
  const [gm, ann, bob] = ['Gwen', 'Ann', 'Bob'].map((name) =>
    discord.user(`${name} ${shard}`, { guild, manages: name === 'Gwen' }).at(place),
  ) as [Person, Person, Person];
  const reader = discord.user(`Eve ${shard}`, { guild }).at(place);
  await until(() => discord.commands(guild).length > 0, 'the commands of the server', 60_000);
  await gm.slash('/battle create system:skure name:The ford size:8x8', place);
  await ann.slash(`/battle join preset:Swordsman name:Ann side:red`, place);
  await bob.slash(`/battle join preset:Swordsman name:Bob side:blue`, place);
  await gm.slash('/battle deploy', place);
  await gm.slash('/battle clock do:set time:20h end:default', place);
  await gm.slash('/battle start', place);
  // The clock attacks. So much HP lasts for all rounds, and the battle does not end.
  for (const field of ['max-hp', 'hp']) await gm.slash(`/gm set field:${field} value:10000 who:all`, place);
  const orders = new Map<string, Answer>();
  const refusals = new Map<string, string>();
  let count = 0;
  return {
    ...{ shard, place, reader, orders, refusals },
    acknowledged: () => [...orders.values()].filter((answer) => answer === 'acknowledged').length,
    act: () => gm.slash('/gm skip', place),
    stream: async (stop) => {
      while (!stop.aborted) {
        const text = `Order ${shard}-${++count}.`;
        const shown = await gm.slash(`/gm ruling text:${text}`, place).catch(() => undefined);
        const isDone = shown !== undefined && (!shown.private || shown.text === done);
        if (shown !== undefined && !isDone) refusals.set(text, shown.text);
        orders.set(text, shown === undefined ? 'unanswered' : isDone ? 'acknowledged' : 'refused');
        await sleep(250);
      }
    },
  };
};

/** One club for each shard. */
export const clubsOn = async (discord: FakeDiscord, shardCount: number): Promise<readonly Club[]> => {
  const clubs = new Map<number, Club>();
  while (clubs.size < shardCount) {
    // The shard is in the milliseconds of the id.
    await sleep(1);
    const guild = discord.newGuild(`Club ${clubs.size}`);
    const shard = Number((BigInt(guild.id) >> 22n) % BigInt(shardCount));
    if (!clubs.has(shard)) clubs.set(shard, await newClub(discord, guild, shard));
  }
  return [...clubs.values()].toSorted((a, b) => a.shard - b.shard);
};

/** Runs a task on the database of the cluster, again if a failover interrupts it. */
const onDatabase = <T>(url: string, task: (database: Database) => Promise<T>): Promise<T> =>
  eventually('the database', async () => {
    const database = await openDatabase({ databaseUrl: url, dataDir: undefined });
    return task(database).finally(() => database.close());
  });

let clocks = 0;

/** Lets the clocks of all battles run out now. */
export const letClocksRunOut = async (url: string): Promise<void> => {
  await onDatabase(url, async ({ prisma }) => {
    await prisma.$executeRaw`UPDATE awaited SET begun = begun - 72000000, at = at - 72000000 WHERE begun IS NOT NULL`;
    await prisma.alarm.updateMany({ where: { attempts: 0 }, data: { dueAt: 0 } });
  });
  clocks += 1;
};

/** Waits until all messages are posted. The claims of a killed process are moved back, so that they expire now. */
export const settled = async (url: string): Promise<void> => {
  await eventually('all messages to be posted', async () => {
    const left = await onDatabase(url, async ({ prisma }) => {
      await prisma.alarm.updateMany({ where: { attempts: { gt: 0 } }, data: { dueAt: 0 } });
      await prisma.$executeRaw`UPDATE outbox SET due_at = created_at WHERE held_by <> '' AND item IS NOT NULL`;
      const [row] = await prisma.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM outbox WHERE item IS NOT NULL AND parked_for IS NULL`;
      return row?.count ?? 0;
    });
    if (left > 0) throw new Error(`${left} messages wait.`);
  });
};

const judgeNow = async (url: string, clubs: readonly Club[]): Promise<Fate> => {
  const problems: string[] = [];
  let [lost, doubled, untold, untrue, missed] = [0, 0, 0, 0, 0];
  for (const { place, reader, orders, refusals, shard } of clubs) {
    const log = await onDatabase(url, async ({ prisma }) => {
      const store = createBattleStore(prisma);
      const battle = await store.byChannel(place.id);
      return battle === undefined ? [] : store.log(battle);
    });
    const entries = log.map((entry) => JSON.stringify(entry));
    // One message tells several orders.
    const told = reader
      .sees(place)
      .map(({ text }) => text)
      .join('\n');
    const timesTold = (text: string): number => told.split(text).length - 1;
    for (const [text, answer] of orders) {
      const saved = entries.filter((entry) => entry.includes(text)).length;
      const posted = timesTold(text);
      if (answer === 'acknowledged' && saved === 0) lost += 1;
      if (saved > 1 || posted > 1) doubled += 1;
      if (saved === 1 && posted === 0) untold += 1;
      if (answer === 'refused' && saved > 0) untrue += 1;
      const isRight = saved === posted && (answer === 'unanswered' || saved === Number(answer === 'acknowledged'));
      if (!isRight)
        problems.push(
          `${text} ${answer}, ${saved} times in the log, posted ${posted} times. ${refusals.get(text) ?? ''}`,
        );
    }
    const acts = log.filter(({ reason }) => reason === clockRanOut).length;
    const acted = timesTold(clockRanOut);
    if (acts < clocks) {
      missed += clocks - acts;
      problems.push(`Club ${shard}: the clock ran out ${clocks} times and acted ${acts} times`);
    }
    if (acted !== acts) problems.push(`Club ${shard}: the clock acted ${acts} times and is told ${acted} times`);
    if (acted < acts) untold += acts - acted;
    if (acted > acts) doubled += acted - acts;
  }
  const answers = clubs.flatMap(({ orders }) => [...orders.values()]);
  const counted = (which: Answer): number => answers.filter((answer) => answer === which).length;
  const [acknowledged, refused, unanswered] = [counted('acknowledged'), counted('refused'), counted('unanswered')];
  return { acknowledged, refused, unanswered, lost, doubled, untold, untrue, missed, problems };
};

/** Compares what users were told with the log of each battle, and forgets the orders. What is still under way may take 90 s. */
export const judge = async (url: string, clubs: readonly Club[]): Promise<Fate> => {
  let fate = await judgeNow(url, clubs);
  for (let rest = 90; fate.problems.length > 0 && rest > 0; rest -= 1) {
    await sleep(1_000);
    fate = await judgeNow(url, clubs);
  }
  for (const { orders } of clubs) orders.clear();
  return fate;
};
