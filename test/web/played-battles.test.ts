import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { isLong, notHollow, seeds, someOf, unhurried } from '../budget.ts';
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
    // Odds are simulated for long, and the test ends the battle itself.
    const all = [...scope.querySelectorAll('button[data-press]:not(:disabled), select[data-press], form[data-press], [data-close], [data-spot], [data-actor]')]
      .filter((each) => !/^(Play again|Who would win|Propose foes|End: )/.test(each.textContent));
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

/** What a person presses: first the bot's plans, or the verbs themselves. */
const plays = {
  plans: [/^Plans/, /^(?!Undo|Plans)./],
  verbs: [
    ...[/^(?:Attack|Strike|Shoot|Charge|Take|Place everyone)/, /^(?:Move|Advance|Resolve)/, /^(?:Defend|End|Pass)/],
    /^(?!Undo|Plans|Turn)./,
  ],
};

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
  const textOf = (page: Page, selector: string): Promise<readonly string[]> => page.locator(selector).allTextContents();

  /** Presses what a sensible person presses next: a choice of the dialog, else the first of these verbs. */
  const pressNext = async (page: Page, verbs: readonly RegExp[]): Promise<void> => {
    const isRefused = (await page.locator('[role=alert]').count()) > 0;
    if (isRefused) await tap(page.locator('[data-close]'));
    if ((await page.locator('.sheet').count()) > 0) {
      const choices = page.locator('.sheet .row button:not(:disabled)');
      const places = page.locator('.stage .spot.on, .stage .who.on, .stage .place.on');
      const isOnBoard = (await page.locator('.sheet .also').count()) > 0 && (await places.count()) > 0;
      return tap(isOnBoard ? places : (await choices.count()) > 0 ? choices : page.locator('[data-close]'));
    }
    if (/only .{1,60} can still (?:act|fight); the GM may end/i.test((await textOf(page, '#table'))[0] ?? ''))
      return endByGm(page, 'End: victory');
    const offered = page.locator('.do button[data-press]:not(:disabled)');
    const labels = await offered.allTextContents();
    const found = verbs.flatMap((verb) => labels.find((each) => verb.test(each)) ?? []);
    const label = found[isRefused ? 1 : 0];
    expect(label, `${await textOf(page, '.do')}`).toBeDefined();
    return tap(offered.filter({ hasText: label ?? '' }));
  };
  /** Ends the battle with a control of the GM. */
  const endByGm = async (page: Page, label: string): Promise<void> => {
    if ((await page.locator('#gm[open]').count()) === 0) await page.locator('#gm > summary').tap();
    await tap(page.locator('#gm button', { hasText: label }));
  };

  test.each(systems)(
    'random taps of players and the GM in %s cause no error, and each refusal is a sentence',
    async (system) => {
      for (const seed of seeds(1)) {
        const pick = picker(seed * 7919 + 17);
        const player = await table.open();
        await begin(player, system, 'battle');
        const gm = await table.open(`${new URL(player.url()).pathname}?as=gm`);
        const { version } = (await battleOf(player)).saved;
        for (let taps = isLong ? 200 : 14; taps > 0; taps -= 1) {
          const page = pick(3) === 0 ? gm : player;
          const numbers = [0, 0, 0].map(() => pick(1000) / 1000);
          const pressed = await pressSomething(page, numbers);
          await settled(page);
          for (const text of await textOf(page, '[role=alert]'))
            if (!typed.some((each) => text.startsWith(each))) expect(text, pressed).toMatch(/^[\p{Lu}\p{N}“]/u);
          for (const text of await textOf(page, '[role=alert]')) expect(text, pressed).toMatch(/[.!?]$/);
        }
        expect((await battleOf(player)).saved.version - version).toBeGreaterThan(notHollow(0));
        // Corrections of a random GM may make a battle endless.
        for (let taps = isLong ? 100 : 0; taps > 0 && !(await isOver(player)); taps -= 1)
          await pressNext(player, plays.plans);
        if (!(await isOver(gm))) await endByGm(gm, 'End: no winner');
        await player.locator('#table.ended').waitFor();
        const checked = await table.site.app.services.records('check', await battleOf(player), {});
        expect(checked.ok && checked.value.checked.checks.filter(({ passed }) => !passed)).toEqual([]);
        await player.context().close();
        await gm.context().close();
      }
    },
    unhurried,
  );

  /** In `npm test`, only one battle is played to its end. */
  const ways = isLong ? (['plans', 'verbs'] as const) : (['plans'] as const);
  test.each(someOf(systems, 1).flatMap((system) => ways.map((way) => [system, way] as const)))(
    'a ready-made battle of %s is played to its end on a phone by taps on %s',
    async (system, way) => {
      const page = await table.open();
      await begin(page, system, 'battle');
      for (let taps = 0; !(await isOver(page)); taps += 1) {
        expect(taps, `${await textOf(page, '.phase')}`).toBeLessThan(500);
        await pressNext(page, plays[way]);
      }
      expect((await textOf(page, '.phase'))[0]).toMatch(/victory|draw|\bwin|GM ends/i);
      expect(await page.locator('.replay').getAttribute('href')).toContain('/replay/');
      expect(await page.locator('.sheet', { hasText: 'Suggested actions' }).count()).toBe(0);
      await page.context().close();
    },
    unhurried,
  );
});
