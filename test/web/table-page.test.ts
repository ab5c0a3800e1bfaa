import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { begin, findings, hasBrowser, openBrowser, settled, tap } from './browser.ts';

const systems = rulesets.map(({ id }) => id);
/** What a page marks for a learner, nearest first. */
const hints = '.sheet .hint, .stage .hint, .do .hint';
/** Maximum number of taps until a lesson is over. */
const maxTaps = 80;

describe.skipIf(!hasBrowser)('the pages of a table in a browser', () => {
  let table: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    table = await openBrowser();
  });
  afterAll(async () => {
    await table?.close();
    expect(table.wrongs).toEqual([]);
  });
  const lessonTitle = (page: Page) => page.locator('.lesson h2').textContent();

  test.each(systems)('a newcomer plays the lesson of %s to its end by the taps that the page marks', async (system) => {
    const page = await table.open();
    await begin(page, system, 'lesson');
    for (let taps = 0; (await lessonTitle(page)) !== 'The lesson is over'; taps += 1) {
      expect(taps, (await lessonTitle(page)) ?? '').toBeLessThan(maxTaps);
      await tap(page.locator(hints));
      expect(await page.locator('[role=alert]').allTextContents()).toEqual([]);
    }
    await page.context().close();
  });

  test('a whole lesson is played with the keyboard alone', async () => {
    const page = await table.open('/', { viewport: { width: 1280, height: 860 } });
    /** Moves the focus with the tab key to the next element that matches. */
    const tabTo = async (selector: string): Promise<void> => {
      const isReached = () => page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`);
      for (let steps = 0; steps < 60 && !(await isReached()); steps += 1) await page.keyboard.press('Tab');
      expect(await isReached(), selector).toBe(true);
    };
    const press = async (selector: string): Promise<void> => {
      await tabTo(selector);
      await page.keyboard.press('Enter');
    };
    await press('#skure button[value=lesson]');
    await page.waitForURL(/\/b\//);
    /** Moves over the board with the arrows to the marked square or figure, then presses it. */
    const pressOnBoard = async (): Promise<void> => {
      await tabTo('.board .spot');
      for (let steps = 0; steps < 40; steps += 1) {
        const [dx, dy] = (await page.evaluate(`(() => {
          const [from, to] = [document.activeElement, document.querySelector('.board .spot.hint')].map((each) => each.getBoundingClientRect());
          return [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
        })()`)) as [number, number];
        if (Math.hypot(dx, dy) < 12) break;
        const isAcross = Math.abs(dx) > Math.abs(dy);
        await page.keyboard.press(isAcross ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp');
      }
      await page.keyboard.press('Enter');
    };
    for (let turns = 0; (await lessonTitle(page)) !== 'The lesson is over'; turns += 1) {
      expect(turns, (await lessonTitle(page)) ?? '').toBeLessThan(maxTaps);
      if ((await page.locator('.sheet .hint, .do .hint').count()) > 0) await press('.sheet .hint, .do .hint');
      else await pressOnBoard();
      await settled(page);
    }
    await page.context().close();
  }, 90_000);

  test.each(systems)('axe finds nothing on the pages of %s', async (system) => {
    const page = await table.open();
    if (system === systems[0]) expect(await findings(page)).toEqual([]);
    await begin(page, system, 'lesson');
    expect(await findings(page)).toEqual([]);
    await tap(page.locator(hints));
    expect(await findings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });

  test.each(systems)('on a phone the board of %s and the next button fit on one screen', async (system) => {
    const page = await table.open();
    const box = async (selector: string) => {
      const { x, y, width, height } = (await page.locator(selector).first().boundingBox()) ?? expect.fail(selector);
      return { top: y, bottom: y + height, left: x, right: x + width };
    };
    const expectToFit = async (): Promise<void> => {
      const [board, controls, next] = [await box('#board'), await box('.do'), await box('.verbs button')];
      expect(board.bottom).toBeLessThanOrEqual(controls.top);
      expect(next.bottom).toBeLessThanOrEqual(780);
      expect(board.right).toBeLessThanOrEqual(380);
      const widths = await page.evaluate('[document.documentElement.scrollWidth, document.body.scrollWidth]');
      expect(widths).toEqual([380, 380]);
    };
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
    await begin(page, system, 'lesson');
    await expectToFit();
    await tap(page.locator(hints));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
    await page.goto(`${table.site.origin}/`);
    await begin(page, system, 'battle');
    await expectToFit();
    await page.context().close();
  });

  /** Begins a duel of Ada and Bo. Returns the page of who acts, and the page and name of the other. */
  const beginDuel = async (channel: string) => {
    await table.site.type(
      `in ${channel}`,
      'as mara: /battle create system:skure size:8x8',
      'as ada: /battle join preset:swordsman name:Ada side:company',
      'as bo: /battle join preset:swordsman name:Bo side:blades',
      'as mara: /battle place Ada to:D4 facing:E',
      'as mara: /battle place Bo to:E4 facing:W',
      'as mara: /battle start',
    );
    const id = await table.site.battleIn(channel);
    const [ada, bo] = [await table.open(`/b/${id}?as=ada`), await table.open(`/b/${id}?as=bo`)];
    const isAda = (await ada.locator('.do h2').first().textContent())?.startsWith('Ada') === true;
    return isAda ? { first: ada, other: bo, otherName: 'Bo' } : { first: bo, other: ada, otherName: 'Ada' };
  };

  test('an order in one window changes the other at once', async () => {
    const { first, other } = await beginDuel('duel');
    await tap(first.locator('.verbs button', { hasText: 'Defend' }));
    await other.locator('.news', { hasText: 'defend' }).waitFor();
    await other.locator('.verbs button', { hasText: 'Attack' }).waitFor();
  });

  test('a page that hears of a change while a press is on its way shows the answer to the press', async () => {
    const { first, otherName } = await beginDuel('crossing');
    await first.route('**/do*', async (route) => {
      await first.evaluate('line.addEventListener("new", () => { window.hasHeard = true; }); 0');
      await table.site.type(`as mara: /gm set hp value:5 who:${otherName}`);
      await expect.poll(() => first.evaluate('window.hasHeard')).toBe(true);
      // Contents that the page requests now arrive before the answer.
      await first.evaluate('fetch(pageAddress("view")).then((answer) => answer.text())');
      await route.continue();
    });
    await tap(first.locator(`.board [data-spot="@${otherName}"]`));
    await first.locator('.sheet h2', { hasText: otherName }).waitFor();
    expect(await first.locator('.log').textContent()).toContain(`The GM corrects ${otherName}`);
  });
});
