import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatSquare } from '../../src/rules/grid/square.ts';
import { rulesets } from '../../src/systems/index.ts';
import { findings, hasBrowser, openBrowser, settled, tap } from './browser.ts';

const systems = rulesets.map(({ id }) => id);

describe.skipIf(!hasBrowser)('the page of a GM', () => {
  let battles = 0;
  let table: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    table = await openBrowser();
  });
  afterAll(async () => {
    await table?.close();
    expect(table.wrongs).toEqual([]);
  });

  /** Opens a battle that is being prepared as its GM, with the GM's tools open. */
  const prepare = async (system: string, ...lines: readonly string[]): Promise<Page> => {
    const channel = `prepare-${battles++}`;
    await table.site.type(`in ${channel}`, `as mara: /battle create system:${system} name:Ford`, ...lines);
    const page = await table.open(`/b/${await table.site.battleIn(channel)}?as=mara`);
    await page.locator('#gm > summary').tap();
    return page;
  };
  const press = async (page: Page, selector: string, text?: string): Promise<void> => {
    await tap(page.locator(selector, text === undefined ? {} : { hasText: text }));
  };
  const log = (page: Page) => page.locator('.log').textContent();
  /** Draws with a finger from the middle of a square to that of another, or between sides of squares. */
  const stroke = async (page: Page, from: string, to: string, side = 0.5): Promise<void> => {
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints });
    const middle = async (name: string) => {
      const box = await page.locator(`.spot[data-spot="${name}"]`).boundingBox();
      if (box === null) throw new Error(name);
      return { x: box.x + box.width * side, y: box.y + box.height / 2 };
    };
    const [start, end] = [await middle(from), await middle(to)];
    const scrolled = await page.evaluate('scrollY');
    await touch('touchStart', start);
    for (let at = 1; at <= 8; at += 1)
      await touch('touchMove', {
        x: start.x + ((end.x - start.x) * at) / 8,
        y: start.y + ((end.y - start.y) * at) / 8,
      });
    // Chromium takes the next tap for the end of a swipe, unless the finger rests before it leaves.
    await page.waitForTimeout(300);
    await touch('touchEnd');
    await page.waitForTimeout(100);
    expect(await page.evaluate('scrollY')).toBe(scrolled);
  };

  test.each(systems)('a GM adds foes of %s and corrects a value, and axe finds nothing', async (system) => {
    const page = await prepare(system);
    await page.locator('#library > summary').tap();
    await page.locator('#library [data-step="1"]').first().tap();
    await page.locator('#library [name=hidden]').first().check();
    await press(page, '#library .add > button');
    expect(await page.locator('.who').count()).toBeGreaterThan(1);
    expect(await findings(page)).toEqual([]);
    await press(page, '.who');
    await press(page, '.sheet button', 'Correct');
    expect(await findings(page)).toEqual([]);
    await page.locator('.sheet .values summary').tap();
    const field = page.locator('.sheet .value', { has: page.locator('input[value="0"], input[value="no"]') }).first();
    const was = await field.locator('input').inputValue();
    await field.locator('input').fill(was === '0' ? '1' : 'yes');
    await tap(field.locator('button'));
    expect(await page.locator('[role=alert]').allTextContents()).toEqual([]);
    expect(await log(page)).toContain('The GM corrects');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });

  test('a GM with a phone moves figures, hides one, draws a wall, and reads the odds', async () => {
    const page = await prepare(
      'skure',
      'as ada: /battle join preset:swordsman name:Ada side:company',
      'as mara: /npc add preset:zombie name:Grim side:dead',
    );
    for (const [name, square] of [
      ['Ada', 'C4'],
      ['Grim', 'F6'],
    ]) {
      await press(page, `[data-spot="@${name}"]`);
      await press(page, `[data-spot="${square}"]`);
    }
    expect(await log(page)).toMatch(/Grim stands at F6.*Ada stands at C4/s);
    await press(page, '.spot[data-spot="@Grim"]');
    await press(page, '.sheet button', 'Hide');
    await page.locator('.ghost').waitFor();
    await page.locator('#map > summary').tap();
    await page.locator('[data-draw=blocked]').tap();
    await stroke(page, 'D2', 'D4');
    expect(await page.locator('#map textarea').inputValue()).toMatch(/blocked D2 D3 D4$/);
    await press(page, '#map .primary');
    await page.locator('[aria-label="D3, wall"]').waitFor();
    await press(page, 'button', 'Who would win?');
    expect(await page.locator('.sheet').textContent()).toContain('Victory for company');
    await press(page, '[data-close]');
    await press(page, 'button', 'Propose foes');
    // Better answers arrive without another press.
    await expect.poll(() => page.locator('.sheet').textContent(), { timeout: 30_000 }).not.toContain('being tried');
    expect(await page.locator('.sheet button', { hasText: 'Add' }).count()).toBeGreaterThan(1);
    await page.context().close();
  }, 60_000);

  test('a GM draws walls and doors between squares', async () => {
    const page = await prepare('dskull');
    await page.locator('#map > summary').tap();
    await page.locator('#map textarea').fill('8x6\nwall B2e B3e\ndoor B4e');
    await press(page, '#map .primary');
    await page.locator('.board').waitFor();
    expect(await page.locator('#map textarea').inputValue()).toContain('8x6');
    await page.locator('[data-draw=door]').tap();
    await stroke(page, 'F3', 'F3', 0.02);
    expect(await page.locator('#map textarea').inputValue()).toMatch(/door B4e E3e$/);
    await page.locator('[data-draw=wall]').tap();
    await stroke(page, 'C2', 'C4', 0.98);
    expect(await page.locator('#map textarea').inputValue()).toMatch(/^wall B2e B3e C2e C3e C4e$/m);
    await page.locator('[data-draw=""]').tap();
    await stroke(page, 'C3', 'C3', 0.98);
    await press(page, '#map .primary');
    expect(await page.locator('[role=alert]').allTextContents()).toEqual([]);
    expect(await page.locator('#map textarea').inputValue()).toMatch(/wall B2e B3e C2e C4e$/m);
    await page.context().close();
  });

  test('during a battle a GM moves a combatant by pressing it, a place, and the button', async () => {
    const page = await prepare(
      'sword-world',
      'as mara: /npc add preset:goblin',
      'as ada: /battle join preset:Wolf name:Ada',
      'as mara: /battle start',
    );
    await press(page, '[data-spot="@Goblin"]');
    await press(page, '.area .place');
    await press(page, '.sheet button', 'Move Goblin to');
    expect(await page.locator('[role=alert]').allTextContents()).toEqual([]);
    expect(await log(page)).toMatch(/The GM corrects Goblin: Place/);
    await page.context().close();
  });

  test('on a board of 1,600 squares the arrows reach every square, and a press finds it', async () => {
    const page = await prepare('skure', 'as mara: /battle map json:40x40');
    expect(await page.locator('.board .spot').count()).toBeLessThan(20);
    await page.locator('.board .spot').first().focus();
    for (let steps = 0; steps < 30; steps += 1) await page.keyboard.press('ArrowRight');
    for (let steps = 0; steps < 12; steps += 1) await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('AE13');
    await page.keyboard.press('Enter');
    await settled(page);
    expect(await page.locator('.sheet h2').textContent()).toBe('AE13');
    expect(await findings(page)).toEqual([]);
    await press(page, '[data-close]');
    await page.locator('#map > summary').tap();
    const rows = Array.from({ length: 10 }, (_, y) => Array.from({ length: 26 }, (_, x) => formatSquare({ x, y })));
    await page.locator('#map textarea').fill(`40x40\nblocked ${rows.flat().join(' ')}`);
    await press(page, '#map .primary');
    expect(await page.locator('#lost').isVisible()).toBe(false);
    expect(await log(page)).toContain('no one may enter A1 B1');
    await page.context().close();
  });
});
