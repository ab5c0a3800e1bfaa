import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { isLong, seeds, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { begin, hasBrowser, openBrowser, settled, tap } from './browser.ts';

const systems = rulesets.map(({ id }) => id);
/** Texts that a random user types into fields. */
const typed = ['3', '0', '-1', 'yes', 'D4', 'Zombie', '<b>bold</b>', 'nobody knows this', '2d6+1', 'x'.repeat(300)];

/**
 * Presses, chooses or fills in something of a page, mostly in its open dialog. Returns what, or an empty text if there
 * is nothing. `numbers` are three random numbers from 0 to 1.
 */
const pressSomething = (page: Page, numbers: readonly number[]): Promise<string> =>
  page.evaluate(`(() => {
    const [where, which, what] = ${JSON.stringify(numbers)};
    const typed = ${JSON.stringify(typed)};
    const any = (list, number) => list[Math.floor(number * list.length)];
    const sheet = document.getElementById('sheet');
    const scope = sheet && where < 0.75 ? sheet : document.getElementById('table');
    const all = [...scope.querySelectorAll('button[data-press]:not(:disabled), select[data-press], form[data-press], [data-close], [data-spot], [data-actor]')]
      .filter((each) => !/^(Play again|Who would win|Propose foes)/.test(each.textContent));
    // Odds are simulated for long.
    // Squares to which nothing leads are many.
    const telling = all.filter((each) => !each.matches('[data-spot]:not(.on)'));
    const element = any(what < 0.9 && telling.length > 0 ? telling : all, which);
    if (element === undefined) return '';
    if (element.matches('select')) {
      element.value = any([...element.options], what).value;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (element.matches('form')) {
      for (const field of element.querySelectorAll('input, textarea')) {
        if (field.type === 'checkbox') field.checked = what < 0.5;
        else if (field.type === 'number') field.value = String(1 + Math.floor(what * 3));
        else if (field.matches('input')) field.value = any(typed, what).slice(0, field.maxLength);
      }
      for (const field of element.querySelectorAll('select')) field.value = any([...field.options], what).value;
      element.requestSubmit();
    } else element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return (element.dataset.press ?? element.dataset.spot ?? 'other') + ' ' + element.textContent.slice(0, 60);
  })()`);

describe.skipIf(!hasBrowser)('battles in a browser', () => {
  let table: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    table = await openBrowser();
  });
  afterAll(async () => {
    await table?.close();
    expect(table.wrongs).toEqual([]);
  });

  const battleOf = async (page: Page) => {
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    const battle = await table.site.app.services.battles.openById(id);
    if (!battle.ok) throw new Error(id);
    return battle.value;
  };
  const isOver = async (page: Page): Promise<boolean> => (await page.locator('#table.ended').count()) > 0;
  const labelsOf = (page: Page, selector: string): Promise<readonly string[]> =>
    page.locator(selector).allTextContents();

  /** Presses what a sensible person would press next: a plan, else the first of these verbs that the page offers. */
  const pressNext = async (page: Page, verbs: readonly RegExp[]): Promise<void> => {
    const isRefused = (await page.locator('[role=alert]').count()) > 0;
    if (isRefused) await tap(page.locator('[data-close]'));
    const choices = page.locator('.sheet .row button:not(.close):not(:disabled)');
    const places = page.locator('.stage .spot.on, .stage .who.on, .stage .place.on');
    if ((await page.locator('.sheet').count()) > 0) {
      const isAsked = (await page.locator('.sheet .also').count()) > 0;
      if (isAsked && (await places.count()) > 0) return tap(places);
      return tap((await choices.count()) > 0 ? choices : page.locator('[data-close]'));
    }
    const offered = await labelsOf(page, '.do button[data-press]:not(:disabled)');
    if (
      /only .{1,60} can still (?:act|fight); the GM may end/i.test((await page.locator('#table').textContent()) ?? '')
    ) {
      await page.locator('#gm').evaluate((gm) => gm.setAttribute('open', ''));
      return tap(page.locator('#gm button', { hasText: 'End: victory' }));
    }
    const found = verbs.flatMap((verb) => offered.find((each) => verb.test(each)) ?? []);
    const label = found[isRefused ? 1 : 0];
    expect(label, `${await page.locator('.do').textContent()}`).toBeDefined();
    console.log('press', label, JSON.stringify(offered));
    return tap(page.locator('.do button[data-press]:not(:disabled)', { hasText: label ?? '' }));
  };

  test.each(systems)(
    'random taps of players and the GM in %s cause no error, and each refusal is a sentence',
    async (system) => {
      for (const seed of seeds(1)) {
        const pick = picker(seed * 7919 + 17);
        const player = await table.open();
        await begin(player, system, 'battle');
        const gm = await table.open(`${new URL(player.url()).pathname}?as=gm`);
        for (let taps = isLong ? 200 : 15; taps > 0; taps -= 1) {
          const page = pick(3) === 0 ? gm : player;
          const from = performance.now();
          const numbers = [0, 0, 0].map(() => pick(1000) / 1000);
          const done = await pressSomething(page, numbers);
          await settled(page);
          const refusals = await labelsOf(page, '[role=alert]');
          console.log(
            ...[system, page === gm ? 'gm' : 'player', Math.round(performance.now() - from), done.replace(/\s+/g, ' ')],
            ...[refusals, await page.locator('.phase').textContent()],
          );
          for (const text of refusals) expect(text, done).toMatch(/^[\p{Lu}\p{N}“].*[.!?]$/su);
        }
        const battle = await battleOf(player);
        const checked = await table.site.app.services.records('check', battle, {});
        expect(checked.ok && checked.value.checked.checks.filter(({ passed }) => !passed)).toEqual([]);
        await player.context().close();
        await gm.context().close();
      }
    },
    unhurried,
  );

  /** What a person presses: first the bot's plans, or the verbs themselves. */
  const plays: Readonly<Record<string, readonly RegExp[]>> = {
    plans: [/^Plans/, /^(?!Undo|Plans)./],
    verbs: [
      /^(?:Attack|Strike|Shoot|Charge|Fight)/i,
      /^(?:Move|Advance|Run)/i,
      /^(?:Defend|End|Pass)/,
      /^(?!Undo|Plans)./,
    ],
  };
  test.each(systems.flatMap((system) => Object.keys(plays).map((how) => [system, how] as const)))(
    'a ready-made battle of %s is played to its end by taps on %s',
    async (system, how) => {
      const page = await table.open();
      await begin(page, system, 'battle');
      const seen = [];
      for (let taps = 0; !(await isOver(page)); taps += 1) {
        expect(taps, `${await page.locator('.phase').textContent()}`).toBeLessThan(400);
        await pressNext(page, plays[how] ?? []);
        console.log(
          system,
          how,
          taps,
          await page.locator('.phase').textContent(),
          await labelsOf(page, '.sheet h2'),
          await labelsOf(page, '[role=alert]'),
        );
        seen.push(...(await labelsOf(page, '[role=alert]')));
      }
      console.log(system, how, await page.locator('.phase').textContent(), seen);
      expect(await page.locator('.replay').getAttribute('href')).toContain('/replay/');
      await page.context().close();
    },
    unhurried,
  );
});
