import { setTimeout } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { rulesets } from '../../src/systems/index.ts';
import { loadAssets } from '../../src/web/assets.ts';
import { openPracticeSite, type PracticeSite } from '../web/practice-site.ts';
import { type Measured, median, quantile, timed, worked } from './measure.ts';

/** Maximum number of taps before the server makes a sender wait, and the time until all are free again (milliseconds). */
const burst = { taps: 18, rest: 2000 } as const;

/** Compressed size of the style sheet, scripts and one font (kilobytes). */
const assetSize = (): number => {
  const files = [...loadAssets().files.values()];
  const fonts = files.filter(({ type }) => type.startsWith('font')).map(({ content }) => content.length);
  const texts = files.filter(({ type }) => !type.startsWith('font')).map(({ content }) => gzipSync(content).length);
  return (texts.reduce((sum, each) => sum + each, 0) + Math.max(...fonts)) / 1024;
};

const measured = (what: string, unit: string, samples: readonly number[], most: number, floor?: number): Measured => ({
  ...{ what, unit, median: median(samples), worst: quantile(samples, 0.99), budget: `${most} ${unit}` },
  ...{ holds: median(samples) <= most, ...(floor !== undefined && { floor }) },
});

const collectGarbage = (): void => {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
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

/** Figures of the large battle, people who watch it, and orders to time. */
const audience = { figures: 40, watchers: 30, orders: 30, pages: 200 } as const;

/** Measures other windows, memory of open pages, and how much watchers slow the orders of a large battle. */
const measureAudience = async (site: PracticeSite): Promise<readonly Measured[]> => {
  await site.type(
    'in large',
    'as mara: /battle create system:skure size:16x16',
    'as mara: /npc add preset:zombie count:20',
    'as mara: /npc add preset:zombie count:20 side:others',
    'as mara: /battle deploy',
    'as mara: /battle start',
  );
  const battle = await site.battleIn('large');
  let hp = 1;
  const order = () => {
    hp = (hp % 40) + 1;
    return site.type(`as mara: /gm set hp value:${hp} who:"Zombie 1"`);
  };
  const alone = await timed(order, audience.orders, 5);
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
  const watchers = [];
  for (let n = 0; n < audience.watchers; n += 1) watchers.push(await listen(site, battle, `watcher${n}`));
  for (const each of watchers) void follow(each);
  const watched = await timed(order, audience.orders, 5);
  await Promise.all(watchers.map(({ leave }) => leave()));
  const again = await timed(order, audience.orders, 5);
  const usual = Math.max(median(alone), median(again));
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < audience.pages; n += 1) await site.openPage(battle, `reader${n % 20}`);
  collectGarbage();
  const each = (process.memoryUsage().heapUsed - before) / 1024 / audience.pages;
  return [
    measured('other windows: order to new page', 'ms', windows, 150),
    measured(`${audience.watchers} watchers: an order`, 'ms', watched, Number((1.1 * usual).toFixed(2)), usual),
    measured('memory of an open page', 'KB', [each], 150),
  ];
};

/** Measures the pages of each rulebook's lesson: first load, a tap, and the CPU time of one view. */
export const benchWeb = async (): Promise<readonly Measured[]> => {
  const site = await openPracticeSite();
  const assets = assetSize();
  const floor = median(await timed(async () => (await site.call('/favicon.ico')).arrayBuffer(), 60));
  const idle = median(await worked(async () => (await site.call('/favicon.ico')).arrayBuffer(), 60, 20));
  const rows: Measured[] = [];
  for (const { id } of rulesets) {
    await site.type(`in ${id}`, `/learn system:${id}`);
    const { text, send, view } = await site.openPage(await site.battleIn(id), 'gm');
    const [, spot = ''] = /class="(?:spot|who)[^"]* on[^>]*data-spot="([^"]+)"/.exec(text) ?? [];
    let isOpen = false;
    const tap = async (): Promise<void> => {
      isOpen = !isOpen;
      await (await send(isOpen ? { spot } : {})).text();
    };
    // Without what a request costs that shows nothing.
    const cpu = (await worked(view, 40, 20)).map((each) => Math.max(0, each - idle));
    await setTimeout(burst.rest);
    rows.push(
      measured(`${id}: first load`, 'KB', [assets + gzipSync(text).length / 1024], 100),
      measured(`${id}: tap to new page`, 'ms', await timed(tap, burst.taps, 0), 60, floor),
      measured(`${id}: CPU of one view`, 'ms', cpu, 8),
    );
  }
  rows.push(...(await measureAudience(site)));
  await site.close();
  return rows;
};
