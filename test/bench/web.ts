import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import type { Page } from 'playwright-core';
import { rulesets } from '../../src/systems/index.ts';
import { botAt } from '../discord/e2e/killing-bot.ts';
import { fakeDiscord } from '../discord/fake/discord.ts';
import { freePort } from '../free-port.ts';
import { hasBrowser, openWindows } from '../web/browser.ts';
import { openPracticeSite, type PracticeSite } from '../web/practice-site.ts';
import { type Measured, median, quantile, timed, worked } from './measure.ts';

/** Number of taps before the server makes a sender wait, and the time until all are free again (milliseconds). */
const burst = { taps: 18, rest: 2000 } as const;

const measured = (what: string, unit: string, samples: readonly number[], most: number, floor?: number): Measured => ({
  ...{ what, unit, median: median(samples), worst: quantile(samples, 0.99), budget: `${most} ${unit}` },
  ...{ holds: median(samples) <= most, ...(floor !== undefined && { floor }) },
});

const collectGarbage = (): void => {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
};

/** Requests a path as a browser does, but does not unpack the answer. Returns its size as sent (bytes). */
const receive = async ({ origin, cookie }: PracticeSite, path: string): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(`${origin}${path}`, { headers: { cookie, 'accept-encoding': 'gzip' } }, async (answer) => {
    let bytes = 0;
    for await (const part of answer) bytes += part.length;
    resolve(bytes);
  }).on('error', reject);
  return promise;
};

/** Loads a file. Returns its size as sent (bytes), and its text. */
const load = async (site: PracticeSite, path: string) => ({
  bytes: await receive(site, path),
  text: await (await site.call(path)).text(),
});

const addressesIn = (text: string): readonly string[] => [...new Set(text.match(/\/a\/[\w.-]+/g))];

/** Size of a page with all its files, also those that its style sheet names, and of the page alone (kilobytes). */
const sizeOf = async (site: PracticeSite, path: string) => {
  const page = await load(site, path);
  let all = page.bytes;
  const files = new Set(addressesIn(page.text));
  for (const each of files) {
    const { bytes, text } = await load(site, each);
    all += bytes;
    if (each.endsWith('.css')) for (const named of addressesIn(text)) files.add(named);
  }
  return { all: all / 1024, alone: page.bytes / 1024 };
};

/** Opens a page that listens. `next` resolves with the next event of the server. */
const listen = async (site: PracticeSite, battle: string, user: string) => {
  const { page, view } = await site.openPage(battle, user);
  const live = await site.call(`/b/${battle}/live?as=${user}&page=${page}`);
  const reader = live.body?.getReader();
  const next = async () => reader?.read();
  await next();
  return { next, view, leave: async () => reader?.cancel() };
};

/** Loads the new page after each event, as a browser does. */
const follow = async ({ next, view }: Awaited<ReturnType<typeof listen>>): Promise<void> => {
  while ((await next())?.done === false) await view();
};

/** Figures of the large battle, people who watch it, orders of a round, rounds, and pages that stay open. */
const audience = { figures: 40, watchers: 30, orders: 20, rounds: 5, pages: 200 } as const;

/** Opens the event streams of pages in a thread, so that the memory of their client does not count. */
const streamClient = `
const { parentPort, workerData: { urls, cookie } } = require('node:worker_threads');
const { get } = require('node:http');
let open = 0;
for (const url of urls) get(url, { headers: { cookie }, agent: false }, (answer) => answer.once('data', () => {
  open += 1;
  if (open === urls.length) parentPort.postMessage('open');
}));`;

/** Measures the heap and buffers of the server for each open page with its connection (kilobytes). */
const measureMemory = async (site: PracticeSite, battle: string): Promise<number> => {
  const used = (): number => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1024;
  };
  const before = used();
  const urls: string[] = [];
  for (let n = 0; n < audience.pages; n += 1) {
    const user = `reader${n % 20}`;
    const { page } = await site.openPage(battle, user);
    urls.push(`${site.origin}/b/${battle}/live?as=${user}&page=${page}`);
  }
  const client = new Worker(streamClient, { eval: true, workerData: { urls, cookie: site.cookie } });
  await once(client, 'message');
  const each = (used() - before) / audience.pages;
  await client.terminate();
  return each;
};

/** Measures other windows, memory of open pages, and how much watchers slow the orders of a large battle. */
const measureAudience = async (site: PracticeSite): Promise<readonly Measured[]> => {
  await site.type(
    'in large',
    'as mara: /battle create system:skure size:16x16',
    `as mara: /npc add preset:zombie count:${audience.figures / 2}`,
    `as mara: /npc add preset:zombie count:${audience.figures / 2} side:others`,
    'as mara: /battle deploy',
    'as mara: /battle start',
  );
  const battle = await site.battleIn('large');
  let hp = 1;
  const order = () => {
    hp = (hp % 40) + 1;
    return site.type(`as mara: /gm set hp value:${hp} who:"Zombie 1"`);
  };
  const usual = median(await timed(order, audience.orders, 10));
  const other = await listen(site, battle, 'watcher');
  const windows = [];
  for (let n = 0; n < 10; n += 1) {
    // People order less often than a bench.
    await setTimeout(700);
    const told = other.next();
    const from = performance.now();
    await order();
    await told;
    await other.view();
    windows.push(performance.now() - from);
  }
  await other.leave();
  /** The mean time of an order in each round. Rounds alternate, because other load on the machine changes. */
  const [alone, watched]: [number[], number[]] = [[], []];
  const round = async (): Promise<number> =>
    (await timed(order, audience.orders, 0)).reduce((sum, each) => sum + each, 0) / audience.orders;
  for (let n = 0; n < audience.rounds; n += 1) {
    alone.push(await round());
    const watchers = [];
    for (let m = 0; m < audience.watchers; m += 1) watchers.push(await listen(site, battle, `watcher${m}`));
    const following = watchers.map(follow);
    watched.push(await round());
    for (const { leave } of watchers) await leave();
    await Promise.all(following);
  }
  const floor = median(alone);
  return [
    measured('other windows: order to new page, floor: an order', 'ms', windows, 150, usual),
    measured(
      `${audience.watchers} watchers, ${audience.figures} figures: mean of ${audience.orders} orders, floor: unwatched`,
      ...(['ms', watched, Number((1.1 * floor).toFixed(2)), floor] as const),
    ),
    measured('memory of an open page with its connection', 'KB', [await measureMemory(site, battle)], 150),
  ];
};

/** The times from a click to the next painted frame with the answer, and those of an empty request (milliseconds). */
const measureTaps = async (page: Page, spot: string) => {
  const run = (begins: string, isDone: string) =>
    page.evaluate<number>(`(async () => {
      const from = performance.now();
      ${begins};
      while (!(${isDone})) await new Promise((done) => setTimeout(done));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - from;
    })()`);
  const key = JSON.stringify(`[data-spot="${spot}"]`);
  const isSettled = `!document.getElementById('table').hasAttribute('aria-busy')`;
  const taps: number[] = [];
  const empty: number[] = [];
  for (let n = 0; n < burst.taps / 2; n += 1) {
    const click = (selector: string) =>
      `document.querySelector(${selector}).dispatchEvent(new MouseEvent('click', { bubbles: true }))`;
    taps.push(await run(click(key), `document.getElementById('sheet') && ${isSettled}`));
    taps.push(await run(click('"[data-close]"'), `!document.getElementById('sheet') && ${isSettled}`));
    empty.push(await run(`await (await fetch('/favicon.ico', { cache: 'no-store' })).text()`, 'true'));
  }
  return { taps, floor: median(empty) };
};

/** The CPU times of views of a battle (milliseconds). Each follows a new roll, so that no view repeats another. */
const measureViews = async (site: PracticeSite, id: string): Promise<readonly number[]> => {
  const found = await site.app.services.battles.openById(id);
  if (!found.ok) throw new Error(`No battle ${id}`);
  const { page } = await site.openPage(id, 'gm');
  await site.type(`in ${found.value.saved.channel}`);
  const samples: number[] = [];
  for (let n = 0; n < 140; n += 1) {
    await site.type('/roll dice:2d6');
    samples.push(...(await worked(() => receive(site, `/b/${id}/view?as=gm&page=${page}`), 1, 0)));
  }
  return samples.slice(80);
};

/** Measures the pages of one rulebook: first load, a tap, and the CPU time of one view of a lesson and of a battle. */
const measurePages = async (site: PracticeSite, id: string, open: (path: string) => Promise<Page | undefined>) => {
  await site.type(`in ${id}`, `/learn system:${id}`);
  const battle = await site.battleIn(id);
  const { text, send } = await site.openPage(battle, 'gm');
  const [, spot = ''] = /class="(?:spot|who)[^"]* on[^>]*data-spot="([^"]+)"/.exec(text) ?? [];
  let isOpen = false;
  const tap = async (): Promise<void> => {
    isOpen = !isOpen;
    await (await send(isOpen ? { spot } : {})).text();
  };
  const ask = async () => (await site.call('/favicon.ico')).arrayBuffer();
  const idle = median(await worked(() => receive(site, '/favicon.ico'), 60, 20));
  const floor = median(await timed(ask, 60));
  const encounter = rulesets.find((each) => each.id === id)?.encounters[0]?.name ?? '';
  const begun = await site.call('/new', { method: 'POST', body: new URLSearchParams({ system: id, what: encounter }) });
  const [, , ready = ''] = (begun.headers.get('location') ?? '').split('/');
  const cpu = await measureViews(site, battle);
  const large = await measureViews(site, ready);
  const { all, alone } = await sizeOf(site, `/b/${ready}`);
  await setTimeout(burst.rest);
  const tapped = await timed(tap, burst.taps, 0);
  await setTimeout(burst.rest);
  const page = await open(`/b/${battle}?as=gm`);
  const inBrowser = page && (await measureTaps(page, spot));
  await page?.context().close();
  return [
    measured(`${id}: first load, floor: without files`, 'KB', [all], 100, alone),
    ...(inBrowser === undefined
      ? []
      : [measured(`${id}: tap to new board in Chromium`, 'ms', inBrowser.taps, 60, inBrowser.floor)]),
    measured(`${id}: tap to new page`, 'ms', tapped, 60, floor),
    measured(`${id}: CPU of one view of a lesson`, 'ms', cpu, 8, idle),
    measured(`${id}: CPU of one view of a battle`, 'ms', large, 8, idle),
  ];
};

/** Counts the files of the pages that a bot loads, without `WEB_URL` and with it. */
const measureLoaded = async (): Promise<Measured> => {
  const counts: number[] = [];
  for (const isOn of [false, true]) {
    const place = await mkdtemp(join(tmpdir(), 'brotherhood-bench-'));
    const list = join(place, 'modules');
    const discord = await fakeDiscord();
    const port = String(await freePort());
    const hooks = fileURLToPath(new URL('list-modules.ts', import.meta.url));
    const child = await botAt(
      discord,
      { databaseUrl: undefined, dataDir: join(place, 'data') },
      {
        ...{ MODULE_LIST: list, NODE_OPTIONS: `--import ${hooks}` },
        ...(isOn && { WEB_URL: `http://127.0.0.1:${port}`, WEB_PORT: port }),
      },
    );
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await discord.close();
    const loaded = (await readFile(list, 'utf8')).split('\n');
    counts.push(loaded.filter((each) => /\/src\/web\/|\/hono\/|\/@hono\/|idiomorph|\/boards\.ts/.test(each)).length);
    await rm(place, { recursive: true, force: true });
  }
  const [off = 1, on = 0] = counts;
  // If it finds none with boards either, the count is wrong.
  return {
    ...measured(`files of pages that a bot loads without boards (${on} with them)`, 'files', [off], 0),
    holds: off === 0 && on > 10,
  };
};

/** Measures the pages of each rulebook, those of a large battle, and what a bot without boards loads. */
export const benchWeb = async (): Promise<readonly Measured[]> => {
  const site = await openPracticeSite();
  const windows = hasBrowser ? await openWindows(site.origin) : undefined;
  const open = async (path: string) => windows?.open([site.address, `${site.origin}${path}`]);
  const rows: Measured[] = [];
  for (const { id } of rulesets) rows.push(...(await measurePages(site, id, open)));
  rows.push(...(await measureAudience(site)));
  await windows?.close();
  await site.close();
  return [...rows, await measureLoaded()];
};
