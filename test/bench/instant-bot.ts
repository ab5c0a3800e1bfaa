import { Client, Events, GatewayIntentBits } from 'discord.js';

/** The floor: a handler that answers at once and stores nothing. */
const { DISCORD_API_BASE: api = '', DISCORD_TOKEN: token } = process.env;
const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } });
client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand())
    await interaction.reply({ embeds: [{ title: 'Done', description: 'x'.repeat(300) }] });
});
process.once('SIGTERM', () => void client.destroy());
await client.login(token);
