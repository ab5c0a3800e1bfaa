import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPages } from '../../src/web/pages.ts';
import { createRateLimit } from '../../src/web/rate-limit.ts';
import { openPracticeSite, type PracticeSite } from './practice-site.ts';

describe('a table in a browser', () => {
  let site: PracticeSite;
  let battle: string;

  beforeAll(async () => {
    site = await openPracticeSite();
    await site.type(
      'in ford',
      'as mara: /battle create system:skure name:"The <b>ford</b>" size:8x8',
      'as ada: /battle join preset:swordsman name:Ada side:company',
      'as bo: /battle join preset:swordsman name:"<img src=x>" side:blades',
      'as mara: /npc add preset:zombie name:Grim side:dead',
      'as mara: /npc add preset:zombie name:Whisper side:dead hidden:until-revealed',
      'as mara: /battle place Ada to:B4 facing:E',
      'as mara: /battle place "<img src=x>" to:H8 facing:W',
      'as mara: /battle place Grim to:E4 facing:W',
      'as mara: /battle place Whisper to:G2 facing:W',
      'as mara: /battle start',
    );
    battle = await site.battleIn('ford');
  });
  afterAll(() => site.close());

  test('the key in the address is exchanged for a cookie that does not contain it', async () => {
    expect([site.enter.status, site.enter.headers.get('location')]).toEqual([303, '/']);
    const cookie = site.enter.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    expect(cookie).not.toContain(site.address.split('/').at(-1));
  });

  test('without the cookie no page opens, and a wrong key gives none', async () => {
    for (const path of ['/', `/b/${battle}`, `/b/${battle}/view?page=x`, `/picture/${'0'.repeat(64)}`])
      expect((await site.call(path, { headers: { cookie: '' } })).status, path).toBe(403);
    for (const key of ['wrong', '', site.cookie.split('=')[1]]) {
      const answer = await site.call(`/enter/${key}`, { headers: { cookie: '' } });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  test('a page runs nothing but files of its own server', async () => {
    const answer = await site.call(`/b/${battle}`);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*script-src 'self'; /);
    expect([answer.headers.get('cache-control'), answer.headers.get('x-frame-options')]).toEqual(['no-store', 'DENY']);
    expect(await answer.text()).not.toMatch(/\sstyle="|\son\w+="|<script(?![^>]*src="\/a\/)/);
  });

  test('requests of other sites and to other hosts are refused', async () => {
    const { send } = await site.openPage(battle, 'ada');
    const statuses = [];
    for (const origin of ['https://evil.example', 'null', '']) statuses.push((await send({}, { origin })).status);
    expect(statuses).toEqual([403, 403, 403]);
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const headers = { host: 'evil.example', cookie: site.cookie };
    get(`${site.origin}/b/${battle}`, { headers }, ({ statusCode }) => resolve(statusCode));
    expect(await promise).toBe(421);
  });

  test('invalid and large bodies are refused, and a forgotten page must load again', async () => {
    const { send } = await site.openPage(battle, 'ada');
    expect((await send({ press: { path: ['guide'], input: {}, script: 1 } })).status).toBe(400);
    expect((await send({ spot: 'x'.repeat(70_000) })).status).toBe(413);
    expect((await send({ page: randomUUID() })).status).toBe(410);
  });

  test('a page belongs to one person', async () => {
    const ada = await site.openPage(battle, 'ada');
    expect((await site.call(`/b/${battle}/view?as=bo&page=${ada.page}`)).status).toBe(410);
  });

  test('names are text, never markup', async () => {
    const { text } = await site.openPage(battle, 'ada');
    expect(text).not.toMatch(/<img src=x|<b>ford/);
    expect(text).toContain('&lt;img src=x&gt;');
  });

  test('a hidden combatant reaches the page of its GM only', async () => {
    const [ada, gm] = [await site.openPage(battle, 'ada'), await site.openPage(battle, 'mara')];
    const answers = [ada.text, await (await ada.send({ spot: 'G2' })).text(), await ada.view()];
    for (const text of answers) expect(text).not.toContain('Whisper');
    expect(gm.text).toContain('Whisper');
  });

  test('a page hears of a change only if its own contents change', async () => {
    const ada = await site.openPage(battle, 'ada');
    const before = await ada.view();
    const live = await site.call(`/b/${battle}/live?as=ada&page=${ada.page}`);
    const reader = live.body?.getReader();
    const next = async () => new TextDecoder().decode((await reader?.read())?.value);
    const first = await next();
    expect(first).toContain('event: new');
    await site.type('as mara: /gm set hp value:3 who:Whisper');
    expect(await ada.view()).toBe(before);
    await site.type('as ada: /defend');
    const told = await next();
    expect(told).toContain('event: new');
    expect(told).not.toBe(first);
    await reader?.cancel();
  });

  test('an order sent twice is carried out once, and a press of another person is refused in words', async () => {
    const bo = await site.openPage(battle, 'bo');
    const press = { path: ['guide'], input: { verb: 'attack', as: 'Ada', target: 'Grim' } };
    expect(await (await bo.send({ press })).text()).toContain('role="alert"');
    const gm = await site.openPage(battle, 'mara');
    const entries = (text: string) => Number(/id="entry-(\d+)"/.exec(text)?.[1]);
    const once = randomUUID();
    const before = entries(await gm.view());
    const wound = { press: { path: ['gm', 'set'], input: { field: 'hp', value: '40', who: 'Grim' } }, once };
    expect(entries(await (await gm.send(wound)).text())).toBe(before + 1);
    expect(entries(await (await gm.send(wound)).text())).toBe(before + 1);
  });
});

test('a sender that presses too fast waits', () => {
  let now = 0;
  const wait = createRateLimit(10, 2, () => now);
  expect([wait('a'), wait('a'), wait('a'), wait('a'), wait('b')]).toEqual([0, 0, 100, 200, 0]);
  now = 10_000;
  expect(wait('a')).toBe(0);
});

test('one person keeps twelve pages of a battle', () => {
  const pages = createPages();
  const seat = { user: undefined, link: undefined };
  const ids = Array.from({ length: 20 }, () => pages.open('ford', 'ada', seat).id);
  const other = pages.open('ford', 'bo', seat);
  expect(ids.filter((id) => pages.get(id) !== undefined)).toEqual(ids.slice(8));
  expect(pages.get(other.id)).toBe(other);
});
