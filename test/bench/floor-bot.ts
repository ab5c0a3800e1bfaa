import { ApplicationCommandType, Client, Events, GatewayIntentBits, Routes } from 'discord.js';
import pg from 'pg';

/** The floor: a trivial handler that reads and writes the same rows with plain `pg`, and answers. */
const { DISCORD_API_BASE: api = '', DISCORD_TOKEN: token, DATABASE_URL: connectionString } = process.env;
const pool = new pg.Pool({ connectionString });
await pool.query('CREATE TABLE floor_battles (id int PRIMARY KEY, version int, game json)');
await pool.query('CREATE TABLE floor_log (battle int, n int, entry json, PRIMARY KEY (battle, n))');
await pool.query('INSERT INTO floor_battles VALUES (1, 1, $1)', [JSON.stringify({ text: 'x'.repeat(4500) })]);

const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } });
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
process.once('SIGTERM', async () => {
  await client.destroy();
  await pool.end();
});
await client.login(token);
if (!client.isReady()) await new Promise((resolve) => client.once(Events.ClientReady, resolve));
for (const guild of client.guilds.cache.keys())
  await client.rest.put(Routes.applicationGuildCommands(client.application?.id ?? '', guild), {
    body: [
      {
        name: 'say',
        description: 'Say',
        type: ApplicationCommandType.ChatInput,
        options: [{ type: 3, name: 'text', description: 'What', required: true }],
      },
    ],
  });
