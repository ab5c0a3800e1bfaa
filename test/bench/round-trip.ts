import { ApplicationCommandType, Client, Events, GatewayIntentBits, Routes } from 'discord.js';
import pg from 'pg';
import { compose } from '../../src/compose.ts';
import { startBot } from '../../src/discord/bot.ts';
import { discordPlaces } from '../../src/discord/places.ts';
import { watchedServers } from '../../src/discord/servers.ts';
import { newLog } from '../../src/log.ts';
import { openDatabase } from '../../src/persistence/database.ts';
import { storesOn } from '../../src/stores-on.ts';
import { rulesets } from '../../src/systems/index.ts';
import { type FakeDiscord, fakeDiscord } from '../discord/fake/discord.ts';
import { realPostgres } from '../persistence/real-postgres.ts';
import { type Measured, median, quantile } from './measure.ts';

/** They take turns, so that whatever else the machine does concerns both. */
const turns = 4;
const perTurn = 75;

interface Bench {
  /** The milliseconds of so many slash commands, one at a time. */
  readonly times: (count: number) => Promise<readonly number[]>;
  /** Waits until nothing is left to do: a panel that is shown later is not to count for the other. */
  readonly rest: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** From the gateway's event to the answer's arrival, one at a time. */
const timedSlash = async (discord: FakeDiscord, line: string, count: number): Promise<readonly number[]> => {
  const gm = discord.user('Gil', { manages: true });
  const samples: number[] = [];
  for (let n = 0; n < count; n++) {
    const before = discord.requests().length;
    const from = performance.now();
    const answered = gm.slash(line, discord.channel);
    while (
      !discord
        .requests()
        .slice(before)
        .some(({ path }) => path.includes('/callback'))
    )
      await new Promise(setImmediate);
    samples.push(performance.now() - from);
    await answered;
  }
  return samples;
};

/** The floor: a trivial handler that reads and writes the same rows by plain `pg`, and answers. */
const floorOf = async (url: string): Promise<Bench> => {
  const discord = await fakeDiscord();
  const pool = new pg.Pool({ connectionString: url });
  // At the end the server may be gone before the last connection is.
  pool.on('error', () => {});
  await pool.query('CREATE TABLE floor_battles (id int PRIMARY KEY, version int, game json)');
  await pool.query('CREATE TABLE floor_log (battle int, n int, entry json, PRIMARY KEY (battle, n))');
  const game = JSON.stringify({ text: 'x'.repeat(4500) });
  await pool.query('INSERT INTO floor_battles VALUES (1, 1, $1)', [game]);
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: discord.api } });
  client.on(Events.InteractionCreate, async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const { rows } = await pool.query('SELECT version, game FROM floor_battles WHERE id = 1');
    const version = Number(rows[0].version) + 1;
    await pool.query(
      `WITH saved AS (UPDATE floor_battles SET version = $1, game = $2 WHERE id = 1 AND version = $3 RETURNING id)
       INSERT INTO floor_log SELECT id, $1, $4 FROM saved`,
      [version, JSON.stringify(rows[0].game), version - 1, JSON.stringify({ n: version })],
    );
    await interaction.reply({ embeds: [{ title: 'Done', description: 'x'.repeat(300) }] });
  });
  await client.login(discord.token);
  if (!client.isReady()) await new Promise((resolve) => client.once(Events.ClientReady, resolve));
  const application = client.application?.id ?? '';
  await client.rest.put(Routes.applicationGuildCommands(application, discord.guild.id), {
    body: [
      {
        name: 'say',
        description: 'Say',
        type: ApplicationCommandType.ChatInput,
        options: [{ type: 3, name: 'text', description: 'What', required: true }],
      },
    ],
  });
  return {
    times: (count) => timedSlash(discord, '/say text:On guard!', count),
    rest: () => discord.quiet(3000),
    close: async () => {
      await client.destroy();
      await pool.end();
      await discord.close().catch(() => {});
    },
  };
};

const oursOn = async (url: string): Promise<Bench> => {
  const discord = await fakeDiscord();
  const database = await openDatabase({ databaseUrl: url, dataDir: undefined });
  const stores = storesOn(database);
  const servers = watchedServers(stores.servers);
  const log = newLog('silent');
  const places = discordPlaces(log);
  const house = compose({ stores: { ...stores, servers }, now: Date.now, transport: places });
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
    places,
    sentence: (refusal, { channel }) => house.sentence(refusal, channel),
    rulesetIds: rulesets.map(({ id }) => id),
    log,
    clock: Date.now,
  });
  await bot.ready;
  const gm = discord.user('Gil', { manages: true });
  for (const line of [
    '/battle create system:skure',
    '/npc add preset:Example Swordsman name:Ann side:red',
    '/npc add preset:Example Swordsman name:Bob side:blue',
    '/battle deploy',
    '/battle start',
  ])
    await gm.slash(line, discord.channel);
  return {
    times: (count) => timedSlash(discord, '/say text:On guard!', count),
    rest: () => discord.quiet(3000),
    close: async () => {
      await bot.stop();
      await database.close();
      await discord.close().catch(() => {});
    },
  };
};

/** A slash command that changes a battle, from the gateway's event to the answer, on Postgres, beside its floor in the same run. */
export const benchRoundTrip = async (): Promise<readonly Measured[]> => {
  const postgres = await realPostgres();
  try {
    const bot = await oursOn(postgres.url);
    const least = await floorOf(postgres.url);
    await bot.times(perTurn);
    await bot.rest();
    await least.times(perTurn);
    const ours: number[] = [];
    const floor: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      ours.push(...(await bot.times(perTurn)));
      await bot.rest();
      floor.push(...(await least.times(perTurn)));
    }
    await bot.close();
    await least.close();
    return [
      {
        what: 'slash command round trip on loopback, Postgres, one at a time',
        unit: 'ms',
        median: median(ours),
        worst: quantile(ours, 0.99),
        floor: median(floor),
        budget: '2 × floor',
        holds: median(ours) <= 2 * median(floor),
      },
    ];
  } finally {
    await postgres.end();
  }
};
