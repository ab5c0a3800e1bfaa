import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
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

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...{ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'] },
  });

/** A practice table with a browser. `wrongs` lists errors of its pages, and requests to other servers. */
export const openBrowser = async () => {
  const browser = await launchBrowser();
  const site = await openPracticeSite();
  const wrongs: string[] = [];
  const open = async (path: string, options: BrowserContextOptions = phone): Promise<Page> => {
    const page = await (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage();
    page.on('pageerror', ({ message }) => wrongs.push(message));
    page.on('console', (message) => message.type() === 'error' && wrongs.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(site.origin)) wrongs.push(request.url());
    });
    await page.goto(site.address);
    await page.goto(`${site.origin}${path}`);
    return page;
  };
  const close = async (): Promise<void> => {
    await browser.close();
    await site.close();
    wrongs.push(...site.errors);
  };
  return { site, open, wrongs, close };
};
