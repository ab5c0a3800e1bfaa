import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../budget.ts';
import { type FakeDiscord, fakeDiscord } from '../discord/fake/discord.ts';
import { until } from '../discord/fake/until.ts';
import { freePort } from '../free-port.ts';
import { type RealPostgres, realPostgres } from '../persistence/real-postgres.ts';
import { fatal, firstAnswer, type Running, running } from './running.ts';
import { type StoppableProxy, stoppableProxy } from './stoppable-proxy.ts';

let place: string;
let postgres: RealPostgres;
let proxy: StoppableProxy;
let discord: FakeDiscord;
let port: number;
let bot: Running;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'brotherhood-health-'));
  postgres = await realPostgres();
  const address = new URL(postgres.url);
  proxy = await stoppableProxy(Number(address.port));
  address.port = String(proxy.port);
  discord = await fakeDiscord();
  port = await freePort();
  bot = await running(place, 'src/main.ts', [], {
    DATABASE_URL: address.href,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_BASE: discord.api,
    METRICS_PORT: String(port),
  });
  await until(() => bot.out().includes('The Brotherhood Master is here.'), 'the bot', 60_000);
  await firstAnswer(bot, discord.user('Ann'));
});

afterAll(async () => {
  bot.child.kill('SIGKILL');
  await bot.code;
  await discord.close();
  proxy.close();
  await postgres.end();
  await rm(place, { recursive: true, force: true });
});

/** Fetches a page, and says how many milliseconds the answer took. */
const fetched = async (path: string) => {
  const start = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  const text = await answer.text();
  return { status: answer.status, text, milliseconds: performance.now() - start };
};

const sampleOf = (metrics: string, name: string): number | undefined => {
  const found = new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (.+)$`, 'm').exec(metrics)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** Expects that the process lives without an uncaught error, and answers on Discord. */
const isWell = async (): Promise<void> => {
  expect(bot.child.exitCode).toBeNull();
  expect(fatal(bot.out())).toEqual([]);
  const ann = discord.user('Ann');
  expect((await ann.slash('/roll dice:2d6')).text).toContain('2d6');
};

const unreadable = (name: string): string => `bm_gauges_unreadable_total{gauge="${name}"}`;

const readiness = async (status: number): Promise<string> => {
  for (;;) {
    const answer = await fetched('/readyz');
    if (answer.status === status) return answer.text;
    await pause(100);
  }
};

describe('while the database is down', () => {
  const ways = [
    { what: 'hangs', away: () => proxy.hang(), back: () => proxy.resume() },
    { what: 'is stopped', away: () => postgres.stop(), back: () => postgres.start() },
  ];
  test.each(someOf(ways, 1))(
    'each page answers within a second if the database $what',
    async ({ away, back }) => {
      expect(await readiness(200)).toBe('ready\n');
      const before = (await fetched('/metrics')).text;
      expect(sampleOf(before, 'bm_battles_open')).toBe(0);
      expect(sampleOf(before, 'bm_outbox_items')).toBe(0);
      await away();
      const counted = sampleOf(before, unreadable('bm_battles_open')) ?? 0;
      for (let round = 0; round < 3; round += 1) {
        const paths = ['/metrics', '/readyz', '/healthz'].flatMap((path) => Array.from({ length: 5 }, () => path));
        const answers = await Promise.all(paths.map(async (path) => ({ path, ...(await fetched(path)) })));
        expect(answers.filter(({ milliseconds }) => milliseconds > 1000)).toEqual([]);
        const statuses = new Set(answers.map(({ path, status }) => `${path} ${status}`));
        expect(statuses).toEqual(new Set(['/metrics 200', '/readyz 503', '/healthz 200']));
        for (const { path, text } of answers) {
          if (path === '/readyz') expect(text).toMatch(/^The database .*does not answer\.\n$/);
          if (path === '/metrics') {
            expect(sampleOf(text, 'bm_servers')).toBe(1);
            for (const name of ['bm_battles_open', 'bm_outbox_items', 'bm_outbox_oldest_seconds'])
              expect(sampleOf(text, name)).toBeUndefined();
          }
        }
      }
      const { text } = await fetched('/metrics');
      expect(sampleOf(text, unreadable('bm_battles_open'))).toBeGreaterThan(counted);
      expect(sampleOf(text, unreadable('bm_outbox_items'))).toBeGreaterThan(0);
      expect(sampleOf(text, unreadable('bm_servers'))).toBeUndefined();
      await back();
      expect(await readiness(200)).toBe('ready\n');
      const after = (await fetched('/metrics')).text;
      expect(sampleOf(after, 'bm_battles_open')).toBe(0);
      expect(sampleOf(after, 'bm_outbox_oldest_seconds')).toBe(0);
      await isWell();
    },
    120_000,
  );
});

const opened = new Set<Socket>();
afterEach(() => {
  for (const socket of opened) socket.destroy();
  opened.clear();
});

const open = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  opened.add(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

/** Settles when a connection is over, also one that is reset. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.on('close', () => resolve()));

/** Sends bytes as they are; the statuses of the answers until the connection ends. */
const raw = async (bytes: string | Buffer): Promise<readonly number[]> => {
  const socket = await open();
  let text = '';
  socket.on('data', (part: Buffer) => {
    text += part.toString('latin1');
  });
  const ended = closed(socket);
  socket.write(bytes);
  await ended;
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
};

const host = 'Host: bot\r\n';
const end = '\r\n\r\n';
const get = (target: string, more = ''): string => `GET ${target} HTTP/1.1\r\n${host}${more}\r\n`;

const odd: readonly { readonly what: string; readonly sends: string | Buffer; readonly status: number }[] = [
  { what: 'GET //', sends: get('//'), status: 404 },
  { what: 'GET ///', sends: get('///'), status: 404 },
  { what: 'GET //metrics', sends: get('//metrics'), status: 404 },
  { what: 'a port that is no number', sends: get('//a:b:c/metrics'), status: 404 },
  { what: 'an open bracket', sends: get('//[/metrics'), status: 404 },
  { what: 'an absolute URI', sends: get('http://bot/healthz'), status: 200 },
  { what: 'an absolute URI with a query', sends: get('http://bot:1/healthz?a=b'), status: 200 },
  { what: 'an absolute URI without a host', sends: get('http://'), status: 404 },
  { what: 'an absolute URI of another scheme', sends: get('gopher://bot/healthz'), status: 200 },
  { what: 'a bad absolute URI', sends: get('http://[::1/healthz'), status: 404 },
  { what: 'a query', sends: get('/healthz?//'), status: 200 },
  { what: 'a percent sign that escapes nothing', sends: get('/%'), status: 404 },
  { what: 'an escaped zero byte', sends: get('/%00'), status: 404 },
  { what: 'a fragment', sends: get('/healthz#/'), status: 404 },
  { what: 'a path that climbs', sends: get('/../../etc/passwd'), status: 404 },
  { what: 'a name every object has', sends: get('/constructor'), status: 404 },
  { what: 'a prototype', sends: get('__proto__'), status: 400 },
  { what: 'a target of 10,000 letters', sends: get(`/${'a'.repeat(10_000)}`), status: 404 },
  { what: 'a target of 100,000 letters', sends: get(`/${'a'.repeat(100_000)}`), status: 431 },
  { what: 'letters beyond ASCII', sends: get('/\u00e9'), status: 400 },
  { what: 'no target', sends: `GET HTTP/1.1\r\n${host}\r\n`, status: 400 },
  { what: 'an asterisk', sends: `OPTIONS * HTTP/1.1\r\n${host}\r\n`, status: 404 },
  { what: 'HEAD', sends: `HEAD /metrics HTTP/1.1\r\n${host}\r\n`, status: 200 },
  ...['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH'].map((method) => ({
    what: method,
    sends: `${method} /metrics HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`,
    status: 405,
  })),
  { what: 'CONNECT', sends: `CONNECT bot:80 HTTP/1.1\r\n${host}\r\n`, status: 405 },
  { what: 'a method in lower case', sends: `get /metrics HTTP/1.1\r\n${host}\r\n`, status: 400 },
  { what: 'a method nobody knows', sends: `BREW /metrics HTTP/1.1\r\n${host}\r\n`, status: 400 },
  { what: 'an upgrade', sends: get('/healthz', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), status: 200 },
  { what: 'no host', sends: `GET /healthz HTTP/1.1${end}`, status: 400 },
  { what: 'two hosts', sends: get('/healthz', host), status: 200 },
  { what: 'HTTP/1.0', sends: `GET /healthz HTTP/1.0${end}`, status: 200 },
  { what: 'HTTP/2.0', sends: `GET /healthz HTTP/2.0${end}`, status: 200 },
  { what: 'the preface of HTTP/2', sends: `PRI * HTTP/2.0${end}SM${end}`, status: 400 },
  { what: 'HTTP/9.9', sends: `GET /healthz HTTP/9.9${end}`, status: 400 },
  { what: 'no version', sends: 'GET /healthz\r\n\r\n', status: 200 },
  { what: 'TLS', sends: Buffer.from('16030100b4010000b003030000', 'hex'), status: 400 },
  { what: 'bytes', sends: Buffer.from([...Array(256).keys()]), status: 400 },
  { what: 'a greeting of Redis', sends: '*1\r\n$4\r\nPING\r\n', status: 400 },
  { what: 'a header without a colon', sends: get('/healthz', 'header\r\n'), status: 400 },
  { what: 'a header with a zero byte', sends: get('/healthz', 'A: \0\r\n'), status: 400 },
  { what: 'a header of 100,000 letters', sends: get('/healthz', `A: ${'a'.repeat(100_000)}\r\n`), status: 431 },
  { what: '5,000 headers', sends: get('/healthz', 'A: b\r\n'.repeat(5_000)), status: 431 },
  { what: 'a header called __proto__', sends: get('/healthz', '__proto__: 1\r\nconstructor: 1\r\n'), status: 200 },
  { what: 'a length that is none', sends: get('/healthz', 'Content-Length: x\r\n'), status: 400 },
  { what: 'a length below zero', sends: get('/healthz', 'Content-Length: -1\r\n'), status: 400 },
  { what: 'a body that never comes', sends: get('/healthz', 'Content-Length: 1000000\r\n'), status: 200 },
  { what: 'a chunk that is none', sends: get('/healthz', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n'), status: 400 },
  {
    what: 'two lengths',
    sends: get('/healthz', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n'),
    status: 400,
  },
  { what: 'an expectation', sends: get('/healthz', 'Expect: the-inquisition\r\n'), status: 417 },
  { what: 'three requests at once', sends: get('/healthz').repeat(3), status: 200 },
];

test.each(someOf(odd, 20))('the health server answers $what with $status', async ({ sends, status }) => {
  expect(await raw(sends)).toEqual([status]);
});

test('an unfinished request gets 408', async () => {
  const unfinished = ['', 'GET /metr', 'GET /metrics HTTP/1.1\r\n', `GET /metrics HTTP/1.1\r\n${host}`];
  expect(await Promise.all(unfinished.map((bytes) => raw(bytes)))).toEqual(unfinished.map(() => [408]));
});

test('a hundred slow clients block no one from the pages', async () => {
  const sockets = await Promise.all(Array.from({ length: 100 }, open));
  const drip = setInterval(() => {
    for (const socket of sockets) socket.write('A: b\r\n');
  }, 100);
  for (const socket of sockets) socket.write('GET /metrics HTTP/1.1\r\n');
  expect(await fetched('/healthz')).toMatchObject({ status: 200 });
  await Promise.all(sockets.map((socket) => closed(socket.resume())));
  clearInterval(drip);
});

test('connections cut at any moment crash nothing', async () => {
  const request = get('/metrics');
  for (let length = 0; length <= request.length; length += 5) {
    const socket = await open();
    socket.write(request.slice(0, length));
    if (length % 2 === 0) socket.resetAndDestroy();
    else socket.destroy();
  }
  for (let n = 0; n < 20; n += 1) {
    const socket = await open();
    socket.write(request);
    await pause(n);
    socket.resetAndDestroy();
  }
  expect(await fetched('/metrics')).toMatchObject({ status: 200 });
});

test('the bot is still healthy at the end', isWell);
