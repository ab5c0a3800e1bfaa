import { setTimeout as sleep } from 'node:timers/promises';
import { compose } from '../../src/compose.ts';
import { startBot } from '../../src/discord/bot.ts';
import { watchedServers } from '../../src/discord/servers.ts';
import { newLog } from '../../src/log.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { recordThread } from '../../src/record-thread.ts';
import { storesOn } from '../../src/stores-on.ts';
import { rulesets } from '../../src/systems/index.ts';
import { fakeDiscord } from '../discord/fake/discord.ts';
import type { Person } from '../discord/fake/person.ts';
import { realPostgres } from '../persistence/real-postgres.ts';
import { type Measured, median, quantile } from './measure.ts';

const orders = Number(process.env.BENCH_ORDERS ?? 150);
/** Milliseconds between the quiet server's orders. */
const between = 60;
/** So many interactions of the other server are in hand at any moment. */
const flooding = 12;

/** The milliseconds of a quiet server's orders, from the gateway's event until the answer is there. */
const quietTimes = async (gm: Person, count: number): Promise<readonly number[]> => {
  const samples: number[] = [];
  for (let n = 0; n < count; n++) {
    const from = performance.now();
    await gm.slash('/say text:On guard!');
    samples.push(performance.now() - from);
    await sleep(between);
  }
  return samples;
};

/** What a server floods with: orders, pictures, autocomplete. */
const floodLines = (system: string): readonly ((gm: Person) => Promise<unknown>)[] => [
  (gm) => gm.slash('/roll dice:2d6'),
  (gm) => gm.slash('/battle status public:true'),
  (gm) => gm.suggests('/gm set who:Fo'),
  (gm) => gm.slash('/gm panel'),
  (gm) => gm.slash(system === 'skure' ? '/end' : '/gm skip'),
  (gm) => gm.suggests('/npc add preset:e'),
];

const besideOf = async (url: string, system: string): Promise<Measured> => {
  const discord = await fakeDiscord();
  const database = await openDatabase({ databaseUrl: url, dataDir: undefined });
  const stores = storesOn(database);
  const servers = watchedServers(stores.servers);
  const thread = recordThread();
  const house = compose({ stores: { ...stores, servers }, now: Date.now, books: rulesets, thread });
  const bot = startBot({
    config: {
      token: discord.token,
      api: discord.api,
      shards: undefined,
      shardCount: undefined,
      metricsPort: undefined,
    },
    ...house,
    servers,
    sentence: (refusal, { channel }) => house.sentence(refusal, channel),
    rulesetIds: rulesets.map(({ id }) => id),
    log: newLog('silent'),
    clock: Date.now,
  });
  await bot.ready;
  const elsewhere = discord.newGuild('Elsewhere');
  const loud = discord.user('Lou', { manages: true, guild: elsewhere }).at(discord.newChannel('loud', elsewhere));
  const quiet = discord.user('Gil', { manages: true });
  await sleep(1500);
  for (const line of [
    '/battle create system:skure',
    '/npc add preset:Example Swordsman name:Ann side:red',
    '/npc add preset:Example Swordsman name:Bob side:blue',
    '/battle deploy',
    '/battle start',
  ])
    await quiet.slash(line);
  const [preset] = Object.values(rulesets.find(({ id }) => id === system)?.presets ?? {});
  await loud.slash(`/battle create system:${system}${system === 'straalara' ? '' : ' size:64x64'}`);
  for (let n = 0; n < 10; n++)
    await loud.slash(`/npc add preset:${preset?.title} name:Foe ${n} count:20 side:${n % 2 === 0 ? 'red' : 'blue'}`);
  if (system === 'skure') await loud.slash('/battle deploy');
  await loud.slash('/battle start');
  await quietTimes(quiet, 30);
  await sleep(1500);
  const alone = await quietTimes(quiet, orders);
  let over = false;
  let flooded = 0;
  const lines = floodLines(system);
  const flood = async (): Promise<void> => {
    while (!over) {
      const give = lines[flooded++ % lines.length];
      await give?.(loud).catch(() => undefined);
    }
  };
  const floods = Array.from({ length: flooding }, flood);
  await sleep(1000);
  const beside = await quietTimes(quiet, orders);
  over = true;
  await Promise.all(floods);
  await bot.stop();
  await thread.close();
  await database.close();
  await discord.close().catch(() => {});
  const [floor, late] = [quantile(alone, 0.99), quantile(beside, 0.99)];
  return {
    what: `a quiet server’s p99 beside one at its caps (${system}, 200 figures, ${flooded} orders, pictures and autocompletes; medians ${median(alone).toFixed(1)} and ${median(beside).toFixed(1)}), floor: alone`,
    unit: 'ms',
    median: late,
    worst: late,
    floor,
    budget: '3 × floor',
    holds: late <= 3 * floor,
  };
};

/** A quiet server's orders alone, and beside a server that floods with a battle of 200 figures, on Postgres in the same run. */
export const benchNeighbours = async (): Promise<readonly Measured[]> => {
  const measured: Measured[] = [];
  for (const system of (process.env.BENCH_SYSTEMS ?? 'skure,segment').split(',')) {
    const postgres = await realPostgres();
    try {
      measured.push(await besideOf(postgres.url, system));
    } finally {
      await postgres.end();
    }
  }
  return measured;
};
