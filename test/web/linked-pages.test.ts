import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings, hasBrowser, openBrowser } from './browser.ts';

describe.skipIf(!hasBrowser)('pages that open by a link', () => {
  let table: Awaited<ReturnType<typeof openBrowser>>;
  let battle: string;
  /** Requests a page without the cookie of the practice table. */
  const read = async (path: string) => {
    const answer = await table.site.call(path, { headers: { cookie: '' } });
    return { status: answer.status, text: await answer.text(), policy: answer.headers.get('content-security-policy') };
  };
  const linkOn = (text: string, page: string): string =>
    new RegExp(`href="(/${page}/[^"]+)"`).exec(text)?.[1] ?? `no ${page}`;

  beforeAll(async () => {
    table = await openBrowser();
    await table.site.type(
      'in ford',
      'as mara: /campaign create name:Marches systems:skure',
      'as mara: /battle create system:skure name:Ford size:8x8',
      'as ada: /battle join preset:swordsman name:Ada side:company',
      'as zebulon: /battle join preset:swordsman name:Zed side:company',
      'as mara: /npc add preset:zombie name:Grim side:dead',
      'as mara: /npc add preset:zombie name:Whisper side:dead hidden:until-revealed',
      'as mara: /battle place Ada to:B4 facing:E',
      'as mara: /battle place Zed to:B6 facing:E',
      'as mara: /battle place Grim to:E4 facing:W',
      'as mara: /battle place Whisper to:G2 facing:W',
      'as mara: /battle start',
    );
    battle = await table.site.battleIn('ford');
  });
  afterAll(async () => {
    await table?.close();
    expect(table.wrongs).toEqual([]);
  });

  test('a page for each person lists their battles, and those that wait for them first', async () => {
    const mine = linkOn((await table.site.openPage(battle, 'ada')).text, 'me');
    const before = await read(mine);
    expect(before.text).toMatch(/It is your turn.*Ford.*Ada/s);
    expect(before.text).not.toContain('Whisper');
    expect(linkOn(before.text, 'b')).toBe(`/b/${battle}?as=ada`);
    await table.site.type('as ada: /defend');
    expect((await read(mine)).text).not.toContain('It is your turn');
    const page = await table.open(mine);
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });

  test('a replay opens for everyone after the end, and contains nothing that stayed hidden', async () => {
    const before = await table.site.openPage(battle, 'ada');
    expect(linkOn(before.text, 'replay')).toBe('no replay');
    await table.site.type(
      'as mara: /gm rolls mode:blind',
      'as mara: /roll dice:2d6 comment:Omen',
      'as mara: /roll dice:3d6 comment:Weather rolls:public',
      'as mara: /battle end reason:Peace',
    );
    const after = (await table.site.openPage(battle, 'mara')).text;
    const replay = await read(linkOn(after, 'replay'));
    expect(replay.status).toBe(200);
    expect(replay.text).toContain('Grim');
    expect(replay.text).toContain('Weather');
    expect(replay.text).not.toMatch(/Whisper|Omen/);
    const mine = (await read(linkOn(after, 'me'))).text;
    expect(linkOn(mine, 'replay')).toBe(linkOn(after, 'replay'));
    const book = await read(linkOn(mine, 'book'));
    expect(book.text).toMatch(/Marches.*Ford/s);
    expect(book.text).not.toContain('Whisper');
    expect(linkOn(book.text, 'replay')).toBe(linkOn(after, 'replay'));
    const page = await table.open(linkOn(after, 'replay'));
    await page.locator('#picture svg').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.context().close();
  });

  test('a replay forgets who had their data erased', async () => {
    const replay = linkOn((await table.site.openPage(battle, 'mara')).text, 'replay');
    expect((await read(replay)).text).toContain('zebulon');
    await table.site.type('as zebulon: /my privacy do:erase confirm:yes');
    const after = await read(replay);
    expect(after.status).toBe(200);
    expect(after.text).not.toContain('zebulon');
  });

  test('a link without its signature opens nothing, and a signature fits one page', async () => {
    const mine = linkOn((await table.site.openPage(battle, 'ada')).text, 'me');
    const signature = mine.split('/').at(-1);
    for (const path of [
      ...[`/me/bo/${signature}`, `/replay/${battle}/${signature}`, `/replay/${battle}/x`, `/book/x/${signature}`],
      `/me/ada/${signature}x`,
    ])
      expect((await read(path)).status, path).toBe(404);
    expect((await read(mine)).policy).toMatch(/^default-src 'none'/);
  });
});
