import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from './fake/until.ts';
import { type Stage, stage } from './toy-bot.ts';

let on: Stage;
beforeEach(async () => {
  on = await stage();
});
afterEach(() => on.close());

const puts = () => on.discord.requests().filter(({ method }) => method === 'PUT');
const choose = (systems: readonly string[], guild = on.discord.guild.id) =>
  on.servers.saveSettings({ guild, systems, rolls: 'public', houseRules: {}, editions: {}, readings: [] });

test('a server that chose no rulebooks gets the commands of every rulebook, in groups', () => {
  const commands = on.discord.commands();
  expect(commands.map(({ name }) => name)).toEqual([
    'strike',
    'colour',
    'look',
    'swap',
    'announce',
    'defend',
    'slow',
    'whisper',
    'fail',
    'duel',
    'aim',
    'charge',
  ]);
  expect(commands.find(({ name }) => name === 'duel')).toMatchObject({
    description: 'duel: open, challenge, import',
    options: [
      { type: 1, name: 'open' },
      { type: 1, name: 'challenge', options: [{ type: 6, name: 'whom', required: true }] },
      { type: 1, name: 'import', options: [{ type: 11, name: 'file', required: true }] },
    ],
  });
  expect(commands.find(({ name }) => name === 'strike')?.options).toEqual([
    { type: 3, name: 'target', description: 'Whom you strike', required: true, autocomplete: true, max_length: 100 },
    { type: 4, name: 'amount', description: 'How hard', required: false, min_value: 1, max_value: 20 },
    {
      type: 3,
      name: 'mode',
      description: 'How',
      required: false,
      choices: [
        { name: 'melee', value: 'melee' },
        { name: 'ranged', value: 'ranged' },
      ],
    },
    { type: 5, name: 'from-behind', description: 'From behind', required: false },
  ]);
});

test('direct messages have all commands, and servers do not list them twice', () => {
  expect(on.discord.directCommands()).toHaveLength(12);
  expect(on.discord.directCommands().every(({ contexts }) => contexts?.join() === '1')).toBe(true);
});

test('commands are registered only after a change, and the log says which', async () => {
  expect(puts()).toHaveLength(2);
  expect(on.logged.filter((text) => text.includes('Slash commands registered.'))).toHaveLength(2);
  await on.restart();
  expect(puts()).toHaveLength(2);
  expect(on.logged.filter((text) => text.includes('Slash commands are as they were.'))).toHaveLength(2);
});

test('outbox delivery starts before command registration is finished', async () => {
  await on.bot.stop();
  const over = on.discord.outage(/commands/);
  const next = on.twin();
  const done = () => on.logged.filter((text) => text.includes('Slash commands are as they were.'));
  await next.connected;
  expect(done()).toEqual([]);
  over();
  await next.ready;
  expect(done()).toHaveLength(2);
});

test('a dictionary adds translated descriptions, registered again when it changes', async () => {
  const said = (words: string) => [{ language: 'de', sentences: { 'Whom you strike': words } }];
  const strike = () => on.discord.commands().find(({ name }) => name === 'strike')?.options?.[0];
  await on.restart(said('Wen du schlägst'));
  expect(strike()).toMatchObject({ name: 'target', description_localizations: { de: 'Wen du schlägst' } });
  expect(puts()).toHaveLength(4);
  await on.restart();
  expect(puts()).toHaveLength(4);
  await on.restart(said('Wen du triffst'));
  expect(strike()).toMatchObject({ description_localizations: { de: 'Wen du triffst' } });
  expect(puts()).toHaveLength(6);
  await on.restart([]);
  expect(strike()).not.toHaveProperty('description_localizations');
  expect(puts()).toHaveLength(8);
});

test('a dictionary adds translated names, registered again when they change', async () => {
  const german = (name: string) => [
    {
      language: 'de',
      names: 'options' as const,
      sentences: { 'option\u0004target': name, 'choice\u0004melee': 'Nahkampf' },
    },
  ];
  const strike = () => on.discord.commands().find(({ name }) => name === 'strike')?.options;
  await on.restart(german('ziel'));
  expect(strike()?.[0]).toMatchObject({ name: 'target', name_localizations: { de: 'ziel' } });
  expect(strike()?.[2]).toMatchObject({ choices: [{ name: 'melee', name_localizations: { de: 'Nahkampf' } }, {}] });
  expect(puts()).toHaveLength(4);
  await on.restart();
  expect(puts()).toHaveLength(4);
  await on.restart(german('wen'));
  expect(strike()?.[0]).toMatchObject({ name_localizations: { de: 'wen' } });
  expect(puts()).toHaveLength(6);
});

test('a server with chosen rulebooks gets only their commands', async () => {
  await choose(['skure']);
  await until(() => puts().length === 3, 'another registration');
  expect(on.discord.commands().map(({ name }) => name)).toContain('aim');
  expect(on.discord.commands().map(({ name }) => name)).not.toContain('charge');
  await choose(['segment']);
  await until(() => puts().length === 4, 'another registration');
  expect(on.discord.commands().map(({ name }) => name)).toContain('charge');
  expect(on.discord.commands().map(({ name }) => name)).not.toContain('aim');
});

test('a server that the bot joins later gets its commands', async () => {
  const guild = on.discord.newGuild('Newcomers');
  await until(() => on.discord.commands(guild).length === 12, 'its commands');
});

test('a server that refuses commands does not block the others', async () => {
  const guild = on.discord.newGuild('Newcomers', { closed: true });
  await until(() => on.logged.some((text) => text.includes('were not registered')), 'the refusal in the log');
  expect(on.discord.commands(guild)).toEqual([]);
  expect((await on.discord.user('Bob').slash('/strike target:Grim')).text).toContain('Bob strikes');
});

test('guildOnly registers commands in one server only', async () => {
  const alone = await stage({ guildOnly: true });
  const other = alone.discord.newGuild('Others');
  await alone.discord.quiet();
  expect(alone.discord.commands()).toHaveLength(12);
  expect(alone.discord.commands(other)).toEqual([]);
  expect(alone.discord.directCommands()).toEqual([]);
  await alone.close();
});
