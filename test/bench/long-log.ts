import type { CommandInput } from '../../src/app/command-kit/command.ts';
import { defaultBattleCaps } from '../../src/battle/decide/caps.ts';
import { type Database, openDatabase } from '../../src/persistence/database.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { createRecordThread } from '../../src/wiring/record-thread.ts';
import { type Measured, median, quantile, timed, worked } from './measure.ts';

const caps = { ...defaultBattleCaps, entries: 1_000_000 };
const entries = 10_000;

/** An app on an embedded database in memory, with a thread for records and a battle that only talks. */
const talking = async (database: Database) => {
  const recordThread = createRecordThread();
  const { dispatcher, services, idle } = composeApp({
    stores: createDatabaseStores(database),
    now: Date.now,
    recordThread,
    caps,
  });
  let orders = 0;
  const run = async (channel: string, user: string, path: string, input: CommandInput = {}): Promise<void> => {
    const orderId = `order-${++orders}`;
    const asker = { user, name: user, guild: 'guild', channel, orderId, manages: user === 'gm' };
    const answer = await dispatcher.run(path.split(' '), asker, input);
    await idle();
    if (!answer.ok) throw new Error(`/${path}: ${JSON.stringify(answer.error)}`);
  };
  /** A duel whose log consists mostly of copies of one entry. */
  const battle = async (channel: string): Promise<void> => {
    await run(channel, 'gm', 'battle create', { system: 'skure', size: '6x6' });
    await run(channel, 'ada', 'battle join', { preset: 'Swordsman', side: 'red' });
    await run(channel, 'gm', 'npc add', { preset: 'Zombie', side: 'blue' });
    await run(channel, 'gm', 'battle deploy');
    await run(channel, 'gm', 'battle start');
    await run(channel, 'ada', 'skure say', { text: 'On guard!' });
    const opened = await services.battles.open(channel);
    if (!opened.ok) throw new Error(opened.error.code);
    const { id, version } = opened.value.saved;
    const { prisma } = database;
    await prisma.$executeRaw`
      INSERT INTO log_entries (guild, battle_id, n, order_id, entry)
      SELECT guild, battle_id, more.n, 'copy ' || more.n,
             (entry::jsonb || jsonb_build_object('n', more.n, 'orderId', 'copy ' || more.n))::json
      FROM log_entries, generate_series(${version + 1}::int, ${entries}::int) AS more (n)
      WHERE battle_id = ${id} AND log_entries.n = ${version}::int`;
    await prisma.$executeRaw`UPDATE battles SET version = ${entries}::int, rewritten = rewritten + 1 WHERE id = ${id}`;
  };
  /** Edits the message of the turn after one more order. */
  const turn = async (channel: string, from: number): Promise<void> => {
    await run(channel, 'ada', 'skure say', { text: 'On guard!' });
    const opened = await services.battles.open(channel);
    const told = opened.ok && (await services.records('turn', opened.value, { from }));
    if (told === false || !told.ok) throw new Error('The turn is not told.');
  };
  return { run, battle, turn, close: () => recordThread.close() };
};

/** The longest CPU time of the event loop's thread between two of its turns, in milliseconds, in each of some runs. */
const blocked = async (work: () => Promise<unknown>, times: number): Promise<readonly number[]> => {
  const samples: number[] = [];
  for (let n = 0; n < times; n++) {
    let [longest, before, isOver] = [0, process.threadCpuUsage(), false];
    const turned = (): void => {
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
      before = process.threadCpuUsage();
      if (!isOver) setImmediate(turned);
    };
    setImmediate(turned);
    await work();
    isOver = true;
    await new Promise((resolve) => setImmediate(resolve));
    samples.push(longest);
  }
  return samples;
};

/** The cost of looking back in a battle of ten thousand entries. */
export const benchLongLog = async (): Promise<readonly Measured[]> => {
  const database = await openDatabase({ databaseUrl: undefined, dataDir: undefined });
  const { run, battle, turn, close } = await talking(database);
  const at = 'long';
  try {
    await battle(at);
    const [first = 0] = await timed(() => run(at, 'ada', 'battle log'), 1, 0);
    const works: Readonly<Record<string, () => Promise<void>>> = {
      '/battle log': () => run(at, 'eve', 'battle log'),
      '/undo and /gm redo': async () => {
        await run(at, 'gm', 'undo');
        await run(at, 'gm', 'gm redo');
      },
      'an order and the message of its turn': () => turn(at, entries + 1),
      'an order and the message of a turn that is not remembered': () => turn(at, entries - 2),
    };
    const measured: Measured[] = [];
    for (const [what, work] of Object.entries(works)) {
      const cpu = await worked(work, 40, 10);
      const held = await blocked(work, 20);
      measured.push(
        {
          what: `${what} at the ${entries.toLocaleString('en')}th entry, CPU`,
          unit: 'ms',
          median: median(cpu),
          worst: quantile(cpu, 0.99),
          budget: '150 ms',
          holds: median(cpu) < 150,
        },
        {
          what: `${what}: the event loop is held up`,
          unit: 'ms',
          median: median(held),
          worst: quantile(held, 0.99),
          budget: '20 ms',
          holds: median(held) < 20,
        },
      );
    }
    const whole = await timed(() => run(at, 'eve', 'battle log', { person: 'ada' }), 5, 1);
    const [held = 0] = await blocked(() => run(at, 'eve', 'battle log', { person: 'ada' }), 1);
    const seconds = { unit: 'ms', worst: first, budget: '10,000 ms' };
    return [
      ...measured,
      { ...seconds, what: 'the first /battle log, which stores the states', median: first, holds: first < 10_000 },
      {
        ...seconds,
        what: `/battle log of a person, by the whole log; the event loop is held up ${held.toFixed(0)} ms`,
        median: median(whole),
        worst: quantile(whole, 0.99),
        holds: median(whole) < 10_000,
      },
    ];
  } finally {
    await close();
    await database.close();
  }
};
