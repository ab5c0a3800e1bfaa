import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boardScene } from '../../src/presentation/board-scene.ts';
import type { RecordStep } from '../../src/presentation/record.ts';
import { replayHtml } from '../../src/presentation/replay-html.ts';
import { sceneSvg } from '../../src/presentation/svg.ts';
import { line } from '../../src/rules/event.ts';
import { replayParts } from '../../src/wiring/replay-assets.ts';
import { someOf } from '../budget.ts';
import { uploadText } from '../pictures/uploads.ts';
import { duel } from '../presentation/views.ts';
import { fought, must, secret } from './duel.ts';

const executablePath = '/usr/bin/chromium';
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/** A replay page opened from a folder, and the errors and requests it made. */
interface Opened {
  readonly page: Page;
  readonly wrongs: readonly string[];
  readonly text: (id: string) => Promise<string>;
}

describe.skipIf(!existsSync(executablePath))('the replay page in a browser', () => {
  let browser: Browser;
  let folder: string;
  let html: string;
  let running: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'brotherhood-replay-'));
    browser = await chromium.launch({ executablePath, args: flags });
    const table = await fought(3);
    running = String((await must(table, 'gm', 'battle export', { format: 'html' })).files[0]?.content);
    const { files } = await must(table, 'gm', 'battle end', { reason: 'It is late.' });
    html = String(files[0]?.content);
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const opened = async (content: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Opened> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    const wrongs: string[] = [];
    page.on('pageerror', ({ message }) => wrongs.push(message));
    page.on('console', (message) => wrongs.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) wrongs.push(request.url());
    });
    const file = join(folder, 'replay.html');
    await writeFile(file, content);
    await page.goto(pathToFileURL(file).href);
    return { page, wrongs, text: async (id) => (await page.textContent(`#${id}`)) ?? '' };
  };

  const verdict = async ({ page, text }: Opened): Promise<string> => {
    await page.locator('#verdict.true, #verdict.false').waitFor();
    return text('verdict');
  };

  test('the page works offline, without errors, and verifies all dice', async () => {
    const it = await opened(html);
    expect(await verdict(it)).toMatch(/^✓ All \d+ dice, hidden ones too, are exactly what the seed gives\.$/);
    expect(await it.text('seal')).toBe('dice verified ✓');
    expect(await it.page.locator('li .mark.true').count()).toBeGreaterThan(2);
    expect(it.wrongs).toEqual([]);
    expect(await it.page.content()).not.toContain(secret);
    await it.page.close();
  });

  describe('dice on the page of an ended battle', () => {
    const page = (): string => html;
    const verdictOn = async (content: string): Promise<string> => {
      const it = await opened(content);
      const said = await verdict(it);
      expect(it.wrongs).toEqual([]);
      await it.page.close();
      return said;
    };

    test('the page verifies all dice and shows their edition', async () => {
      expect(await verdictOn(page())).toMatch(/^✓ All \d+ dice/);
      expect(page()).toContain(`<dt>Dice</dt><dd>Edition 1</dd>`);
    });

    test('the page detects a changed die, seed or salt', async () => {
      const changed = page().replace(/,0,\[100,(\d+)\]/, (_, value) => `,0,[100,${(Number(value) % 100) + 1}]`);
      expect(changed).not.toBe(page());
      expect(await verdictOn(changed)).toMatch(/^✗ Dice in entry \d+ do not match the seed\.$/);
      // The last die of an order with several.
      const later = page().replace(
        /(,0,\[(?:6,\d+,)+6,)(\d+)\]/,
        (_, before, value) => `${before}${(Number(value) % 6) + 1}]`,
      );
      expect(later).not.toBe(page());
      expect(await verdictOn(later)).toMatch(/^✗ Dice in entry \d+ do not match the seed\.$/);
      expect(await verdictOn(page().replace(/"seed":"[0-9a-f]{4}/, '"seed":"0000'))).toContain(
        'does not match the published fingerprint',
      );
      expect(await verdictOn(page().replace(/"salts":\[\["[0-9a-f]{4}/, '"salts":[["0000'))).toContain(
        'The salt was not made from the ids of the players’ join commands.',
      );
    });
  });

  /** The counter text for an index of the list, with the log's entry numbers. */
  const countsOf = async (page: Page): Promise<(at: number) => string> => {
    const numbers = await page.locator('#list li').evaluateAll((all) => all.map((each) => each.getAttribute('data-n')));
    return (at) => `Entry ${numbers.at(at)} of ${numbers.at(-1)}`;
  };

  test('the page opens at the start and does not reveal the outcome', async () => {
    const { page, text } = await opened(html);
    expect(await text('count')).toBe((await countsOf(page))(0));
    expect(await page.locator('details.standing').getAttribute('open')).toBeNull();
    expect(await page.title()).not.toMatch(/wins|over|victory/i);
    expect(await page.locator('h1').textContent()).not.toMatch(/win|victory/i);
    await page.close();
  });

  /** A replay in which Ann moves from A1 to D4. */
  const walk = (): string => {
    const step = (n: number, to: number): RecordStep => {
      const board = duel.board?.kind === 'grid' ? { ...duel.board, strokes: [] } : undefined;
      const figures = board?.figures.map((each, at) => (at === 0 ? { ...each, x: to, y: to } : each)) ?? [];
      const scene = boardScene({ ...duel, board: board && { ...board, figures } });
      return {
        ...{ n, at: '2026-11-21T03:41:00Z', heading: 'Round 1', phase: 'Round 1', areDiceVisible: false },
        lines: [line(`Ann stands on ${to}.`)],
        picture: scene && { svg: sceneSvg(scene), alt: '' },
      };
    };
    const proof = { commitment: 'ab'.repeat(32), ledger: undefined };
    const told = { name: 'The walk', system: 'Skure', reader: 'as everyone may see it', ended: false, status: '' };
    return replayHtml(
      { ...told, people: [], images: [], steps: [step(1, 0), step(2, 3)], undone: [], proof },
      replayParts,
    );
  };

  const motions = [
    { motion: 'no-preference', moving: 1 },
    { motion: 'reduce', moving: 0 },
  ] as const;
  test.each(someOf(motions, 1))(
    'figures glide from square to square unless reduced motion is set: $motion',
    async ({ motion, moving }) => {
      const { page, wrongs } = await opened(walk(), { reducedMotion: motion });
      await page.click('#forward');
      expect(
        await page.evaluate('document.getAnimations().filter((each) => each.effect.target.dataset.key).length'),
      ).toBe(moving);
      expect(wrongs).toEqual([]);
      await page.close();
    },
  );

  test('the page saves the current picture as a PNG file', async () => {
    const { page, wrongs } = await opened(html);
    await page.click('#last');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#still')]);
    expect(file.suggestedFilename()).toMatch(/\.png$/);
    const bytes = readFileSync(await file.path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.length).toBeGreaterThan(5_000);
    expect(wrongs).toEqual([]);
    await page.close();
  });

  test('buttons, keys, slider and list step picture and text together', async () => {
    const { page, text, wrongs } = await opened(html);
    const countAt = await countsOf(page);
    const shown = () => page.evaluate("document.querySelector('#picture svg')?.outerHTML");
    expect(await text('count')).toBe(countAt(0));
    const beginning = await shown();
    await page.click('#last');
    expect(await text('count')).toBe(countAt(-1));
    const end = await shown();
    await page.click('#first');
    expect(beginning).not.toBe(end);
    expect(await page.isDisabled('#back')).toBe(true);
    await page.click('#forward');
    await page.keyboard.press('ArrowRight');
    expect(await text('count')).toBe(countAt(2));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('PageDown');
    expect(await text('phase')).toContain('Round 1');
    await page.keyboard.press('End');
    expect(await shown()).toBe(end);
    await page.locator('#slider').fill('0');
    expect(await shown()).toBe(beginning);
    const blow = page.locator('#list li', { hasText: 'Ann strikes Grim' }).first();
    await blow.click();
    expect(await blow.getAttribute('aria-current')).toBe('step');
    expect(await text('now')).toContain('Ann strikes Grim');
    expect(await page.getAttribute('#picture', 'aria-label')).toContain('Ann (red)');
    await page.selectOption('#parts', { label: 'Round 2' });
    expect(await text('phase')).toContain('Round 2');
    expect(wrongs).toEqual([]);
    await page.close();
  });

  test('the Play button runs to the end and stops', async () => {
    const { page, text } = await opened(html);
    const steps = await page.locator('#list li').count();
    await page.locator('#slider').fill(String(steps - 2));
    await page.keyboard.press(' ');
    expect(await page.getAttribute('#play', 'aria-label')).toBe('Pause');
    await page.locator('#play[aria-label="Play"]').waitFor();
    expect(await text('count')).toBe((await countsOf(page))(-1));
    await page.close();
  });

  /** A replay with Ann's portrait and a background picture, and the portrait of a combatant who stays hidden. */
  const pictured = async (): Promise<{ readonly html: string; readonly unseen: string }> => {
    const table = await fought(1);
    await must(table, 'gm', 'battle background', { picture: uploadText('portrait.png') });
    await must(table, 'gm', 'npc portrait', { who: 'Ann', picture: uploadText('portrait.jpg') });
    await must(table, 'gm', 'npc portrait', { who: secret, picture: uploadText('portrait.webp') });
    const battle = await table.services.battles.open('table');
    const hash = battle.ok ? (battle.value.saved.table.faces?.[secret] ?? '') : '';
    const hidden = (await table.stores.pictures.images([hash])).get(hash)?.bytes ?? new Uint8Array();
    const { files } = await must(table, 'ada', 'battle export', { format: 'html' });
    return { html: String(files[0]?.content), unseen: Buffer.from(hidden).toString('base64') };
  };

  test('portraits and background are embedded once, and none of a hidden combatant', async () => {
    const { html: shown, unseen } = await pictured();
    expect(shown.match(/data:image\/webp/g)).toHaveLength(2);
    expect(unseen.length).toBeGreaterThan(100);
    expect(shown).not.toContain(unseen);
    const { page, wrongs } = await opened(shown);
    await page.click('#last');
    const images = page.locator('#picture image');
    expect(await images.count()).toBe(2);
    const drawn =
      await page.evaluate(`Promise.all([...document.querySelectorAll('#picture image')].map(async (each) => {
      const image = new Image();
      image.src = each.getAttribute('href');
      await image.decode();
      return { pixels: image.naturalWidth > 0, wide: each.getBoundingClientRect().width > 10 };
    }))`);
    expect(drawn).toEqual([
      { pixels: true, wide: true },
      { pixels: true, wide: true },
    ]);
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#still')]);
    expect(readFileSync(await file.path()).length).toBeGreaterThan(5_000);
    // A portrait set late is shown from the start.
    await page.click('#first');
    for (let n = 0; n < 8; n += 1) await page.click('#forward');
    expect(await page.locator('#picture image[clip-path]').count()).toBe(1);
    expect(wrongs).toEqual([]);
    await page.close();
  });

  test.each(someOf(['light', 'dark'] as const, 1))('the page fits a phone in the %s theme', async (colorScheme) => {
    const { page } = await opened(html, { viewport: { width: 360, height: 740 }, colorScheme });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(ground).toBe(colorScheme === 'dark' ? 'rgb(23, 22, 26)' : 'rgb(244, 241, 234)');
    for (const id of ['picture', 'slider', 'play', 'now']) {
      const box = await page.locator(`#${id}`).boundingBox();
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
    }
    // With all sections open, no text is wider than its box.
    for (const each of await page.locator('summary').all()) await each.click();
    const cut = await page.locator('body *:not(svg, svg *)').evaluateAll((all) =>
      all.flatMap((each) => {
        const isCut = each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1;
        return isCut ? [each.textContent] : [];
      }),
    );
    expect(cut).toEqual([]);
    await page.close();
  });

  test('the page shows the log without scripts', async () => {
    const { page } = await opened(html, { javaScriptEnabled: false });
    expect(await page.locator('#list').textContent()).toContain('Ann strikes Grim');
    expect(await page.locator('noscript').count()).toBe(1);
    await page.close();
  });

  test('the page of a running battle shows only the dice fingerprint', async () => {
    const { page, wrongs } = await opened(running);
    expect(await page.locator('#dice').textContent()).toContain('so its dice are sealed');
    expect(await page.locator('#verdict').count()).toBe(0);
    expect(await page.locator('dd').count()).toBe(1);
    expect(wrongs).toEqual([]);
    await page.close();
  });
});
