import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BoardSite, openBoardSite } from './board-site.ts';
import { findings, hasBrowser, launchBrowser, phone } from './browser.ts';

describe.skipIf(!hasBrowser)('the page of a seat in a browser', () => {
  let [browser, site]: [Browser?, BoardSite?] = [];
  let wrongs: string[] = [];
  const there = (): BoardSite => {
    if (site === undefined) throw new Error('no site');
    return site;
  };
  beforeAll(async () => {
    browser = await launchBrowser();
    site = await openBoardSite();
    await site.run('gm', 'battle create', { system: 'skure', name: 'The ford', size: '8x8' });
    await site.run('ada', 'battle join', { preset: 'swordsman', name: 'Ada', side: 'company' });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    expect(site?.errors).toEqual([]);
  });
  const open = async (user: string): Promise<Page> => {
    wrongs = [];
    const page = await (await browser?.newContext(phone))?.newPage();
    if (page === undefined) throw new Error('no browser');
    page.on('pageerror', ({ message }) => wrongs.push(message));
    await page.goto(await there().linkFor(user));
    await page.locator('#table').waitFor();
    return page;
  };

  test('a page whose process ended loads itself again, and its next press counts', async () => {
    const page = await open('gm');
    const before = await page.locator('body').getAttribute('data-page');
    await there().restart();
    await expect.poll(() => page.locator('body').getAttribute('data-page'), { timeout: 20_000 }).not.toBe(before);
    await page.locator('#lost').waitFor({ state: 'hidden' });
    await page.locator('.menu > summary').tap();
    expect(await findings(page)).toEqual([]);
    await page.locator('.menu > summary').tap();
    await page.locator('.spot[data-spot="D4"]').tap();
    await page.locator('.sheet').waitFor();
    expect(await page.locator('.sheet h2').textContent()).toBe('D4');
    expect(wrongs).toEqual([]);
  }, 60_000);

  test('a page without a seat any more says where to press, and what the server refuses is a sentence', async () => {
    const page = await open('ada');
    await page.evaluate(
      `fetch(address('do'), { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }).then((answer) => show(answer))`,
    );
    await expect.poll(() => page.locator('#lost').textContent()).toBe('Orders must be JSON.');
    await there().run('ada', 'battle board', { end: true });
    await page.locator('.spot[data-spot="D4"]').tap();
    await page.locator('text=Press “Open the board” under the panel on Discord.').waitFor();
    expect(wrongs).toEqual([]);
  }, 60_000);
});
