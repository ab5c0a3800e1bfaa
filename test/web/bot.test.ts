import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type FakeDiscord, fakeDiscord } from '../discord/fake/discord.ts';
import { until } from '../discord/fake/until.ts';
import { freePort } from '../free-port.ts';
import { linesIn, type Running, running } from '../wiring/running.ts';

let bot: Running;
let discord: FakeDiscord;
let place: string;

const start = async (env: NodeJS.ProcessEnv): Promise<void> => {
  place = await mkdtemp(join(tmpdir(), 'brotherhood-boards-'));
  discord = await fakeDiscord();
  bot = await running(place, 'src/main.ts', [], {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_BASE: discord.api,
    ...env,
  });
  await until(() => bot.out().includes('The Brotherhood Master is here.'), 'the bot', 90_000);
};
afterEach(async () => {
  if (bot.child.killed) return;
  bot.child.kill('SIGTERM');
  await bot.code;
  await discord.close();
  await rm(place, { recursive: true, force: true });
});

const linkIn = (text: string): string => /\[Open the board\]\((http[^)]+)\)/.exec(text)?.[1] ?? '';

test('a board opens by the panel on Discord, and its orders are told there', { timeout: 180_000 }, async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await start({ WEB_URL: `${url}/`, WEB_PORT: String(port) });
  const [gwen, ann] = [
    discord.user('Gwen', { manages: true }).at(discord.channel),
    discord.user('Ann').at(discord.channel),
  ];
  const panel = await gwen.slash('/battle create system:skure size:6x6', discord.channel);
  await discord.quiet();
  const shown = () =>
    ann.sees(discord.channel).findLast(({ buttons }) => buttons.some(({ label }) => label === 'Open the board'));
  await until(() => shown() !== undefined, `the button below ${panel.text}`);
  const answers = [await gwen.press('Open the board', shown()), await ann.press('Open the board', shown())];
  expect(answers.map((each) => each?.private)).toEqual([true, true]);
  const [gm = '', other = ''] = answers.map((each) => linkIn(each?.text ?? JSON.stringify(each?.embeds)));
  const entered = await fetch(gm, { redirect: 'manual' });
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const path = entered.headers.get('location') ?? '';
  const page = /data-page="([^"]+)"/.exec(await (await fetch(`${url}${path}`, { headers: { cookie } })).text())?.[1];
  const press = { path: ['battle', 'rename'], input: { name: 'The old ford' } };
  await fetch(`${url}${path}/do`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ page, once: crypto.randomUUID(), press }),
  });
  await until(() => ann.sees(discord.channel).some(({ text }) => text.includes('The old ford')), 'the panel', 10_000);
  // Ann leaves the server before she follows her link.
  discord.leave(ann);
  expect((await fetch(other, { redirect: 'manual' })).status).toBe(403);
  expect(bot.out()).not.toContain(gm.split('/enter/')[1]);
});

test('if its port is in use, the bot says so in one sentence and starts without boards', {
  timeout: 180_000,
}, async () => {
  const taken: Server = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = Object(taken.address());
  await start({ WEB_URL: 'https://board.example', WEB_PORT: String(port) });
  const said = linesIn(bot.out()).filter(({ level }) => Number(level) >= 50);
  expect(said.map(({ msg }) => msg)).toEqual([
    'WEB_PORT cannot be opened, so no boards are served in a browser. Set it to a free port.',
  ]);
  const gwen = discord.user('Gwen', { manages: true }).at(discord.channel);
  await gwen.slash('/battle create system:skure', discord.channel);
  expect((await gwen.slash('/battle board', discord.channel)).text).toContain(
    'This bot serves no boards in a browser.',
  );
  taken.close();
});

/** The files and packages that a file loads at its start, and those that these load. */
const loadedBy = (file: string, known = new Set<string>()): ReadonlySet<string> => {
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^import (?!type\b)[^;']*?'([^']+)';/gm)) {
    const path = name.startsWith('.') ? join(dirname(file), name) : name;
    if (known.has(path)) continue;
    known.add(path);
    if (path.startsWith('src/') && path.endsWith('.ts')) loadedBy(path, known);
  }
  return known;
};

test('without WEB_URL no code of the pages is loaded', () => {
  const loaded = [...loadedBy('src/wiring/bot-process.ts')];
  expect(loaded.length).toBeGreaterThan(200);
  expect(loaded.filter((each) => /^src\/web\/|hono|idiomorph|boards\.ts/.test(each))).toEqual([]);
  expect(loadedBy('src/wiring/boards.ts')).toContain('hono');
});
