import type { CommandInput } from '../../src/app/commands/command.ts';
import { defaultBattleCaps } from '../../src/battle/decide/caps.ts';
import type { Database } from '../../src/persistence/database.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createDatabaseStores } from '../../src/wiring/database-stores.ts';
import { createRecordThread } from '../../src/wiring/record-thread.ts';
import { type Measured, median, quantile, timed, worked } from './measure.ts';

const caps = { ...defaultBattleCaps, entries: 1_000_000 };
const short = 100;
const long = 100_000;

/** A house on an embedded database in memory, with a thread for its records, and battles that talk. */
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
  /** A duel with so many entries, of which most are copies of one that says something. */
  const battle = async (channel: string, entries: number): Promise<void> => {
    await run(channel, 'gm', 'battle create', { system: 'skure', size: '6x6' });
    await run(channel, 'ada', 'battle join', { preset: 'Example Swordsman', side: 'red' });
    await run(channel, 'gm', 'npc add', { preset: 'Example Zombie', side: 'blue' });
    await run(channel, 'gm', 'battle deploy');
    await run(channel, 'gm', 'battle start');
    await run(channel, 'ada', 'say', { text: 'On guard!' });
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
  return { run, battle, close: () => recordThread.close() };
};

/** What an order costs, and what looks back, at the hundred thousandth entry of a battle beside the hundredth. */
export const benchLongLog = async (): Promise<readonly Measured[]> => {
  const database = await openDatabase({ databaseUrl: undefined, dataDir: undefined });
  const { run, battle, close } = await talking(database);
  try {
    await battle('short', short);
    await battle('long', long);
    const [first = 0] = await timed(() => run('long', 'ada', 'log'), 1, 0);
    const works: Readonly<Record<string, (channel: string) => Promise<void>>> = {
      'an order': (channel) => run(channel, 'ada', 'say', { text: 'On guard!' }),
      '/log': (channel) => run(channel, 'eve', 'log'),
      '/log of a person': (channel) => run(channel, 'eve', 'log', { person: 'ada' }),
      '/undo list:true': (channel) => run(channel, 'gm', 'undo', { list: true }),
      '/undo and /redo': async (channel) => {
        await run(channel, 'gm', 'undo');
        await run(channel, 'gm', 'redo');
      },
    };
    const measured: Measured[] = [];
    for (const [what, work] of Object.entries(works)) {
      // A hundred entries are told here, more of them in the thread: the way there and back is in what the long log costs.
      const early = await worked(() => work('short'), 40, 10);
      const late = await worked(() => work('long'), 40, 10);
      const half = median(late);
      measured.push({
        what: `${what} at the ${long.toLocaleString('en')}th entry beside the ${short}th, CPU`,
        unit: 'ms',
        median: half,
        worst: quantile(late, 0.99),
        floor: median(early),
        budget: '1.1 ×, or 20 ms',
        holds: half < 1.1 * median(early) || half < 20,
      });
    }
    return [
      ...measured,
      {
        what: `/log of a battle of before with ${long.toLocaleString('en')} entries, once: its checkpoints are made`,
        unit: 'ms',
        median: first,
        worst: first,
        budget: '60000 ms',
        holds: first < 60_000,
      },
    ];
  } finally {
    await close();
    await database.close();
  }
};
