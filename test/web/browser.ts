import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { openPracticeSite } from './practice-site.ts';

const executablePath = '/usr/bin/chromium';
export const hasBrowser = existsSync(executablePath);
export const phone: BrowserContextOptions = { viewport: { width: 380, height: 780 }, hasTouch: true, isMobile: true };

const axe = (): string => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on a page. Empty if all is well. */
export const findings = async (page: Page): Promise<unknown> => {
  await page.evaluate(axe());
  return page.evaluate(`axe.run({ runOnly: ${JSON.stringify(standards)} }).then(({ violations }) => violations.map(
    ({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + failureSummary)]))`);
};

/** Waits until a page shows the answer to what was pressed last. */
export const settled = (page: Page): Promise<void> => page.locator('#table:not([aria-busy])').waitFor();

/** Taps, and waits for the answer. A browser may click some time after the finger has left. */
export const tap = async (target: Locator): Promise<void> => {
  const page = target.page();
  const before = await page.evaluate<number>('clicks');
  await target.first().tap();
  // A page's policy forbids functions as texts.
  await page.waitForFunction((count) => Object(globalThis).clicks > count, before);
  await settled(page);
};

/** Begins a lesson or a ready-made battle on the front page. */
export const begin = async (page: Page, system: string, what: 'lesson' | 'battle'): Promise<void> => {
  const buttons = page.locator(what === 'lesson' ? `#${system} button[value=lesson]` : `#${system} .row button`);
  await buttons.first().tap();
  await page.waitForURL(/\/b\//);
};

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...{ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'] },
  });

/** A browser for one site. `wrongs` lists errors of its pages, and requests to other servers. */
export const openWindows = async (origin: string) => {
  const browser = await launchBrowser();
  const wrongs: string[] = [];
  /** Opens addresses one after another in a new window, which keeps its own cookies. */
  const open = async (addresses: readonly string[], options: BrowserContextOptions = phone): Promise<Page> => {
    const page = await (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage();
    await page.addInitScript('window.clicks = 0; addEventListener("click", () => { window.clicks += 1; }, true);');
    const note = (what: string) => wrongs.push(`${page.url()}: ${what}`);
    page.on('pageerror', ({ message }) => note(message));
    page.on('console', (message) => message.type() === 'error' && note(message.text()));
    page.on('request', (request) => !request.url().startsWith(origin) && note(request.url()));
    for (const address of addresses) await page.goto(address);
    return page;
  };
  return { open, wrongs, close: () => browser.close() };
};

/** A practice table with a browser. */
export const openBrowser = async () => {
  const site = await openPracticeSite();
  const { open, wrongs, close } = await openWindows(site.origin);
  return {
    ...{ site, wrongs },
    open: (path = '/', options?: BrowserContextOptions) => open([site.address, `${site.origin}${path}`], options),
    close: async (): Promise<void> => {
      await close();
      await site.close();
      wrongs.push(...site.errors);
    },
  };
};
