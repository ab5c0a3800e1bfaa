import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBoardSite } from './board-site.ts';
import { hasBrowser, openWindows, tap } from './browser.ts';

test.skipIf(!hasBrowser)(
  'after a restart pages reconnect with their seats, and an order without an answer is done once',
  async () => {
    const site = await openBoardSite();
    const browser = await openWindows(site.url);
    await site.run('gm', 'battle create', { system: 'skure', name: 'The ford', size: '8x8' });
    await site.run('ada', 'battle join', { preset: 'swordsman', name: 'Ada', side: 'company' });
    await site.run('bo', 'battle join', { preset: 'swordsman', name: 'Bo', side: 'blades' });
    await site.run('gm', 'battle deploy');
    await site.run('gm', 'battle start');
    const open = async (user: string) => browser.open([await site.linkFor(user)]);
    const pages = [await open('ada'), await open('bo')];
    const due = (await site.battleIn()).game.expectedActions()[0]?.actor;
    const [first, other] = due === 'Ada' ? pages : pages.toReversed();
    if (first === undefined || other === undefined) throw new Error(due);
    const idOf = (page: Page) => page.locator('body').getAttribute('data-page');
    const before = { page: await idOf(other), version: (await site.battleIn()).saved.version };

    // The server carries the order out and ends before it answers. The page sends the order again.
    const bodies: (string | null)[] = [];
    await first.route('**/do', async (route) => {
      bodies.push(route.request().postData());
      if (bodies.length > 1) return route.continue();
      await route.fetch();
      await site.restart();
      return route.abort();
    });
    await first.locator('.verbs button', { hasText: 'Defend' }).tap();
    await first.locator('.log', { hasText: 'defend' }).waitFor();
    expect(bodies.length).toBe(2);
    expect(bodies[1]).toBe(bodies[0]);
    expect((await site.battleIn()).saved.version).toBe(before.version + 1);

    await expect.poll(() => idOf(other), { timeout: 30_000 }).not.toBe(before.page);
    await tap(other.locator('.verbs button', { hasText: 'Defend' }));
    expect((await site.battleIn()).saved.version).toBe(before.version + 2);
    // Both pages listen to the new process.
    await first.locator('.news', { hasText: 'defend' }).waitFor();
    expect(await first.locator('#lost').isHidden()).toBe(true);
    await browser.close();
    await site.close();
    expect(site.errors).toEqual([]);
    expect(browser.wrongs.filter((each) => !/ERR_|Failed to load resource/.test(each))).toEqual([]);
  },
  120_000,
);
