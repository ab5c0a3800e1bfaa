import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { isLong, seeds, unhurried } from '../budget.ts';
import { openPracticeSite, type PracticeSite } from './practice-site.ts';

const executablePath = '/usr/bin/chromium';
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const phone: BrowserContextOptions = { viewport: { width: 380, height: 780 }, hasTouch: true, isMobile: true };
const systems = rulesets.map(({ id }) => id);
/** What a page marks for a learner, nearest first. */
const hints = '.sheet .hint, .stage .hint, .do .hint';
/** Maximum number of taps until a lesson is over. */
const maxTaps = 80;

describe.skipIf(!existsSync(executablePath))('the pages of a table in a browser', () => {
  let browser: Browser;
  let site: PracticeSite;
  let wrongs: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: flags });
    site = await openPracticeSite();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    expect(site.errors).toEqual([]);
  });

  /** Opens the front page, or another page, and collects errors and requests to other servers. */
  const open = async (path = '/', options: BrowserContextOptions = phone): Promise<Page> => {
    wrongs = [];
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
  const settled = async (page: Page): Promise<void> => {
    await page.locator('#table:not([aria-busy])').waitFor();
  };
  const begin = async (page: Page, system: string, what: 'lesson' | 'battle'): Promise<void> => {
    await page
      .locator(what === 'lesson' ? `#${system} button[value=lesson]` : `#${system} .row button`)
      .first()
      .tap();
    await page.locator('#table').waitFor();
  };
  const lessonTitle = (page: Page) => page.locator('.lesson h2').textContent();

  test.each(systems)('a newcomer plays the lesson of %s to its end by the taps that the page marks', async (system) => {
    const page = await open();
    await begin(page, system, 'lesson');
    for (let taps = 0; (await lessonTitle(page)) !== 'The lesson is over'; taps += 1) {
      expect(taps, (await lessonTitle(page)) ?? '').toBeLessThan(maxTaps);
      await page.locator(hints).first().tap({ timeout: 3000 });
      await settled(page);
      expect(await page.locator('[role=alert]').allTextContents()).toEqual([]);
    }
    expect(wrongs).toEqual([]);
    await page.context().close();
  });

  test('a whole lesson is played with the keyboard alone', async () => {
    const page = await open('/', { viewport: { width: 1280, height: 860 } });
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
    await page.locator('#table').waitFor();
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
    expect(wrongs).toEqual([]);
    await page.context().close();
  }, 90_000);

  test.each(systems)(
    'random taps in a battle of %s cause no error, and each refusal is a sentence',
    async (system) => {
      for (const seed of seeds(1)) {
        let state = seed * 7919 + 17;
        const random = (): number => {
          state = (state * 48_271) % 2_147_483_647;
          return state / 2_147_483_647;
        };
        const page = await open();
        await begin(page, system, 'battle');
        for (let taps = isLong ? 200 : 12; taps > 0; taps -= 1) {
          const found = await page.evaluate(`(() => {
          const scope = document.getElementById('sheet') ?? document.getElementById('table');
          const all = [...scope.querySelectorAll('button[data-press]:not(:disabled), [data-close]'), ...document.querySelectorAll('.spot.on, .who.on')];
          const some = all.filter((each) => !/^(GM|Plans|Undo|Play again)/.test(each.textContent));
          some[Math.floor(${random()} * some.length)]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
          return some.length;
        })()`);
          if (found === 0) break;
          await settled(page);
          for (const text of await page.locator('[role=alert]').allTextContents())
            expect(text).toMatch(/^[\p{Lu}\p{N}“].*[.!?]$/su);
        }
        expect(wrongs).toEqual([]);
        const id = new URL(page.url()).pathname.split('/')[2] ?? '';
        const battle = await site.app.services.battles.openById(id);
        if (!battle.ok) throw new Error(id);
        const checked = await site.app.services.records('check', battle.value, {});
        expect(checked.ok && checked.value.checked.checks.filter(({ passed }) => !passed)).toEqual([]);
        await page.context().close();
      }
    },
    unhurried,
  );

  test.each(systems)('axe finds nothing on the pages of %s', async (system) => {
    const page = await open();
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const findings = async (): Promise<unknown> => {
      await page.evaluate(axe);
      return page.evaluate(`axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
        .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + failureSummary)]))`);
    };
    if (system === systems[0]) expect(await findings()).toEqual([]);
    await begin(page, system, 'lesson');
    expect(await findings()).toEqual([]);
    await page.locator(hints).first().tap();
    await settled(page);
    expect(await findings()).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findings()).toEqual([]);
    await page.context().close();
  });

  test.each(systems)('on a phone the board of %s and the next button fit on one screen', async (system) => {
    const page = await open();
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
    await page.locator(hints).first().tap();
    await settled(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
    await page.goto(`${site.origin}/`);
    await begin(page, system, 'battle');
    await expectToFit();
    await page.context().close();
  });

  test('an order in one window changes the other at once', async () => {
    await site.type(
      'in duel',
      'as mara: /battle create system:skure size:8x8',
      'as ada: /battle join preset:swordsman name:Ada side:company',
      'as bo: /battle join preset:swordsman name:Bo side:blades',
      'as mara: /battle place Ada to:D4 facing:E',
      'as mara: /battle place Bo to:E4 facing:W',
      'as mara: /battle start',
    );
    const id = await site.battleIn('duel');
    const next = (page: Page) => page.locator('.do h2').first();
    const bo = await open(`/b/${id}?as=bo`);
    const ada = await open(`/b/${id}?as=ada`);
    const [first, other] = ((await next(ada).textContent()) ?? '').startsWith('Ada') ? [ada, bo] : [bo, ada];
    await first.locator('.verbs button', { hasText: 'Defend' }).tap();
    await other.locator('.news', { hasText: 'defend' }).waitFor();
    await other.locator('.verbs button', { hasText: 'Attack' }).waitFor();
    expect(wrongs).toEqual([]);
  });
});
