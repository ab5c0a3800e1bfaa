import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { attachmentHosts, attachmentText } from '../../src/discord/attachment.ts';
import { startBot } from '../../src/discord/bot.ts';
import { MetricsPortError } from '../../src/discord/health.ts';
import { createRefusedOrderCounter } from '../../src/discord/metrics.ts';
import { watchServers } from '../../src/discord/server-changes.ts';
import { createLog } from '../../src/log/log.ts';
import { freePort } from '../free-port.ts';
import { fakeDiscord } from './fake/discord.ts';
import { toy } from './toy.ts';

test('the health pages show the bot’s state and its counters', async () => {
  const discord = await fakeDiscord();
  const game = toy();
  const port = await freePort();
  const logged: string[] = [];
  const parts = {
    config: { token: discord.token, api: discord.api, shards: undefined, shardCount: undefined, metricsPort: port },
    ...game.house(),
    servers: watchServers(game.servers),
    panelSource: game.panel,
    sentence: () => 'No.',
    rulesetIds: [],
    log: createLog('debug', { write: (text: string) => void logged.push(text) }),
    clock: Date.now,
  };
  const below: string[] = [];
  const refused = createRefusedOrderCounter();
  refused.inc({ code: 'no-line' });
  const bot = startBot({
    ...parts,
    refusedOrders: refused,
    problems: async () => [...below],
    openBattles: async () => 3,
    backupFailing: () => true,
  });
  await bot.ready;
  const bob = discord.user('Bob');
  await bob.slash('/strike target:Grim');
  await bob.slash('/strike target:Nobody');
  const asked = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  expect(await asked('/healthz')).toEqual({ status: 200, text: 'ok\n' });
  expect(await asked('/readyz')).toEqual({ status: 200, text: 'ready\n' });
  below.push('The database does not answer.');
  expect(await asked('/readyz')).toEqual({ status: 503, text: 'The database does not answer.\n' });
  below.pop();
  const counted = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(counted).toContain('bm_commands_total{command="strike",outcome="done"} 1');
  expect(counted).toContain('bm_commands_total{command="strike",outcome="refused"} 1');
  expect(counted).toContain('bm_refusals_total{code="no-target"} 1');
  expect(counted).toContain('bm_orders_refused_total{code="no-line"} 1');
  const refusals = logged.map((each) => JSON.parse(each)).filter(({ code }) => code !== undefined);
  expect(refusals).toMatchObject([
    {
      level: 20,
      code: 'no-target',
      command: 'strike',
      order: expect.stringMatching(/^\d+$/),
      channel: discord.channel.id,
    },
  ]);
  expect(logged.join('')).not.toContain('Nobody');
  expect(counted).toContain('bm_gateway_up{shard="0"} 1');
  expect(counted).toContain('bm_servers 1');
  expect(counted).toContain('bm_battles_open 3');
  expect(counted).toContain('bm_interactions_waiting 0');
  expect(counted).toContain('bm_backup_failing 1');
  expect(counted).toContain('bm_answer_seconds_count{kind="command"} 2');
  expect((await fetch(`http://127.0.0.1:${port}/else`)).status).toBe(404);
  const dashboard = readFileSync(new URL('../../docs/grafana.json', import.meta.url), 'utf8');
  const drawn = [...dashboard.matchAll(/\b(?:bm|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''));
  expect(drawn.length).toBeGreaterThan(10);
  expect(drawn.filter((name) => !counted.includes(`# HELP ${name} `))).toEqual([]);
  await bot.stop();
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  await discord.close();
});

test('without Discord the bot is alive but not ready', async () => {
  const discord = await fakeDiscord();
  const game = toy();
  const port = await freePort();
  const back = discord.outage(/gateway/);
  const bot = startBot({
    config: { token: discord.token, api: discord.api, shards: undefined, shardCount: undefined, metricsPort: port },
    ...game.house(),
    servers: watchServers(game.servers),
    panelSource: game.panel,
    sentence: () => 'No.',
    rulesetIds: [],
    log: createLog('silent'),
    clock: Date.now,
  });
  bot.ready.catch(() => undefined);
  const asked = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  let well = await asked('/healthz');
  while (well === undefined) well = await asked('/healthz');
  expect(well.status).toBe(200);
  const ready = await asked('/readyz');
  expect([ready?.status, await ready?.text()]).toEqual([503, 'Discord’s gateway is not connected.\n']);
  back();
  await bot.stop();
  await discord.close();
});

test('a metrics port in use is named in the error', async () => {
  const discord = await fakeDiscord();
  const game = toy();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const bot = startBot({
    config: { token: discord.token, api: discord.api, shards: undefined, shardCount: undefined, metricsPort: port },
    ...game.house(),
    servers: watchServers(game.servers),
    panelSource: game.panel,
    sentence: () => 'No.',
    rulesetIds: [],
    log: createLog('silent'),
    clock: Date.now,
  });
  await expect(bot.ready).rejects.toThrow(`METRICS_PORT ${port} of 127.0.0.1 cannot be had: another process uses it.`);
  await expect(bot.ready).rejects.toThrow(MetricsPortError);
  await bot.stop();
  other.close();
  await discord.close();
});

test('a wrong token fails the start with an error', async () => {
  const discord = await fakeDiscord();
  const game = toy();
  const bot = startBot({
    config: {
      token: 'wrong.token.here',
      api: discord.api,
      shards: undefined,
      shardCount: undefined,
      metricsPort: undefined,
    },
    ...game.house(),
    servers: watchServers(game.servers),
    panelSource: game.panel,
    sentence: () => 'No.',
    rulesetIds: [],
    log: createLog('silent'),
    clock: Date.now,
  });
  await expect(bot.ready).rejects.toThrow('token');
  await bot.stop();
  await discord.close();
});

test('attachments are fetched from Discord’s hosts only', async () => {
  const file = { name: 'x.json', url: 'http://169.254.169.254/latest', size: 10 };
  expect(await attachmentText(file, attachmentHosts(undefined))).toEqual({
    ok: false,
    error: 'The file x.json is not kept by Discord and was not read.',
  });
  expect(attachmentHosts(undefined)).toEqual(['cdn.discordapp.com', 'media.discordapp.net']);
});
